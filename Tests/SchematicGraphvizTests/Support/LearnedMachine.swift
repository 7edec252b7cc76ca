import Foundation
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
