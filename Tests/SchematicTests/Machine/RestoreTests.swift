import Foundation
import Schematic
import Testing

@Suite struct RestoreTests {
  enum Mode: Hierarchical, Codable, Hashable, CaseIterable { case playing, paused }
  enum Player: Hierarchical, Codable, Hashable { case off, on(Mode), at(second: Int) }

  static let states: [Player] = [.off, .at(second: 7)] + Mode.allCases.map { .on($0) }

  private static let schema = StateMachineSchema<Player, Player, Notes>(initialState: .off) {
    _, next in
    return .to(next) { $0.add("act") }
  }
  .states(level: 1) { state in
    .entry { $0.add("enter \(state.casePath[0])") }.exit { $0.add("exit \(state.casePath[0])") }
  }
  .states(level: 2) { state in .entry { $0.add("enter \(state.casePath)") } }

  @Test(arguments: states)
  func restoredMachineEntersNothingUnlessItIsStarted(state: Player) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes, state: state)
    #expect(notes.lines.isEmpty)
    #expect(machine.state == state)
  }

  @Test(arguments: [true, false])
  func restoredMachineEntersAllLevelsOutermostFirst(isOwning: Bool) {
    let notes = Notes()
    let machine =
      isOwning
      ? StateMachine(schema: Self.schema, owning: notes, state: .on(.playing))
      : StateMachine(schema: Self.schema, subject: notes, state: .on(.playing))
    #expect(machine.start() == .moved)
    #expect(notes.lines == ["enter on", #"enter ["on", "playing"]"#])
    #expect(machine.state == .on(.playing))
  }

  @Test func startedMachineEntersTheInitialState() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes)
    machine.start()
    #expect(notes.lines == ["enter off"])
    #expect(machine.state == .off)
  }

  @Test(arguments: states)
  func machineGoesOnFromAStateThatWasSaved(state: Player) throws {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes)
    machine.handle(state)
    let data = try JSONEncoder().encode(machine.state)
    let saved = try JSONDecoder().decode(Player.self, from: data)
    let restored = StateMachine(schema: Self.schema, subject: notes, state: saved)
    #expect(restored.state == state)
    #expect(restored.handle(.off).text == "moved")
    #expect(notes.lines.filter { $0 == "act" }.count == 2)
    #expect(restored.state == .off)
  }
}
