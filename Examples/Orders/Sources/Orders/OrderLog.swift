import Foundation
import GRDB
import SchematicGraph
import SchematicTraces

/// A line of the log that can't be read, or is no step by the rules that it was written with.
public struct LogProblem: Hashable, Sendable {
  /// The number of the order.
  public let order: Int64
  /// The number of the line.
  public let number: Int64
  /// A sentence that says what is wrong.
  public let message: String
}

/// A check of the log: each line is checked by the rules that it was written with.
struct LogCheck {
  private var checks: [String: TraceCheck] = [:]
  private(set) var problems: [LogProblem] = []

  /// Adds rules of lines; if the rules can't be read, each of their lines is a problem.
  mutating func add(rules fingerprint: String, graph: String?) {
    guard let graph, let graph = try? JSON.value(StateGraph.self, of: graph) else { return }
    checks[fingerprint] = TraceCheck(of: graph)
  }

  /// Checks the next line of an order; `text` is `nil` if the line is no text.
  mutating func check(_ text: String?, of order: Int64, number: Int64, rules: String) {
    guard let message = problem(with: text, rules) else { return }
    problems.append(LogProblem(order: order, number: number, message: message))
  }

  private mutating func problem(with text: String?, _ rules: String) -> String? {
    guard let text else { return "it cannot be read: it is no text" }
    do {
      let entry = try TraceEntry(line: text)
      guard checks[rules] != nil else { return "its rules cannot be read" }
      return checks[rules]?.checkLine(entry)?.description
    } catch {
      return "it cannot be read: \(error)"
    }
  }
}

extension SQLiteOrderStore {
  func violations() throws -> [LogProblem] {
    try database.read { db in
      var check = LogCheck()
      for row in try Row.fetchAll(db, sql: "SELECT * FROM rules") {
        guard let rules = try? Rules(row: row) else { continue }
        check.add(rules: rules.fingerprint, graph: rules.graph)
      }
      let sql = """
        SELECT CAST(orderID AS INTEGER) AS orderID, CAST(number AS INTEGER) AS number, line, rules
        FROM log ORDER BY orderID, number
        """
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        let line = try? Line(row: row)
        check.check(
          line?.line, of: row["orderID"], number: row["number"], rules: line?.rules ?? "")
      }
      return check.problems
    }
  }

  private struct Line: Decodable, FetchableRecord {
    let line, rules: String
  }

  private struct Rules: Decodable, FetchableRecord {
    let fingerprint, graph: String
  }
}
