import GRDB
import SchematicGraph

/// A line of the log that is no step of the rules of its time, or cannot be read.
public struct LogProblem: Hashable, Sendable {
  /// The number of the order.
  public let order: Int64
  /// The number of the line.
  public let number: Int64
  /// What is wrong.
  public let message: String
}

extension OrderStore {
  /// Returns the lines of the log that are no steps of the rules of their time, or cannot be read.
  public func violations() throws -> [LogProblem] {
    try database.read { db in
      var checks: [String: TraceCheck] = [:]
      for row in try Row.fetchAll(db, sql: "SELECT * FROM rules") {
        guard let rules = try? Rules(row: row) else { continue }
        checks[rules.fingerprint] = TraceCheck(of: rules.graph)
      }
      var problems: [LogProblem] = []
      let sql = """
        SELECT CAST(orderID AS INTEGER) AS orderID, CAST(number AS INTEGER) AS number, line, rules
        FROM log ORDER BY orderID, number
        """
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        guard let message = Self.problem(with: row, &checks) else { continue }
        problems.append(
          LogProblem(order: row["orderID"], number: row["number"], message: message))
      }
      return problems
    }
  }

  private static func problem(with row: Row, _ checks: inout [String: TraceCheck]) -> String? {
    do {
      let line = try Line(row: row)
      let entry = try TraceEntry(line: line.line)
      guard checks[line.rules] != nil else { return "its rules cannot be read" }
      return checks[line.rules]?.violation(in: entry)?.description
    } catch {
      return "it cannot be read: \(error)"
    }
  }

  private struct Line: Decodable, FetchableRecord {
    let line, rules: String
  }

  private struct Rules: Decodable, FetchableRecord {
    let fingerprint: String
    let graph: StateGraph
  }
}
