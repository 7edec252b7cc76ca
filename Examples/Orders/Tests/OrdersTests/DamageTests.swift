import Foundation
import Schematic
import SchematicGraph
import Testing

@testable import Orders

/// Tests of damage: a row that can't be read is set aside and reported, and all others go on.
@Suite struct DamageTests {
  private let database: TestDatabase
  private let store: any OrderStore

  init() async throws {
    database = try await TestDatabase()
    store = try await database.open()
    for order: Int64 in 1...3 { try await store.create(order) }
  }

  /// Changes of the row of the first order, after which it cannot be read.
  private static let damage =
    TestDatabase.server == nil
    ? [
      "snapshot = 'open'", "snapshot = x'FF'", "snapshot = '{}'", "parcels = 'many'",
      "snapshot = json_set(snapshot, '$.timeouts[0].elapsed', json('[-1,0]'))",
      "snapshot = json_set(snapshot, '$.timeouts[0].elapsed', json('[9223372036854775807,0]'))",
      "snapshot = json_set(snapshot, '$.state', json('{\"lost\":{}}'))",
      "parcels = -1", "parcels = 9223372036854775807", "version = 9223372036854775807",
      "version = -1", "savedAt = 9e999", "savedAt = 1e300", "savedAt = 'yesterday'",
    ]
    : [
      "snapshot = '{}'", "snapshot = '\"open\"'",
      "snapshot = jsonb_set(snapshot::JSONB, '{timeouts,0,elapsed}', '[-1,0]')",
      "snapshot = jsonb_set(snapshot::JSONB, '{timeouts,0,elapsed}', '[9223372036854775807,0]')",
      "snapshot = jsonb_set(snapshot::JSONB, '{state}', '{\"lost\":{}}')",
      "parcels = -1", "parcels = 9223372036854775807", "version = 9223372036854775807",
      "version = -1", "savedAt = 'Infinity'", "savedAt = 1e300",
    ]

  @Test(arguments: damage)
  func anOrderThatCannotBeReadBlocksNoOther(damage: String) async throws {
    database.advance(by: 20 * 60)
    try await store.create(4)
    try await store.post([
      Delivery(key: "1", orderID: 1, event: .pay(cents: 100)),
      Delivery(key: "2", orderID: 2, event: .pay(cents: 200)),
    ])
    let (snapshot, parcels, version, savedAt) = (
      try await database.ask("SELECT snapshot FROM orders WHERE id = 1", as: String.self)[0],
      try await database.ask("SELECT parcels FROM orders WHERE id = 1", as: Int64.self)[0],
      try await database.ask("SELECT version FROM orders WHERE id = 1", as: Int64.self)[0],
      try await database.ask("SELECT savedAt FROM orders WHERE id = 1", as: Double.self)[0]
    )
    try await database.change("UPDATE orders SET \(damage) WHERE id = 1")
    database.advance(by: 10 * 60)
    try await store.handleAll()
    try await database.open().handleAll()
    // The timeouts of orders 2 and 3 were overdue, and came before the payment of order 2.
    for (order, state): (Int64, OrderState) in [(2, .canceled), (3, .canceled), (4, .open)] {
      #expect(try await database.state(of: order) == state)
    }
    #expect(try await database.outcomes(of: 1) == ["begun"])
    #expect(try await store.setAside().map(\.place) == ["order 1"])
    #expect(try await store.setAside().allSatisfy { !$0.reason.isEmpty })
    #expect(try await store.pending(limit: 10).isEmpty)

    // Somebody mends it.
    try await database.change(
      "UPDATE orders SET snapshot = ?, parcels = ?, version = ?, savedAt = ? WHERE id = 1",
      [snapshot, parcels, version, savedAt])
    try await store.takeUp()
    #expect(try await store.setAside().isEmpty)
    try await store.handleAll()
    #expect(try await database.state(of: 1) == .canceled)
    #expect(try await database.outcomes(of: 1) == ["begun", "moved", "rejected"])
    #expect(try await store.violations().isEmpty)
  }

