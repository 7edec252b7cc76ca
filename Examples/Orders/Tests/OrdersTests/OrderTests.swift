import Foundation
import Schematic
import SchematicGraph
import SchematicTesting
import Testing

@testable import Orders

/// Tests of one order, from one process to the next.
@Suite struct OrderTests {
  private let database: TestDatabase
  private let store: any OrderStore

  init() async throws {
    database = try await TestDatabase()
    store = try await database.open()
    try await store.create(1)
  }

  @Test func diagramShowsTheRules() {
    expectDiagram(of: Order.schema, matches: "Order.dot")
  }

  /// Each event is handled by another process, as far as the database knows.
  @Test(arguments: StateGraph(Order.schema).walks(taking: .everyTransitionAndRejection))
  func orderDoesWhatItsDiagramShows(walk: Walk) async {
    await expectWalk(
      walk, in: StateGraph(Order.schema),
      system: {
        let database = try await TestDatabase()
        try await database.open().create(1)
        return database
      },
      send: { database, step in
        if let packed = step.guard {
          try await database.change("UPDATE orders SET parcels = ?", [packed == "packed" ? 1 : 0])
        }
        if let event = OrderEvent.graphCases.first(where: { $0.graphLabel == step.event }) {
          try await database.open().send(event)
        } else {
          database.advance(by: step.event == "after 30 min" ? 1_800 : 172_800)
          try await database.open().handleDue()
        }
      },
      state: { try await $0.state().graphIdentifier })
  }

  @Test func orderHandlesADeliveryOnlyOnce() async throws {
    try await store.send(.pay(cents: 500), key: "payment 17")
    try await store.send(.pay(cents: 500), key: "payment 17")
    #expect(try await database.state() == .paid(cents: 500))
    #expect(try await database.outcomes() == ["begun", "moved"])
    #expect(try await database.effects() == [.sendReceipt(cents: 500)])
  }

  @Test func logKeepsTheReasonOfARejection() async throws {
    try await store.send(.pay(cents: 500))
    try await store.send(.ship)
    #expect(try await database.state() == .paid(cents: 500))
    let reasons = try await database.texts("SELECT line ->> 'reason' FROM log ORDER BY number")
    #expect(reasons == [nil, nil, "nothing is packed"])
    #expect(try await store.violations().isEmpty)
  }

  @Test func timeoutFiresInALaterProcess() async throws {
    database.advance(by: 29 * 60)
    try await database.open().handleDue()
    #expect(try await database.state() == .open)
    #expect(try await database.outcomes() == ["begun"])
    database.advance(by: 60)
    try await database.open().handleDue()
    try await database.open().handleDue()
    #expect(try await database.state() == .canceled)
    #expect(try await database.outcomes() == ["begun", "moved"])
    #expect(try await store.violations().isEmpty)
  }

  @Test func anEventLeavesATimeoutWhereItIs() async throws {
    database.advance(by: 20 * 60)
    try await store.send(.pack)
    database.advance(by: 9 * 60)
    try await database.open().handleDue()
    #expect(try await database.state() == .open)
    database.advance(by: 60)
    try await database.open().handleDue()
    #expect(try await database.state() == .canceled)
  }

  @Test func overdueTimeoutFiresBeforeAnEvent() async throws {
    database.advance(by: 31 * 60)
    try await database.open().send(.pay(cents: 500))
    #expect(try await database.state() == .canceled)
    #expect(try await database.outcomes() == ["begun", "moved", "rejected"])
    #expect(try await database.effects().isEmpty)
  }

  @Test func warehouseIsRemindedOnce() async throws {
    try await store.send(.pay(cents: 500))
    for _ in 1...5 {
      database.advance(by: 47 * 60 * 60)
      try await database.open().handleDue()
      try await database.open().send(.pack)
    }
    #expect(try await database.state() == .paid(cents: 500))
    #expect(try await database.effects() == [.sendReceipt(cents: 500), .remindWarehouse])
    #expect(try await store.violations().isEmpty)
  }

  @Test func effectIsDeliveredUntilItSucceeds() async throws {
    struct PrinterJam: Error {}
    try await store.send(.pay(cents: 500))
    try await store.send(.cancel)
    var delivered: [OrderEffect] = []
    await #expect(throws: PrinterJam.self) {
      try await store.deliver { _, _, effect in
        guard delivered.isEmpty else { throw PrinterJam() }
        delivered.append(effect)
      }
    }
    #expect(delivered == [.sendReceipt(cents: 500)])
    for _ in 1...2 {
      try await store.deliver { number, order, effect in
        #expect(number == 2 && order == 1)
        delivered.append(effect)
      }
    }
    #expect(delivered == [.sendReceipt(cents: 500), .refund(cents: 500)])
  }

  @Test func checkOfTheLogFindsALineThatIsNoStep() async throws {
    try await store.send(.pay(cents: 500))
    let line = TestDatabase.replacing("line", #""target":"paid""#, #""target":"shipped""#)
    try await database.change("UPDATE log SET line = \(line)")
    let violations = try await store.violations()
    #expect(violations.map(\.number) == [1])
  }
}
