import Foundation
import SchematicTestKit

/// The tables of specifications.
extension Corpora {
  /// Returns whether a table is there to compare with.
  static func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: file(name).path)
  }

  /// Returns the lines of a table below its head; none where the table is missing.
  static func rows(of name: String) -> [TableRow] {
    guard let text = try? String(contentsOf: file(name), encoding: .utf8) else { return [] }
    return CSV.lines(of: text).dropFirst().compactMap(TableRow.init)
  }

  private static func file(_ name: String) -> URL {
    folder.appending(components: "tables", "\(name).csv")
  }
}