  @Test func theProgramSaysThatSomethingIsSetAside() async throws {
    try await store.post([
      Delivery(key: "1", orderID: 1, event: .cancel),
      Delivery(key: "2", orderID: 2, event: .cancel),
    ])
    let snapshot = try await database.texts("SELECT snapshot FROM orders WHERE id = 1")
    try await database.change("UPDATE orders SET snapshot = '{}' WHERE id = 1")
    for _ in 1...2 { #expect(try Worker(on: database, 0).wait() >> 8 == 2) }
    #expect(try await database.state(of: 2) == .canceled)
    try await database.change("UPDATE orders SET snapshot = ? WHERE id = 1", [snapshot[0]])
    try await store.takeUp()
    #expect(try Worker(on: database, 0).wait() == 0)
    #expect(try await database.state(of: 1) == .canceled)
  }

  /// A value that is no event and no line of the log; PostgreSQL takes only JSON.
  private static let noText = TestDatabase.server == nil ? "x'FF'" : "'[]'"

  /// There are more of them than the store reads at once.
  @Test func deliveriesThatCannotBeReadBlockNoOther() async throws {
    let damaged = (100..<250).map { Delivery(key: "\($0)", orderID: 1, event: .cancel) }
    try await store.post(damaged + [Delivery(key: "900", orderID: 1, event: .pay(cents: 100))])
    try await database.change("UPDATE inbox SET event = '{\"fly\":{}}' WHERE key < '200'")
    try await database.change(
      "UPDATE inbox SET event = \(Self.noText) WHERE key >= '200' AND key < '900'")
    try await store.handleAll()
    #expect(try await database.state() == .paid(cents: 100))
    #expect(try await database.outcomes() == ["begun", "moved"])
    #expect(try await store.setAside().map(\.place) == damaged.map { "delivery \($0.key)" })
    #expect(try await store.pending(limit: 10).isEmpty)
  }

  @Test func anEffectThatCannotBeReadBlocksNoOther() async throws {
    try await store.send(.pay(cents: 100))
    try await store.send(.cancel)
    try await database.change("UPDATE outbox SET effect = '[]' WHERE id = 1")
    for effects in [[OrderEffect.refund(cents: 100)], []] {
      var delivered: [OrderEffect] = []
      try await store.deliver { _, _, effect in delivered.append(effect) }
      #expect(delivered == effects)
    }
    #expect(try await store.setAside().map(\.place) == ["effect 1"])
  }

  @Test func aLineThatCannotBeReadHidesNoOther() async throws {
    try await store.send(.pay(cents: 100))
    try await store.send(.cancel)
    try await store.send(.cancel, to: 2)
    try await store.send(.cancel, to: 3)
    try await database.change(
      "UPDATE log SET line = '\"cut o\"' WHERE orderID = 1 AND number = 1")
    try await database.change(
      "UPDATE log SET line = \(Self.noText) WHERE orderID = 2 AND number = 0")
    try await database.change("INSERT INTO rules VALUES ('0', '{}')")
    try await database.change("UPDATE log SET rules = '0' WHERE orderID = 3 AND number = 1")
    let line = TestDatabase.replacing("line", #""target":"canceled""#, #""target":"shipped""#)
    try await database.change(
      "UPDATE log SET line = \(line) WHERE orderID = 2 AND number = 1")
    let violations = try await store.violations()
    #expect(violations.map(\.order) == [1, 2, 2, 3])
    #expect(violations.map(\.number) == [1, 0, 1, 1])
    #expect(violations.map(\.message).filter { $0.hasPrefix("it cannot be read") }.count == 2)
    #expect(violations[3].message == "its rules cannot be read")
  }

  @Test func storeRefusesADeliveryThatWasNeverPosted() async throws {
    let delivery = Delivery(key: "payment 17", orderID: 1, event: .pay(cents: 100))
    await #expect(throws: NotPosted(delivery: delivery)) { try await store.handle(delivery) }
    try await store.post([delivery])
    // The key belongs to another event, or to another order.
    for other in [
      Delivery(key: "payment 17", orderID: 1, event: .cancel),
      Delivery(key: "payment 17", orderID: 2, event: .pay(cents: 100)),
    ] {
      await #expect(throws: NotPosted(delivery: other)) { try await store.handle(other) }
    }
    #expect(try await database.state() == .open)
    #expect(try await database.state(of: 2) == .open)
    try await store.handle(delivery)
    try await store.handle(delivery)
    #expect(try await database.state() == .paid(cents: 100))
    #expect(try await database.outcomes() == ["begun", "moved"])
  }
}
