import Foundation
import GRDB
import Synchronization

@testable import Orders

/// A database in a folder of its own, and a clock that a test puts on.
final class TestDatabase: Sendable {
  let path: String
  private let ahead = Mutex(TimeInterval(0))
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "orders-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "orders.sqlite").path
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(filePath: path).deletingLastPathComponent())
  }

  /// Opens the database, as a process does that has just begun.
  func open() throws -> OrderStore {
    try OrderStore(path: path) { [self] in start + ahead.withLock { $0 } }
  }

  /// The time as the database sees it.
  var now: Date { start + ahead.withLock { $0 } }

  /// Puts the clock on.
  func advance(by seconds: TimeInterval) {
    ahead.withLock { $0 += seconds }
  }

  /// Returns the first column of what is asked for.
  func ask<Value: DatabaseValueConvertible>(
    _ sql: String, as type: Value.Type = Value.self
  ) throws -> [Value] {
    try queue().read { db in try Value.fetchAll(db, sql: sql) }
  }

  /// Changes the database behind the back of the store.
  func change(_ sql: String, _ arguments: StatementArguments = []) throws {
    try queue().write { db in try db.execute(sql: sql, arguments: arguments) }
  }

  private func queue() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(30)
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

extension TestDatabase {
  /// Returns the state of an order.
  func state(of order: Int64 = 1) throws -> OrderState {
    try queue().read { db in try OrderRow.find(db, key: order).restored(at: now).state }
  }

  /// Returns the effects in the outbox.
  func effects() throws -> [OrderEffect] {
    try ask("SELECT effect FROM outbox ORDER BY id", as: String.self).map {
      try JSON.value(OrderEffect.self, of: $0)
    }
  }

  /// Returns the outcomes in the log of an order.
  func outcomes(of order: Int64 = 1) throws -> [String] {
    try ask(
      "SELECT line ->> 'outcome' FROM log WHERE orderID = \(order) ORDER BY number",
      as: String?.self
    )
    .map { $0 ?? "begun" }
  }
}

extension OrderStore {
  /// Posts an event, and handles it.
  func send(_ event: OrderEvent, to order: Int64 = 1, key: String = UUID().uuidString) async throws
  {
    let delivery = Delivery(key: key, orderID: order, event: event)
    try await post([delivery])
    try await handle(delivery)
  }
}
