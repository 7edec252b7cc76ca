import Foundation
import SchematicGraph

/// The orders on a PostgreSQL server, which the processes of any number of computers share.
///
/// A free process takes an event, a timer or an effect that no other has: `FOR UPDATE SKIP LOCKED`. When a
/// process ends, however it ends, the server gives the rows of that process to others.
struct PostgresOrderStore: OrderStore {
  let transactions: PostgresTransactions
  let now: @Sendable () -> Date

  /// Opens a database, and creates the tables in its first schema if there are none.
  init(address: String, now: @escaping @Sendable () -> Date = { .now }) async throws {
    transactions = PostgresTransactions(address: address)
    self.now = now
    try await transactions.run { db in
      // If several processes begin at once, only one creates the tables.
      try await db.execute("SELECT pg_advisory_xact_lock(7233)")
      for statement in Self.tables { try await db.execute(statement) }
      try await db.execute(
        "INSERT INTO rules (fingerprint, graph) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [OrderRow.currentRules, JSON.text(of: OrderRow.graph)])
    }
  }

  /// The tables, with an index for each search, which leaves out rows that are done.
  private static let tables = [
    "CREATE TABLE IF NOT EXISTS rules (fingerprint TEXT PRIMARY KEY, graph JSON NOT NULL)",
    """
    CREATE TABLE IF NOT EXISTS orders (
      id BIGINT PRIMARY KEY, version BIGINT NOT NULL, rules TEXT NOT NULL, snapshot JSON NOT NULL,
      parcels BIGINT NOT NULL, savedAt DOUBLE PRECISION NOT NULL, due DOUBLE PRECISION, problem TEXT)
    """,
    """
    CREATE INDEX IF NOT EXISTS orders_due ON orders (due) WHERE due IS NOT NULL AND problem IS NULL
    """,
    "CREATE INDEX IF NOT EXISTS orders_aside ON orders (id) WHERE problem IS NOT NULL",
    """
    CREATE TABLE IF NOT EXISTS inbox (
      key TEXT PRIMARY KEY, orderID BIGINT NOT NULL REFERENCES orders, event JSON NOT NULL,
      isHandled BOOLEAN NOT NULL DEFAULT FALSE, problem TEXT)
    """,
    """
    CREATE INDEX IF NOT EXISTS inbox_pending ON inbox (key) WHERE NOT isHandled AND problem IS NULL
    """,
    """
    CREATE TABLE IF NOT EXISTS outbox (
      id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, orderID BIGINT NOT NULL REFERENCES orders,
      effect JSON NOT NULL, isDelivered BOOLEAN NOT NULL DEFAULT FALSE, problem TEXT)
    """,
    """
    CREATE INDEX IF NOT EXISTS outbox_pending ON outbox (id) WHERE NOT isDelivered AND problem IS NULL
    """,
    """
    CREATE TABLE IF NOT EXISTS log (
      orderID BIGINT NOT NULL REFERENCES orders, number BIGINT NOT NULL, line JSON NOT NULL,
      rules TEXT NOT NULL REFERENCES rules, key TEXT, process INTEGER NOT NULL,
      PRIMARY KEY (orderID, number))
    """,
  ]

  func create(_ id: Int64) async throws {
    let change = await Order.begin(id, at: now())
    try await transactions.run { db in
      let row = change.row
      let new = try await db.execute(
        """
        INSERT INTO orders (id, version, rules, snapshot, parcels, savedAt, due)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id
        """,
        [
          row.id, row.version, row.rules, row.snapshot, row.parcels,
          row.savedAt.timeIntervalSince1970, row.due?.timeIntervalSince1970,
        ])
      guard new.isEmpty else { return try await Self.note(change, of: nil, db) }
      // If the server was lost, the first try may have created the order.
      let known = try await db.execute(
        "SELECT id FROM orders WHERE id = $1 AND version = $2 AND savedAt = $3",
        [id, row.version, row.savedAt.timeIntervalSince1970])
      guard known.count == 1 else {
        throw PostgresError(state: "23505", message: "there is an order \(id) already")
      }
    }
  }
}

// MARK: - Events

extension PostgresOrderStore {
  func post(_ deliveries: [Delivery]) async throws {
    try await transactions.run { db in
      try await db.execute(
        """
        INSERT INTO inbox (key, orderID, event)
        SELECT item ->> 'key', (item ->> 'orderID')::BIGINT, item -> 'event'
        FROM json_array_elements($1::JSON) AS item ON CONFLICT (key) DO NOTHING
        """, [JSON.text(of: deliveries)])
      // The server sends the notification when the transaction is committed.
      try await db.execute("NOTIFY orders")
    }
  }

