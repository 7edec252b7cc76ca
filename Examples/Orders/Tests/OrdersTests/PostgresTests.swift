import Foundation
import SchematicGraph
import Testing

@testable import Orders

/// Tests of what only a server does: it goes away, has transactions fail, gives a row to one process only,
/// and wakes processes that wait.
@Suite(.enabled(if: TestDatabase.server != nil)) struct PostgresTests {
  private let database: TestDatabase
  private let store: any OrderStore

  init() async throws {
    database = try await TestDatabase()
    store = try await database.open()
    try await store.create(1)
  }

  @Test func storeGoesOnAfterItsConnectionWasLost() async throws {
    for round in 1...3 {
      try await store.send(.pay(cents: round), to: 1)
      try await store.send(.cancel, to: 1)
      try await store.send(.reopen, to: 1)
      // This cuts all other connections of this test.
      let cut = try await database.rows(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid != pg_backend_pid() AND application_name = current_setting('application_name')
        """)
      #expect(!cut.isEmpty)
    }
    #expect(try await database.state() == .open)
    #expect(try await database.outcomes().count == 10)
    #expect(try await store.violations().isEmpty)
  }

  /// Each process has a store of its own, and all want the same row.
  @Test func storeRepeatsATransactionThatMetAnotherOne() async throws {
    let deliveries = (0..<40).map {
      Delivery(key: "\($0)", orderID: 1, event: $0 == 0 ? .pay(cents: 7) : .pack)
    }
    try await store.send(.pay(cents: 7), key: "0")
    try await store.post(deliveries)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<4 {
        let store = try await database.open()
        group.addTask {
          for delivery in deliveries where delivery.key.hashValue % 2 == 0 || part < 3 {
            try await store.handle(delivery)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await database.outcomes() == ["begun", "moved"] + Array(repeating: "stayed", count: 39))
    #expect(try await database.ask("SELECT parcels FROM orders", as: Int.self) == [39])
    #expect(try await store.violations().isEmpty)
  }

  @Test func storeGivesAnEffectToOneProcessOnly() async throws {
    try await store.send(.pay(cents: 7))
    let other = try await database.open()
    var effects: [OrderEffect] = []
    try await store.deliver { _, _, effect in
      effects.append(effect)
      try await other.deliver { _, _, _ in Issue.record("two have it") }
    }
    #expect(effects == [.sendReceipt(cents: 7)])
  }

  @Test func timerFiresOnceWhoeverIsFree() async throws {
    for order: Int64 in 2...20 { try await store.create(order) }
    database.advance(by: 30 * 60)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        let store = try await database.open()
        group.addTask { try await store.handleDue() }
      }
      try await group.waitForAll()
    }
    for order: Int64 in 1...20 {
      #expect(try await database.outcomes(of: order) == ["begun", "moved"])
    }
  }

  /// Without a notification, this would take ten minutes.
  @Test(.timeLimit(.minutes(2))) func newWorkWakesAProcessThatWaits() async throws {
    // Nothing is due, and the first call returns at once, because something may have been posted before.
    try await store.send(.cancel)
    try await store.waitForWork(atMost: .seconds(600))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await store.waitForWork(atMost: .seconds(600)) }
      try await database.open().post([Delivery(key: "1", orderID: 1, event: .reopen)])
      try await group.waitForAll()
    }
    try await store.handleAll()
    #expect(try await database.state() == .open)
  }

  @Test func storeRefusesAnOrderThatIsThere() async throws {
    database.advance(by: 1)
    await #expect(throws: PostgresError.self) { try await store.create(1) }
    #expect(try await database.outcomes() == ["begun"])
  }

  /// A wrong address must not look like a server that may come back.
  @Test func storeSaysAtOnceWhatIsWrongWithAnAddress() async throws {
    let address = try #require(TestDatabase.server)
    let wrong = address.replacing(/\/\w+(\?|$)/) { "/nowhere\($0.1)" }
    let error = await #expect(throws: PostgresError.self) { try await OrderDatabase.open(wrong) }
    #expect(error?.description.contains("nowhere") == true)
  }
}
