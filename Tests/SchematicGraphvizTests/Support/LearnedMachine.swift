import Foundation
import SchematicTestKit
import Testing

/// A machine of the corpora, and what its index says of it.
struct LearnedMachine: Sendable, CustomTestStringConvertible {
  let file: URL
  /// The columns of the index that hold numbers.
  let figures: [String: Int]

  var name: String { file.deletingPathExtension().lastPathComponent }
  var testDescription: String { name }

  func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// The state to start in, for those that mark none or several.
  var initialState: String? {
    ["automatalib__graph_html": "s0", "automatalib__cluster": "c0_s0"][name]
  }
}

/// The machines learned from real programs.
extension Corpora {
  /// The learned machines that the index lists, the smallest first.
  static let learnedMachines: [LearnedMachine] = {
    let index = folder.appending(components: "mealy", "INDEX.csv")
    guard let text = try? String(contentsOf: index, encoding: .utf8) else { return [] }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
    guard let head = rows.first else { return [] }
    return rows.dropFirst().map { row in
      LearnedMachine(
        file: folder.appending(components: "mealy", row[0]),
        figures: Dictionary(
          zip(head, row).compactMap { name, value in Int(value).map { (name, $0) } },
          uniquingKeysWith: { first, _ in first }))
    }
  }()
}
