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
}
