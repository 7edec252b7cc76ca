import Foundation
import GRDB
import SchematicGraph

/// The orders of an SQLite file, which the processes of one computer share.
struct SQLiteOrderStore: OrderStore {
  let database: DatabasePool
  private let now: @Sendable () -> Date

  /// Opens a database, and creates it if it doesn't exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - now: Returns the time, by default the computer's.
  /// - Throws: A `DatabaseError` if the file can't be opened.
  init(path: String, now: @escaping @Sendable () -> Date = { .now }) throws {
    var configuration = Configuration()
    // Processes wait for one another, each for the time of a short transaction.
    configuration.busyMode = .timeout(30)
    database = try DatabasePool(path: path, configuration: configuration)
    self.now = now
    try Self.tables.migrate(database)
    try database.write { db in
      try db.execute(
        sql: "INSERT OR IGNORE INTO rules (fingerprint, graph) VALUES (?, ?)",
        arguments: [OrderRow.currentRules, JSON.text(of: OrderRow.graph)])
    }
  }

  private static var tables: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("orders") { db in
      try db.execute(
        sql: """
          CREATE TABLE orders (
            id INTEGER PRIMARY KEY, version INTEGER NOT NULL, rules TEXT NOT NULL,
            snapshot TEXT NOT NULL, parcels INTEGER NOT NULL, savedAt REAL NOT NULL, due REAL);
          CREATE INDEX orders_due ON orders (due) WHERE due IS NOT NULL;

          CREATE TABLE inbox (
            key TEXT PRIMARY KEY, orderID INTEGER NOT NULL REFERENCES orders, event TEXT NOT NULL,
            isHandled BOOLEAN NOT NULL DEFAULT FALSE) WITHOUT ROWID;
          CREATE INDEX inbox_pending ON inbox (key) WHERE NOT isHandled;

          CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT, orderID INTEGER NOT NULL REFERENCES orders,
            effect TEXT NOT NULL, isDelivered BOOLEAN NOT NULL DEFAULT FALSE);
          CREATE INDEX outbox_pending ON outbox (id) WHERE NOT isDelivered;

          CREATE TABLE log (
            orderID INTEGER NOT NULL REFERENCES orders, number INTEGER NOT NULL, line TEXT NOT NULL,
            rules TEXT NOT NULL REFERENCES rules, key TEXT, process INTEGER NOT NULL,
            PRIMARY KEY (orderID, number)) WITHOUT ROWID;

          CREATE TABLE rules (fingerprint TEXT PRIMARY KEY, graph TEXT NOT NULL) WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("problems") { db in
      // The reason why a row was set aside.
      for table in ["orders", "inbox", "outbox"] {
        try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN problem TEXT")
      }
      try db.execute(sql: "CREATE INDEX orders_aside ON orders (id) WHERE problem IS NOT NULL")
    }
    return migrator
  }

  /// Creates an order.
  ///
  /// - Parameter id: The number of the order.
  /// - Throws: A `DatabaseError` if there is an order with this number.
  func create(_ id: Int64) async throws {
    let change = await Order.begin(id, at: now())
    try await database.write { db in
      try change.row.insert(db)
      try Self.note(change, of: nil, db)
    }
  }
}

// MARK: - Events

extension Delivery: FetchableRecord, PersistableRecord {
  /// The name of the table.
  public static let databaseTableName = "inbox"
}

extension SQLiteOrderStore {
  /// Stores events, to be handled later; events with known keys are left as they are.
  func post(_ deliveries: [Delivery]) async throws {
    try await database.write { db in
      for delivery in deliveries { try delivery.insert(db, onConflict: .ignore) }
    }
  }

  /// Handles all events that wait, and then all timeouts whose time has come.
  func handleAll() async throws {
    while true {
      // Each process takes them in another order, so that two seldom want the same row.
      let deliveries = try await pending(limit: 50).shuffled()
      guard !deliveries.isEmpty else { break }
      for delivery in deliveries {
        do { try await handle(delivery) } catch is UnreadableOrder {}
      }
    }
    try await handleDue()
  }

  /// Returns the first events that wait, in the order of their keys.
  ///
  /// Events that can't be read are set aside. If an order is set aside, its events are not returned.
  func pending(limit: Int) async throws -> [Delivery] {
    try await database.write { db in
      while true {
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT * FROM inbox WHERE NOT isHandled AND problem IS NULL
            AND orderID NOT IN (SELECT id FROM orders WHERE problem IS NOT NULL)
            ORDER BY key LIMIT ?
            """,
          arguments: [limit])
        let deliveries = try rows.compactMap { row in
          try Self.reading("inbox", row["key"], db) { try Delivery(row: row) }
        }
        // Events that could not be read are set aside now, and not found again.
        if !deliveries.isEmpty || rows.isEmpty { return deliveries }
      }
    }
  }

  /// Handles an event that was posted, unless it has been handled already.
  ///
  /// - Throws: ``NotPosted``; ``UnreadableOrder`` if the order was set aside, and the event waits; or a
  ///   `DatabaseError`.
  func handle(_ delivery: Delivery) async throws {
    let posted = try await database.read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM inbox WHERE key = ?", arguments: [delivery.key])
        .flatMap { try? Delivery(row: $0) }
    }
    guard posted == delivery else { throw NotPosted(delivery: delivery) }
    try await change(delivery.orderID, by: delivery)
  }

  /// Waits for a moment, because other processes don't say when they post something.
  func waitForWork(atMost time: Duration) async throws {
    try await Task.sleep(for: min(time, .milliseconds(50)))
  }

  /// Sends the events of all timeouts whose time has come.
  func handleDue() async throws {
    let now = now().timeIntervalSince1970
    let ids = try await database.read { db in
      try Int64.fetchAll(
        db, sql: "SELECT id FROM orders WHERE due <= ? AND problem IS NULL ORDER BY due",
        arguments: [now])
    }
    for id in ids {
      do { try await change(id, by: nil) } catch is UnreadableOrder {}
    }
  }

  /// Reads the row, asks the machine, and writes the row if nobody else has changed it.
  private func change(_ id: Int64, by delivery: Delivery?) async throws {
    while true {
      let (row, change) = try await read(id, by: delivery?.event)
      guard !change.entries.isEmpty else { return }
      do {
        return try await database.write { db in try Self.commit(change, of: row, delivery, db) }
      } catch is RowChanged {
        continue
      }
    }
  }

  /// Reads the row and asks the machine; sets the order aside if it can't be read.
  private func read(
    _ id: Int64, by event: OrderEvent?
  ) async throws -> (row: OrderRow, change: OrderChange) {
    do {
      let row = try await database.read { db in
        // This reads a `Row` first, because a statement would take any text for the number 0.
        guard
          let row = try Row.fetchOne(db, sql: "SELECT * FROM orders WHERE id = ?", arguments: [id])
        else { throw OrderRow.recordNotFound(db, key: id) }
        return try OrderRow(row: row)
      }
      return (row, try await Order.change(of: row, by: event, at: now()))
    } catch  where !(error is DatabaseError || error is RecordError || error is CancellationError) {
      let reason = "\(error)"
      try await database.write { db in try Self.setAside("orders", id.databaseValue, reason, db) }
      throw UnreadableOrder(id: id, reason: reason)
    }
  }

  /// Writes a change, in one transaction.
  private static func commit(
    _ change: OrderChange, of row: OrderRow, _ delivery: Delivery?, _ db: Database
  ) throws {
    if let delivery {
      try db.execute(
        sql: "UPDATE inbox SET isHandled = TRUE WHERE key = ? AND NOT isHandled",
        arguments: [delivery.key])
      guard db.changesCount == 1 else { return }
    }
    let new = change.row
    try db.execute(
      sql: """
        UPDATE orders SET version = ?, rules = ?, snapshot = ?, parcels = ?, savedAt = ?, due = ?
        WHERE id = ? AND version = ?
        """,
      arguments: [
        new.version, new.rules, new.snapshot, new.parcels, new.savedAt.timeIntervalSince1970,
        new.due?.timeIntervalSince1970, row.id, row.version,
      ])
    guard db.changesCount == 1 else { throw RowChanged() }
    try note(change, of: delivery, db)
  }

  private static func note(_ change: OrderChange, of delivery: Delivery?, _ db: Database) throws {
    for effect in change.effects {
      try db.execute(
        sql: "INSERT INTO outbox (orderID, effect) VALUES (?, ?)",
        arguments: [change.row.id, JSON.text(of: effect)])
    }
    for entry in change.entries {
      // The last entry is of the event that arrived, and the entries before it of overdue timeouts.
      let isDelivery = entry.number == change.row.version
      try db.execute(
        sql: """
          INSERT INTO log (orderID, number, line, rules, key, process) VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          change.row.id, entry.number, entry.line, change.row.rules,
          isDelivery ? delivery?.key : nil, ProcessInfo.processInfo.processIdentifier,
        ])
    }
  }
}

// MARK: - Effects

extension SQLiteOrderStore {
  func deliver(
    _ perform: (_ number: Int64, _ order: Int64, _ effect: OrderEffect) async throws -> Void
  ) async throws {
    struct Message: Codable, FetchableRecord {
      var id, orderID: Int64
      var effect: OrderEffect
    }
    let messages = try await database.write { db in
      let sql = "SELECT * FROM outbox WHERE NOT isDelivered AND problem IS NULL ORDER BY id"
      return try Row.fetchAll(db, sql: sql).compactMap { row in
        try Self.reading("outbox", row["id"], db) { try Message(row: row) }
      }
    }
    for message in messages {
      try await perform(message.id, message.orderID, message.effect)
      try await database.write { db in
        try db.execute(
          sql: "UPDATE outbox SET isDelivered = TRUE WHERE id = ?", arguments: [message.id])
      }
    }
  }
}
