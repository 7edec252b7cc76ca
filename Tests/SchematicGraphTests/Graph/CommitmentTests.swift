import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// What a graph says of machines that commit their transitions.
@Suite struct CommitmentTests {
  enum Lamp: CaseIterable, Graphable { case off, on }
  enum Press: CaseIterable, Graphable { case toggle }

  private static let schema = StateMachineSchema<Lamp, Press, Void>(initialState: .off) { lamp, _ in
    .to(lamp == .off ? .on : .off)
  }
  private let plain = StateGraph(Self.schema)
  private let committing = StateGraph(Self.schema.onCommit { _, _ in fatalError("never run") })

  @Test func committingIsPartOfTheGraph() {
    #expect(!plain.isCommitting)
    #expect(committing.isCommitting)
    #expect(plain != committing)
    #expect(plain.fingerprint != committing.fingerprint)
    #expect(Set([plain, committing, plain]).count == 2)
  }

  @Test func committingIsADifference() {
    #expect(committing.diff(from: plain).description == "+ each transition is committed")
    #expect(plain.diff(from: committing).description == "- each transition is committed")
    #expect(committing.diff(from: committing).isEmpty)
    #expect(committing.comparison(with: plain).graph.isCommitting)
  }

  @Test(arguments: Notation.allCases)
  func committingIsSaidOnceInEveryNotation(notation: Notation) {
    let text = notation.text(of: committing, name: "Lamp").lowercased()
    #expect(text.components(separatedBy: "commit").count == 2, "\(text)")
    #expect(!notation.text(of: plain, name: "Lamp").lowercased().contains("commit"))
  }

  @Test func committingIsTheCaptionOfTheDrawing() {
    let line = "  graph [label=\"each transition is committed\"];\n"
    let picture = DOTPrinter().text(of: committing)
    #expect(picture.components(separatedBy: line).count == 2)
    #expect(picture.replacing(line, with: "") == DOTPrinter().text(of: plain))
  }

  @Test func committingIsStored() throws { try Seeds.each(50, committingIsStored(seed:)) }

  private func committingIsStored(seed: UInt64) throws {
    let random = StateGraph.randomNested(seed: seed)
    let graph = StateGraph(
      states: random.states, composites: random.composites, rules: random.rules,
      initialState: random.initialState, isCommitting: seed.isMultiple(of: 2))
    let copy = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
    #expect(copy == graph, "SEED=\(seed)")
    #expect(copy.isCommitting == graph.isCommitting, "SEED=\(seed)")
  }

  private enum Room: Hierarchical, Graphable {
    case outside, inside(Lamp)
    static let graphCases: [Room] = [.outside, .inside(.off), .inside(.on)]
  }

  private static let room = StateMachineSchema<Room, Press, Void>(initialState: .outside) {
    room, _ in
    if case .inside(.on) = room { .to(.outside) } else { .to(.inside(.off)) }
  }
  private static let onlyLights = StateMachineSchema<Lamp, Press, Void>(initialState: .off) {
    lamp, _ in lamp == .off ? .to(.on) : .ignored
  }
  .onCommit { _, _ in }

