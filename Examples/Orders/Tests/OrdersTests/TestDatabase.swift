import Foundation
import GRDB
import Synchronization

@testable import Orders

/// A database and a clock for one test: an SQLite file or, if the variable `ORDERS_DATABASE` names a
/// PostgreSQL server, a schema on that server.
final class TestDatabase: Sendable {
  /// The address of the server; `nil` for SQLite.
  static let server = ProcessInfo.processInfo.environment["ORDERS_DATABASE"]

  /// The address of the database.
  let address: String
  private let behind: Behind
  private let ahead = Mutex(TimeInterval(0))
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  /// The access of a test to the database, past the store.
  private enum Behind {
    case file(folder: URL)
    case schema(PostgresTransactions)
  }

  init() async throws {
    let name = "orders_\(UUID().uuidString.replacing("-", with: "").lowercased())"
    guard let server = Self.server else {
      let folder = FileManager.default.temporaryDirectory.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      address = folder.appending(path: "orders.sqlite").path
      behind = .file(folder: folder)
      return
    }
    try await PostgresTransactions(address: server).run { db in
      try await db.execute("CREATE SCHEMA \(name)")
    }
    // Options in an address replace the variable `PGOPTIONS`, so the address repeats them.
    let others = ProcessInfo.processInfo.environment["PGOPTIONS"] ?? ""
    let options =
      "-csearch_path=\(name) \(others)"
      .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    address =
      "\(server)\(server.contains("?") ? "&" : "?")application_name=\(name)&options=\(options)"
    behind = .schema(PostgresTransactions(address: address))
  }

  deinit {
    if case .file(let folder) = behind { try? FileManager.default.removeItem(at: folder) }
  }

  /// Opens the database, as a new process does.
  func open() async throws -> any OrderStore {
    try await OrderDatabase.open(address) { [self] in now }
  }

  /// The time as the database sees it.
  var now: Date { start + ahead.withLock { $0 } }

  /// Puts the clock forward.
  func advance(by seconds: TimeInterval) {
    ahead.withLock { $0 += seconds }
  }

  /// Returns the values of all rows as text.
  func rows(_ sql: String) async throws -> [[String?]] {
    switch behind {
    case .schema(let transactions):
      return try await transactions.run { db in try await db.execute(sql) }
    case .file:
      return try await queue().read { db in
        try Row.fetchAll(db, sql: sql).map { row in row.map { Self.text(of: $1) } }
      }
    }
  }

  /// Changes the database, past the store.
  func change(
    _ sql: String, _ arguments: [(any LosslessStringConvertible & Sendable)?] = []
  ) async throws {
    switch behind {
    case .schema(let transactions):
      let parts = sql.split(separator: "?", omittingEmptySubsequences: false)
      let numbered = parts.dropFirst().enumerated().reduce(String(parts[0])) {
        "\($0)$\($1.offset + 1)\($1.element)"
      }
      try await transactions.run { db in try await db.execute(numbered, arguments) }
    case .file:
      try await queue().write { db in
        try db.execute(
          sql: sql, arguments: StatementArguments(arguments.map { $0.map { "\($0)" } }))
      }
    }
  }

  private static func text(of value: DatabaseValue) -> String? {
    switch value.storage {
    case .null: nil
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    }
  }

  private func queue() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(30)
    return try DatabaseQueue(path: address, configuration: configuration)
  }
}

extension TestDatabase {
  /// Returns the values of the first column as text.
  func texts(_ sql: String) async throws -> [String?] {
    try await rows(sql).map { $0[0] }
  }

  /// Returns the values of the first column.
  func ask<Value: LosslessStringConvertible>(
    _ sql: String, as type: Value.Type = Value.self
  ) async throws -> [Value] {
    try await texts(sql).map { text in
      guard let value = text.flatMap(Value.init) else {
        throw ImplausibleNumber(column: sql, number: text ?? "NULL")
      }
      return value
    }
  }

  /// Returns whether a condition holds.
  func holds(_ condition: String) async throws -> Bool {
    try await texts("SELECT CASE WHEN \(condition) THEN 1 ELSE 0 END") == ["1"]
  }

  /// Returns the state of an order.
  func state(of order: Int64 = 1) async throws -> OrderState {
    let rows = try await rows("SELECT \(OrderRow.columns) FROM orders WHERE id = \(order)")
    return try OrderRow(values: rows[0]).restored(at: now).state
  }

  /// Returns the effects in the outbox.
  func effects() async throws -> [OrderEffect] {
    try await ask("SELECT effect FROM outbox ORDER BY id", as: String.self).map {
      try JSON.value(OrderEffect.self, of: $0)
    }
  }

  /// Returns the outcomes in the log of an order.
  func outcomes(of order: Int64 = 1) async throws -> [String] {
    try await texts("SELECT line ->> 'outcome' FROM log WHERE orderID = \(order) ORDER BY number")
      .map { $0 ?? "begun" }
  }

  /// Returns the log of an order, as a person reads it.
  func history(of order: Int64) async throws -> String {
    let lines = try await rows(
      "SELECT number, key, process, line FROM log WHERE orderID = \(order) ORDER BY number")
    let events = try await rows(
      "SELECT key, isHandled, event FROM inbox WHERE orderID = \(order) ORDER BY key")
    let effects = try await rows(
      "SELECT id, isDelivered, effect FROM outbox WHERE orderID = \(order) ORDER BY id")
    return
      (["order \(order):"]
      + (lines + events + effects).map { row in
        row.map { $0 ?? "-" }.joined(separator: " ")
      }).joined(separator: "\n  ")
  }
}

extension TestDatabase {
  /// Returns an SQL expression that replaces a text in a column of JSON.
  static func replacing(_ column: String, _ old: String, _ new: String) -> String {
    server == nil
      ? "replace(\(column), '\(old)', '\(new)')"
      : "replace(\(column)::TEXT, '\(old)', '\(new)')::JSON"
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