  func waitForWork(atMost time: Duration) async throws {
    let due = try await transactions.run { db in
      try await db.execute(
        "SELECT min(due) FROM orders WHERE due IS NOT NULL AND problem IS NULL")
    }
    let next = due.first?.first?.flatMap(Double.init).map {
      Duration.seconds(max(0, $0 - now().timeIntervalSince1970))
    }
    try await transactions.waitForNotification(atMost: min(time, next ?? time))
  }

  func handleAll() async throws {
    while try await handleNext() {}
    try await handleDue()
  }

  /// Handles an event that waits and that nobody else handles.
  ///
  /// - Returns: `false` if there is none.
  private func handleNext() async throws -> Bool {
    do {
      return try await settingAside {
        try await transactions.run { db in
          let rows = try await db.execute(
            "\(Self.pending) LIMIT 1 FOR UPDATE OF inbox SKIP LOCKED")
          guard let row = rows.first else { return false }
          guard let delivery = try await Self.delivery(in: row, db) else { return true }
          let order = try await Self.row(delivery.orderID, db)
          try await change(order, by: delivery, db)
          return true
        }
      }
    } catch is UnreadableOrder {
      return true
    }
  }

  private static let pending = """
    SELECT key, orderID, event FROM inbox WHERE NOT isHandled AND problem IS NULL
    AND orderID NOT IN (SELECT id FROM orders WHERE problem IS NOT NULL) ORDER BY key
    """

  func pending(limit: Int) async throws -> [Delivery] {
    try await transactions.run { db in
      while true {
        let rows = try await db.execute("\(Self.pending) LIMIT $1", [limit])
        var deliveries: [Delivery] = []
        for row in rows {
          if let delivery = try await Self.delivery(in: row, db) { deliveries.append(delivery) }
        }
        // Events that could not be read are set aside now, and not found again.
        if !deliveries.isEmpty || rows.isEmpty { return deliveries }
      }
    }
  }

  func handle(_ delivery: Delivery) async throws {
    try await settingAside {
      try await transactions.run { db in
        let rows = try await db.execute(
          "SELECT key, orderID, event FROM inbox WHERE key = $1", [delivery.key])
        guard try rows.first.map(Delivery.init(values:)) == delivery else {
          throw NotPosted(delivery: delivery)
        }
        let order = try await Self.row(delivery.orderID, db)
        try await change(order, by: delivery, db)
      }
    }
  }

