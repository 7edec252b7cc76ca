/// One thing that a value carries, by the name that a condition gives it.
struct PayloadField: Hashable {
  /// The argument label or the property; the name of the case for its only value without a label.
  let name: String
  let value: Value

  /// What is carried, as far as conditions tell it apart.
  enum Value: Hashable {
    case bool(Bool)
    case integer(Int)
    case other(String)
  }

  /// The field with as much of its value as a condition shows.
  var shown: PayloadField {
    guard case .other = value else { return self }
    return PayloadField(name: name, value: .other(value.description))
  }
}

extension PayloadField.Value: CustomStringConvertible {
  /// The longest text of a value that a condition shows, in characters.
  private static let longest = 40

  /// The value as a condition shows it.
  var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .other(let text):
      text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
    }
  }
}
