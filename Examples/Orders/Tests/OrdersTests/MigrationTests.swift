import Foundation
import Schematic
import SchematicGraph
import SchematicTraces
import Testing

@testable import Orders

/// Tests of orders that were saved by the first version of the rules.
@MainActor
@Suite struct MigrationTests {
  private let database: TestDatabase
  private let store: any OrderStore

  init() async throws {
    database = try await TestDatabase()
    store = try await database.open()
  }

  /// The first version of the rules, as far as the tests need it.
  private static let schema = StateMachineSchema<FirstOrderState, OrderEvent, Void>(
    initialState: .open, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.open, .pay(let cents)): .to(.paid(cents: cents))
    case (.paid(let cents), .pack): .to(.packing(cents: cents))
    default: .rejected
    }
  }
  .states { $0 == .open ? .after(.seconds(30 * 60), send: .expire) : .none }

  /// Writes the row and the log of an order, as the first version of the program did.
  private func save(_ state: FirstOrderState) async throws {
    let graph = StateGraph(Self.schema)
    let machine = StateMachine(schema: Self.schema, state: state)
    machine.start()
    try await database.change(
      "INSERT INTO rules VALUES (?, ?)", [graph.fingerprint, JSON.text(of: graph)])
    try await database.change(
      "INSERT INTO orders VALUES (1, 0, ?, ?, 0, ?, NULL, NULL)",
      [
        graph.fingerprint, JSON.text(of: machine.snapshot()), database.now.timeIntervalSince1970,
      ])
    let entry = TraceEntry(machine: "Order", id: "1", number: 0, state: state.graphIdentifier)
    try await database.change(
      "INSERT INTO log VALUES (1, 0, ?, ?, NULL, 0)", [entry.line, graph.fingerprint])
  }

  @Test(arguments: [
    (FirstOrderState.open, OrderState.canceled, "moved"),
    (.paid(cents: 7), .paid(cents: 7), "stayed"),
    (.packing(cents: 7), .paid(cents: 7), "stayed"),
    (.shipped, .shipped, "rejected"),
    (.canceled, .canceled, "rejected"),
  ])
  func savedOrderGoesOnWithTheRulesOfToday(
    old: FirstOrderState, state: OrderState, outcome: String
  ) async throws {
    try await save(old)
    try await store.send(old == .open ? .cancel : .pack)
    #expect(try await database.state() == state)
    #expect(try await database.outcomes() == ["begun", "begun", outcome])
    #expect(try await store.violations().isEmpty)
    let rules = try await database.ask("SELECT rules FROM log ORDER BY number", as: String.self)
    #expect(
      rules == [StateGraph(Self.schema).fingerprint] + [
        OrderRow.currentRules, OrderRow.currentRules,
      ])
  }

  @Test func orderOfAStateThatIsGoneIsSetAside() async throws {
    try await save(.lost)
    let error = await #expect(throws: UnreadableOrder.self) { try await store.send(.cancel) }
    #expect(error?.id == 1)
    #expect(error?.reason.contains("state lost is gone; state packing is gone") == true)
    #expect(try await database.outcomes() == ["begun"])
    // The event waits until somebody has decided.
    #expect(try await store.pending(limit: 10).isEmpty)
    try await store.takeUp()
    #expect(try await store.pending(limit: 10).map(\.event) == [.cancel])
  }

  @Test func savedOrderKeepsATimeoutOfYesterday() async throws {
    try await save(.open)
    database.advance(by: 30 * 60)
    try await store.send(.pay(cents: 500))
    #expect(try await database.state() == .canceled)
    #expect(try await database.outcomes() == ["begun", "begun", "moved", "rejected"])
  }
}