  @Test func aMachineWhoseEmbeddedMachineAloneCommitsIsNotDrawnAsCommitting() {
    let graph = StateGraph(Self.room.embedding(Self.onlyLights, in: Room.inside))
    #expect(!graph.isCommitting)
    let names = graph.findings.map(\.name).filter { $0.hasPrefix("uncommitted") }
    #expect(
      names == [
        "uncommitted transition: outside, toggle", "uncommitted transition: inside.on, toggle",
      ])
  }

  @Test func aMachineThatCommitsWithItsEmbeddedMachineIsDrawnAsCommitting() {
    let schema = Self.room.onCommit { _, _ in }.embedding(Self.onlyLights, in: Room.inside)
    let graph = StateGraph(schema)
    #expect(graph.isCommitting)
    #expect(graph.findings.isEmpty)
  }

  private enum Key: CaseIterable, Graphable { case toggle, reset }

  @Test func aTransitionOfAnEventThatIsNotMappedBackIsNotDrawnAsCommitted() {
    let lights = Self.onlyLights.mappingEvents(
      from: { $0 == .toggle ? .toggle : nil }, to: { _ in Key.toggle })
    func graph(_ outer: StateMachineSchema<Room, Key, Void>) -> StateGraph {
      StateGraph(outer.embedding(lights, in: Room.inside))
    }
    let outer = StateMachineSchema<Room, Key, Void>(initialState: .inside(.off)) { room, key in
      key == .reset ? .stay(as: room) : .ignored
    }
    #expect(!graph(outer).isCommitting)
    #expect(
      graph(outer).findings.contains {
        $0.name == "uncommitted transition: inside.on, reset"
      })
    #expect(graph(outer.onCommit { _, _ in }).isCommitting)
  }

  // MARK: Regions

  private struct Lights: GraphableRegions, Equatable { var hall = Lamp.off, stairs = Lamp.off }
  private enum Switch: CaseIterable, Graphable { case hall, stairs }
  private enum House: Graphable, Equatable {
    case open(Lights), locked
    static let graphCases: [House] = [.open(Lights()), .locked]
  }

  private static func lamp(_ own: Switch, commits: Bool) -> StateMachineSchema<Lamp, Switch, Void> {
    let lamp = StateMachineSchema<Lamp, Switch, Void>(initialState: .off) { lamp, event in
      event == own ? .to(lamp == .off ? .on : .off) : .ignored
    }
    return commits ? lamp.onCommit { _, _ in } : lamp
  }

  /// The schema of two lights, of which some commit.
  private static func lights(_ committing: Set<Switch>) -> StateMachineSchema<Lights, Switch, Void>
  {
    StateMachineSchema(
      initialState: Lights(),
      regions: .region(\.hall, lamp(.hall, commits: committing.contains(.hall))),
      .region(\.stairs, lamp(.stairs, commits: committing.contains(.stairs))))
  }

  private static func uncommitted(in graph: StateGraph) -> [String] {
    graph.findings.filter { $0.kind == .uncommittedTransition }.map(\.name)
  }

  @Test(arguments: [Switch.hall, .stairs])
  private func ofTwoRegionsOnlyThatWhichCommitsIsCalledCommitted(own: Switch) {
    let graph = StateGraph(Self.lights([own]))
    #expect(!graph.isCommitting)
    let other = own == .hall ? Switch.stairs : .hall
    #expect(Self.uncommitted(in: graph) == ["uncommitted transition: \(other)"])
  }

  @Test func regionsAreCommittedIfAllCommitOrTheWholeDoes() {
    for schema in [Self.lights([.hall, .stairs]), Self.lights([.hall]).onCommit { _, _ in }] {
      let graph = StateGraph(schema)
      #expect(graph.isCommitting)
      #expect(graph.findings.isEmpty)
    }
  }

  @Test func rulesAroundRegionsThatAloneCommitAreNotCalledCommitted() {
    func house(
      _ committing: Set<Switch>, commits: Bool = false
    ) -> StateGraph {
      let schema = StateMachineSchema<House, Switch, Void>(initialState: .locked) { house, event in
        house == .locked && event == .hall ? .to(.open(Lights())) : .ignored
      }
      return StateGraph(
        (commits ? schema.onCommit { _, _ in } : schema)
          .embedding(Self.lights(committing), in: House.open))
    }
    let alone = house([.hall, .stairs])
    #expect(!alone.isCommitting)
    #expect(Self.uncommitted(in: alone) == ["uncommitted transition: locked, hall"])
    let whole = house([], commits: true)
    #expect(whole.isCommitting)
    #expect(Self.uncommitted(in: whole) == [])
  }
}