  func handleDue() async throws {
    let now = now().timeIntervalSince1970
    // The orders that are due and have nothing to do.
    var passedOver: [Int64] = []
    while true {
      do {
        let done: (id: Int64, isChanged: Bool)? = try await settingAside { [passedOver] in
          try await transactions.run { db in
            let rows = try await db.execute(
              """
              SELECT \(OrderRow.columns) FROM orders
              WHERE due <= $1 AND problem IS NULL AND NOT id = ANY ($2)
              ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED
              """,
              [now, "{\(passedOver.map(String.init).joined(separator: ","))}"])
            guard let values = rows.first else { return nil }
            let row = try Self.order(in: values, try Int64(values[0], in: "id"))
            return (row.id, try await change(row, by: nil, db))
          }
        }
        guard let done else { return }
        if !done.isChanged { passedOver.append(done.id) }
      } catch is UnreadableOrder {}
    }
  }
}

// MARK: - One change

extension PostgresOrderStore {
  /// Asks the machine, and writes the row if nobody else has changed it.
  ///
  /// - Returns: `false` if there was nothing to do, or if somebody else has handled the event.
  @discardableResult
  private func change(
    _ row: OrderRow, by delivery: Delivery?, _ db: PostgresConnection
  ) async throws -> Bool {
    let change: OrderChange
    do {
      change = try await Order.change(of: row, by: delivery?.event, at: now())
    } catch  where !(error is CancellationError) {
      throw UnreadableOrder(id: row.id, reason: "\(error)")
    }
    guard !change.entries.isEmpty else { return false }
    if let delivery {
      let marked = try await db.execute(
        "UPDATE inbox SET isHandled = TRUE WHERE key = $1 AND NOT isHandled RETURNING key",
        [delivery.key])
      guard marked.count == 1 else { return false }
    }
    let new = change.row
    let written = try await db.execute(
      """
      UPDATE orders SET version = $1, rules = $2, snapshot = $3, parcels = $4, savedAt = $5, due = $6
      WHERE id = $7 AND version = $8 RETURNING id
      """,
      [
        new.version, new.rules, new.snapshot, new.parcels, new.savedAt.timeIntervalSince1970,
        new.due?.timeIntervalSince1970, row.id, row.version,
      ])
    guard written.count == 1 else { throw RowChanged() }
    try await Self.note(change, of: delivery, db)
    return true
  }

  private static func note(
    _ change: OrderChange, of delivery: Delivery?, _ db: PostgresConnection
  ) async throws {
    for effect in change.effects {
      try await db.execute(
        "INSERT INTO outbox (orderID, effect) VALUES ($1, $2)",
        [change.row.id, JSON.text(of: effect)])
    }
    for entry in change.entries {
      // The last entry is of the event that arrived, and the entries before it of overdue timeouts.
      let isDelivery = entry.number == change.row.version
      try await db.execute(
        "INSERT INTO log (orderID, number, line, rules, key, process) VALUES ($1, $2, $3, $4, $5, $6)",
        [
          change.row.id, entry.number, entry.line, change.row.rules,
          isDelivery ? delivery?.key : nil, ProcessInfo.processInfo.processIdentifier,
        ])
    }
  }

  private static func row(_ id: Int64, _ db: PostgresConnection) async throws -> OrderRow {
    let rows = try await db.execute(
      "SELECT \(OrderRow.columns) FROM orders WHERE id = $1", [id])
    guard let values = rows.first else {
      throw PostgresError(state: "02000", message: "there is no order \(id)")
    }
    return try order(in: values, id)
  }

  private static func order(in values: PostgresConnection.Row, _ id: Int64) throws -> OrderRow {
    do {
      return try OrderRow(values: values)
    } catch {
      throw UnreadableOrder(id: id, reason: "\(error)")
    }
  }

  /// Returns the delivery in a row, or sets it aside and returns `nil` if it can't be read.
  private static func delivery(
    in row: PostgresConnection.Row, _ db: PostgresConnection
  ) async throws -> Delivery? {
    do {
      return try Delivery(values: row)
    } catch {
      try await db.execute(
        "UPDATE inbox SET problem = $1 WHERE key = $2", ["\(error)", row[0]])
      return nil
    }
  }

  /// Does some work, and sets an order aside if the order can't be read.
  private func settingAside<Value: Sendable>(
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as UnreadableOrder {
      try await transactions.run { db in
        try await db.execute(
          "UPDATE orders SET problem = $1 WHERE id = $2", [error.reason, error.id])
      }
      throw error
    }
  }
}
