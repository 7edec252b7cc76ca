import Foundation

/// A report that programs read.
///
/// Its keys and their meanings stay; what is added later is new keys. Where that cannot be, `version`
/// goes up.
protocol JSONReport: Encodable {}

extension JSONReport {
  /// The version of the keys, which every report names.
  static var version: Int { 1 }

  /// The report as one JSON document, keys in alphabetical order.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
