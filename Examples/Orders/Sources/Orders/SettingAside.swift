import GRDB

// A row that can't be read keeps no other row waiting: it is set aside with the reason, until somebody
// has mended it and has it taken up again.

/// An order, a delivery or an effect that was set aside because it can't be read.
public struct SetAside: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The kind and the key: `order 7`, `delivery payment 17`, `effect 3`.
  public let place: String
  /// The reason why it cannot be read.
  public let reason: String

  /// The place and the reason, on one line and without control characters.
  public var description: String { "\(place.debugDescription): \(reason.debugDescription)" }
}

/// An order that was set aside, with the events that wait for it.
public struct UnreadableOrder: Error, Hashable, CustomStringConvertible {
  /// The number of the order.
  public let id: Int64
  /// The reason why its row cannot be read.
  public let reason: String

  /// The order, the reason, and what to do.
  public var description: String {
    "order \(id) was set aside, because it cannot be read: \(reason); mend its row, and take it up"
  }
}

/// A delivery that is not in the inbox: nobody posted it, or its key belongs to another delivery.
public struct NotPosted: Error, Hashable, CustomStringConvertible {
  /// The delivery.
  public let delivery: Delivery

  /// The delivery, and what to do.
  public var description: String {
    "nobody posted the delivery \(delivery.key) to order \(delivery.orderID) with this event; post it"
  }
}

extension SetAside: FetchableRecord {}

/// The parts that the tables of both databases have in common.
enum SetAsideTables {
  /// The statement that lists everything that was set aside.
  static let query = """
    SELECT place, reason FROM (
      SELECT 1 AS kind, CAST(id AS TEXT) AS key, id AS number, 'order ' || id AS place, problem AS reason
      FROM orders
      UNION ALL SELECT 2, key, 0, 'delivery ' || key, problem FROM inbox
      UNION ALL SELECT 3, CAST(id AS TEXT), id, 'effect ' || id, problem FROM outbox) AS everything
    WHERE reason IS NOT NULL ORDER BY kind, number, key
    """

  static let names = ["orders", "inbox", "outbox"]
}

extension SQLiteOrderStore {
  func setAside() throws -> [SetAside] {
    try database.read { db in
      try SetAside.fetchAll(db, sql: SetAsideTables.query)
    }
  }

  func takeUp() async throws {
    try await database.write { db in
      for table in SetAsideTables.names {
        try db.execute(sql: "UPDATE \(table) SET problem = NULL WHERE problem IS NOT NULL")
      }
    }
  }

  /// Returns the value that `read` reads, or sets the row aside and returns `nil` if it can't be read.
  static func reading<Value>(
    _ table: String, _ key: DatabaseValue, _ db: Database, _ read: () throws -> Value
  ) throws -> Value? {
    do {
      return try read()
    } catch {
      try setAside(table, key, "\(error)", db)
      return nil
    }
  }

  /// Sets a row of a table aside.
  static func setAside(
    _ table: String, _ key: DatabaseValue, _ reason: String, _ db: Database
  ) throws {
    let column = table == "inbox" ? "key" : "id"
    try db.execute(
      sql: "UPDATE \(table) SET problem = ? WHERE \(column) = ?", arguments: [reason, key])
  }
}
