import Foundation
import SchematicGraph

// MARK: - Effects

extension PostgresOrderStore {
  func deliver(
    _ perform: (_ number: Int64, _ order: Int64, _ effect: OrderEffect) async throws -> Void
  ) async throws {
    // A lock is enough to keep others from an effect. With a stricter isolation, the server may refuse the
    // transaction after the effect was brought about.
    let beginning = "BEGIN ISOLATION LEVEL READ COMMITTED"
    while true {
      let isDone = try await transactions.run(beginning: beginning) { db in
        // The row is locked until the effect is noted, so that nobody else brings it about.
        let rows = try await db.execute(
          """
          SELECT id, orderID, effect FROM outbox WHERE NOT isDelivered AND problem IS NULL
          ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
          """)
        guard let row = rows.first else { return true }
        let number = try Int64(row[0], in: "id")
        let effect: OrderEffect
        do {
          effect = try JSON.value(OrderEffect.self, of: row[2] ?? "")
        } catch {
          try await db.execute(
            "UPDATE outbox SET problem = $1 WHERE id = $2", ["\(error)", number])
          return false
        }
        try await perform(number, try Int64(row[1], in: "orderID"), effect)
        try await db.execute("UPDATE outbox SET isDelivered = TRUE WHERE id = $1", [number])
        return false
      }
      if isDone { return }
    }
  }
}

// MARK: - The log, and what was set aside

extension PostgresOrderStore {
  func violations() async throws -> [LogProblem] {
    try await transactions.run { db in
      var check = LogCheck()
      for row in try await db.execute("SELECT fingerprint, graph FROM rules") {
        check.add(rules: row[0] ?? "", graph: row[1])
      }
      var last: (order: Int64, number: Int64) = (.min, .min)
      while true {
        let rows = try await db.execute(
          """
          SELECT orderID, number, line, rules FROM log WHERE (orderID, number) > ($1, $2)
          ORDER BY orderID, number LIMIT 10000
          """, [last.order, last.number])
        guard !rows.isEmpty else { return check.problems }
        for row in rows {
          last = (try Int64(row[0], in: "orderID"), try Int64(row[1], in: "number"))
          check.check(row[2], of: last.order, number: last.number, rules: row[3] ?? "")
        }
      }
    }
  }

  func setAside() async throws -> [SetAside] {
    try await transactions.run { db in
      try await db.execute(SetAsideTables.query).map {
        SetAside(place: $0[0] ?? "", reason: $0[1] ?? "")
      }
    }
  }

  func takeUp() async throws {
    try await transactions.run { db in
      for table in SetAsideTables.names {
        try await db.execute("UPDATE \(table) SET problem = NULL WHERE problem IS NOT NULL")
      }
      try await db.execute("NOTIFY orders")
    }
  }
}
