import Foundation
import SchematicTestKit
import SchematicTesting
import Testing

/// One line of a machine written as a table: what one event does in one state.
struct TableRow: Sendable, CustomTestStringConvertible {
  let state: String
  let event: String
  let next: String
  let actions: [String]
  let condition: String?
  let kind: String

  /// Reads a line; `nil` where it has too few fields.
  init?(fields: [String]) {
    guard fields.count >= 6 else { return nil }
    state = fields[0]
    event = fields[1]
    next = fields[2]
    actions = fields[3].split(separator: ";").map(String.init)
    condition = fields[4].isEmpty ? nil : fields[4]
    kind = fields[5]
  }

  var testDescription: String { "\(event) in \(state)" }
}

/// The tables of specifications.
extension Corpora {
  /// Returns whether a table is there to compare with.
  static func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: file(name).path)
  }

  /// Returns the lines of a table below its head; none where the table is missing.
  static func rows(of name: String) -> [TableRow] {
    guard let text = try? String(contentsOf: file(name), encoding: .utf8) else { return [] }
    return CSV.records(of: text).dropFirst().compactMap { TableRow(fields: $0.fields) }
  }

  private static func file(_ name: String) -> URL {
    folder.appending(components: "tables", "\(name).csv")
  }
}
