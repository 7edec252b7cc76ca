import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// Waiting for a state by the diagram of the rules.
@MainActor
@Suite struct WaitingForStateTests {
  enum Room: CaseIterable, Graphable { case hall, attic, cellar, garden }
  enum Move: CaseIterable, Graphable { case up, down, out }

  private static let schema = StateMachineSchema<Room, Move, Void>(initialState: .hall) {
    room, move in
    switch (room, move) {
    case (.hall, .up): return .to(.attic)
    case (.attic, .down): return .to(.hall)
    case (.hall, .down): return .to(.cellar)
    case (_, .out): return .to(.garden)
    default: return .ignored
    }
  }
  private let graph = StateGraph(Self.schema)
  private let machine = StateMachine(schema: Self.schema)

  @Test func waitReturnsOnceTheStateIsReached() async throws {
    let waits = Task { try await machine.waitUntil(.attic, in: graph) }
    await Task.yield()
    machine.handle(.up)
    try await waits.value
    #expect(machine.state == .attic)
  }

  @Test func waitFailsIfNoWayLeadsToTheState() async throws {
    let waits = Task { try await machine.waitUntil(.attic, in: graph) }
    for _ in 1...10 { await Task.yield() }
    machine.handle(.down)
    let error = await #expect(throws: UnreachedStateError.self) { try await waits.value }
    #expect(
      error?.description
        == "the state that was waited for is not reached from cellar: "
        + "no way leads from cellar to attic")
    #expect(machine.state == .cellar)
    await #expect(throws: UnreachedStateError.self) {
      try await machine.waitUntil(.hall, in: graph)
    }
  }

  @Test(arguments: Room.allCases, Room.allCases)
  func waitFailsAtOnceIfNoWayLeadsToTheState(source: Room, target: Room) async throws {
    let machine = StateMachine(schema: Self.schema, state: source)
    let ways: Set<[Room]> = [
      [.hall, .attic], [.hall, .cellar], [.attic, .hall], [.attic, .cellar], [.hall, .garden],
      [.attic, .garden], [.cellar, .garden],
    ]
    guard source != target, !ways.contains([source, target]) else { return }
    await #expect(throws: UnreachedStateError.self) {
      try await machine.waitUntil(target, in: graph)
    }
  }

  /// Seven regions of four states, which have more combinations than are listed.
  struct Dials: GraphableRegions, Equatable {
    var a = Dial.zero, b = Dial.zero, c = Dial.zero, d = Dial.zero
    var e = Dial.zero, f = Dial.zero, g = Dial.zero
  }
  enum Dial: CaseIterable, Graphable { case zero, one, two, three }
  enum Turn: CaseIterable, Graphable { case a, b, c, d, e, f, g }

  private static func dial(_ own: Turn) -> StateMachineSchema<Dial, Turn, Void> {
    StateMachineSchema(initialState: .zero) { dial, turn in
      guard turn == own else { return .ignored }
      switch dial {
      case .zero: return .to(.one)
      case .one: return .to(.two)
      case .two: return .to(.three)
      case .three: return .to(.zero)
      }
    }
  }

  @Test func waitReturnsOnceManyRegionsAreInTheirStates() async throws {
    let schema = StateMachineSchema<Dials, Turn, Void>(
      initialState: Dials(), regions: .region(\.a, Self.dial(.a)), .region(\.b, Self.dial(.b)),
      .region(\.c, Self.dial(.c)), .region(\.d, Self.dial(.d)), .region(\.e, Self.dial(.e)),
      .region(\.f, Self.dial(.f)), .region(\.g, Self.dial(.g)))
    let graph = StateGraph(schema)
    #expect(throws: UnknownNameError.self) { try graph.combined() }
    let machine = StateMachine(schema: schema)
    let target = Dials(a: .one, g: .one)
    let waits = Task { try await machine.waitUntil(target, in: graph) }
    await Task.yield()
    machine.handle(.a)
    machine.handle(.g)
    try await waits.value
    #expect(machine.state == target)
  }
}
