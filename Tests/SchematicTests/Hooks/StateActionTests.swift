import Schematic
import Testing

/// Actions on entry to states and on exit from them.
@Suite struct StateActionTests {
  enum Mode: Hierarchical { case playing, paused }
  enum Player: Hierarchical { case off, active(Mode) }

  /// The event is the state wanted next; actions say where they belong.
  private static let schema = StateMachineSchema<Player, Player, Notes>(initialState: .off) {
    _, next in
    return .to(next, "go") { $0.add("go") }
  }
  .onExit { state in .perform("dim") { $0.add("-\(state.casePath.joined(separator: "."))") } }
  .onExit(level: 1) { state in .perform { $0.add("-1 \(state.casePath[0])") } }
  .onEntry { state in .perform("light") { $0.add("+\(state.casePath.joined(separator: "."))") } }
  .onEntry(level: 1) { state in .perform("warm up") { $0.add("+1 \(state.casePath[0])") } }
  .onEntry(level: 2) { _ in .perform("spin") { $0.add("+2") } }

  @Test(
    arguments: [
      (.off, .off, "-off -1 off go +off +1 off"),
      (.off, .active(.paused), "-off -1 off go +1 active +active.paused +2"),
      (.active(.paused), .active(.playing), "-active.paused go +active.playing +2"),
      (.active(.paused), .off, "-active.paused -1 active go +off +1 off"),
    ] as [(Player, Player, String)])
  func runAtTheLevelTheyBelongTo(source: Player, target: Player, lines: String) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes, state: source)
    #expect(machine.handle(target) == .moved)
    #expect(notes.lines.joined(separator: " ") == lines)
    #expect(machine.state.casePath == target.casePath)
  }

  @Test func runForAllLevelsOfTheFirstState() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes, state: .active(.playing))
    #expect(machine.enter() == .moved)
    #expect(notes.lines == ["+1 active", "+active.playing", "+2"])
  }

  @Test func runBeforeThoseThatLookOnAreTold() {
    let schema = Self.schema
      .seeingExits { visit, notes in notes.add("left \(visit.identifier)") }
      .seeingEntries { visit, notes in notes.add("entered \(visit.identifier)") }
    let notes = Notes()
    StateMachine(schema: schema, subject: notes).handle(.active(.paused))
    #expect(
      notes.lines == [
        "-off", "-1 off", "left off", "go", "+1 active", "entered active", "+active.paused", "+2",
        "entered active.paused",
      ])
  }

  @Test func runInTheOrderOfTheirAddition() {
    let schema = StateMachineSchema<Bool, Void, Notes>(initialState: false) { _, _ in .to(true) }
      .onEntry { _ in .perform { $0.add("first") } }
      .onEntry { state in state ? nil : .perform { $0.add("never") } }
      .onEntry { _ in .perform { $0.add("second") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    machine.handle(())
    #expect(notes.lines == ["first", "second"])
    #expect(machine.state)
  }

  @Test func areNotRunByAnInternalTransition() {
    let schema = StateMachineSchema<Int, Void, Notes>(initialState: 0) { _, _ in .stay(as: 1) }
      .onExit { _ in .perform { $0.add("exit") } }
      .onEntry { _ in .perform { $0.add("entry") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(()) == .stayed)
    #expect(notes.lines.isEmpty)
  }

  @Test func enterAgainWhatAFailedActionLeft() {
    let schema = StateMachineSchema<Player, Player, Notes>(initialState: .active(.paused)) {
      _, next in
      return .to(next) { _ in throw CancellationError() }
    }
    .onExit { _ in .perform { $0.add("exit") } }
    .onExit(level: 1) { _ in .perform { $0.add("exit 1") } }
    .onEntry { _ in .perform { $0.add("entry") } }
    .onEntry(level: 1) { _ in .perform { $0.add("entry 1") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(.off).name == "failed")
    #expect(notes.lines == ["exit", "exit 1", "entry 1", "entry"])
    #expect(machine.state.casePath == ["active", "paused"])
  }

  @Test func areLabelledAndNotRunByWhoAsks() {
    let schema = Self.schema.work { _ in StateWork("spin") { nil } }
    #expect(
      schema.entryLabels(in: .active(.paused)).map(\.label) == ["light", "warm up", "spin"])
    #expect(schema.entryLabels(in: .active(.paused)).map(\.level) == [nil, 1, 2])
    #expect(schema.entryLabels(in: .off).map(\.level) == [nil, 1])
    #expect(schema.exitLabels(in: .off).map(\.label) == ["dim", nil])
    #expect(schema.workLabels(in: .off).map(\.label) == ["spin"])
    #expect(!schema.hasStepObservers)
  }

  @MainActor private final class Lamp {
    var lines: [String] = []

    static let schema = StateMachineSchema<Bool, Void, Lamp>(
      initialState: false, on: MainActor.self
    ) { isOn, _ in .to(!isOn) }
    .onExit(on: MainActor.self) { isOn in .perform("note") { $0.lines.append("exit \(isOn)") } }
    .onEntry(on: MainActor.self) { isOn in .perform("note") { $0.lines.append("entry \(isOn)") } }
  }

  @Test @MainActor func runOnTheMainActor() {
    let lamp = Lamp()
    let machine = StateMachine(schema: Lamp.schema, subject: lamp)
    machine.handle(())
    #expect(lamp.lines == ["exit false", "entry true"])
  }

  private actor Valve {
    private(set) var lines: [String] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func turn() { machine.handle(()) }

    static let schema = StateMachineSchema<Bool, Void, Valve>(initialState: false) { isOpen, _ in
      return .to(!isOpen)
    }
    .onExit { isOpen in .perform("note") { $0.lines.append("exit \(isOpen)") } }
    .onEntry { isOpen in .perform("note") { $0.lines.append("entry \(isOpen)") } }
  }

  @Test func runOnAnActor() async {
    let valve = Valve()
    await valve.turn()
    #expect(await valve.lines == ["exit false", "entry true"])
  }

  private indirect enum Deep: Hierarchical {
    case leaf, node(Deep)

    init(depth: Int) { self = (1..<depth).reduce(.leaf) { deep, _ in .node(deep) } }
  }

  @Test(.timeLimit(.minutes(5)))
  func costInProportionToTheDepthOfAState() {
    let notes = Notes()
    let schema = StateMachineSchema<Deep, Deep, Notes>(initialState: .leaf) { _, next in .to(next) }
      .onEntry(level: 1) { _ in .perform { $0.add("entry") } }
    let machine = StateMachine(schema: schema, subject: notes)
    for _ in 1...10 {
      #expect(machine.handle(Deep(depth: 100)) == .moved)
      #expect(machine.handle(.leaf) == .moved)
    }
    #expect(Deep(depth: 100).casePath.count == 100)
    #expect(notes.lines.count == 20)
  }
}
