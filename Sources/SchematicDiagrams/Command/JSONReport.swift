import Foundation
import SchematicGraph

/// A report that programs read.
///
/// Keys keep their meanings, and later versions add keys. A change that breaks readers increases
/// `version`.
protocol JSONReport: Encodable {}

extension JSONReport {
  /// The version of the keys, which every report names.
  static var version: Int { 1 }

  /// The report as one JSON document, keys in alphabetical order; no log obeys a part of it.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return LogText.escaped(json: String(decoding: try encoder.encode(self), as: UTF8.self))
    }
  }
}

/// An edit of a graph as programs read it.
struct EditEntry: Encodable {
  let kind: String
  let region: String?
  let state: String?
  let before: String?
  let after: String?
  let summary: String

  init(_ edit: GraphEdit) {
    kind = edit.kind.rawValue
    region = edit.region
    state = edit.state
    before = edit.before
    after = edit.after
    summary = edit.summary
  }
}
