import Schematic
import SchematicTestKit
import Testing

@Suite struct NestedPathTests {
  struct Place: Hierarchical, Equatable { let casePath: [String] }

  /// What is left and entered, by comparing sets of ancestors instead of walking down the paths.
  private static func visits(from source: [String], to target: [String]) -> [String] {
    let ancestors = { (path: [String]) in Set(path.indices.map { Array(path[..<$0]) }) }
    let kept = ancestors(source).intersection(ancestors(target))
    let states = { (path: [String]) in
      (1...path.count).map { Array(path.prefix($0)) }.filter { !kept.contains($0) }
        .map { $0.joined(separator: ".") }
    }
    return states(source).reversed().map { "-\($0)" } + states(target).map { "+\($0)" }
  }

  @Test func transitionVisitsWhatTheReferenceDoes() {
    Seeds.each(200, transitionVisitsWhatTheReferenceDoes(seed:))
  }

  private func transitionVisitsWhatTheReferenceDoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func place() -> Place {
      let depth = Int.random(in: 1...4, using: &random)
      return Place(casePath: (1...depth).map { _ in ["a", "b"].randomElement(using: &random)! })
    }
    let places = (0...20).map { _ in place() }
    let notes = Notes()
    let machine = StateMachine(schema: NestedStateTests.schema(places[0]), subject: notes)
    var expected: [String] = []
    for (source, target) in zip(places, places.dropFirst()) {
      expected += Self.visits(from: source.casePath, to: target.casePath)
      #expect(machine.handle(target).text == "moved")
      #expect(machine.state == target)
    }
    #expect(notes.lines == expected, "SEED=\(seed)")
  }

  @Test func transitionVisitsAStateWithAnEmptyPathOnce() {
    let notes = Notes()
    let schema = NestedStateTests.schema(Place(casePath: []))
    let machine = StateMachine(schema: schema, subject: notes)
    machine.handle(Place(casePath: ["a", "b"]))
    machine.handle(Place(casePath: []))
    #expect(notes.lines == ["-", "+a", "+a.b", "-a.b", "-a", "+"])
    #expect(machine.state == Place(casePath: []))
  }

  private enum Mode: Hierarchical { case playing, paused }
  private struct Sides: Hierarchical { var casePath: [String] { [] } }
  private enum Player: Hierarchical {
    case off, on(Mode), busy(Mode, Int), kept(track: Int, Mode, last: Sides), both(Mode, Mode),
      none(Int, Sides), back(Mode, last: Mode), pair(one: Mode, other: Mode)
  }

  @Test func onlyValueWithAPathIsNestedOrElseTheOnlyOneWithoutALabel() {
    let paths: [(Player, [String])] = [
      (.off, ["off"]), (.on(.paused), ["on", "paused"]), (.busy(.playing, 7), ["busy", "playing"]),
      (.kept(track: 1, .paused, last: Sides()), ["kept", "paused"]),
      (.both(.playing, .paused), ["both"]), (.none(1, Sides()), ["none"]),
      (.back(.playing, last: .paused), ["back", "playing"]),
      (.pair(one: .playing, other: .paused), ["pair"]),
    ]
    for (player, path) in paths { #expect(player.casePath == path) }
  }

  private enum Line: Hierarchical, Equatable {
    case idle, retrying(Phase, tries: Int)
    enum Phase: Hierarchical { case waiting, trying }
  }

  @Test func stateAroundANestedStateBesideAValueIsLeftOnlyFromOutside() {
    let notes = Notes()
    let machine = StateMachine(schema: NestedStateTests.schema(Line.idle), subject: notes)
    let ways: [Line] = [.retrying(.waiting, tries: 1), .retrying(.trying, tries: 2), .idle]
    for way in ways { machine.handle(way) }
    #expect(
      notes.lines == [
        "-idle", "+retrying", "+retrying.waiting", "-retrying.waiting", "+retrying.trying",
        "-retrying.trying", "-retrying", "+idle",
      ])
    #expect(machine.state == .idle)
  }
}
