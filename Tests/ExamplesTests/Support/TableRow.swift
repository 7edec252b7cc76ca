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
