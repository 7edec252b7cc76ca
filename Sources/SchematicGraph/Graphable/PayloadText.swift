/// What a case carries, as its name shows it.
struct PayloadText {
  private let display: PayloadDisplay

  init(_ display: PayloadDisplay) {
    self.display = display
  }

  /// Returns the values in parentheses; nothing where none of them shows.
  ///
  /// The only value of a case is not listed when it is `Graphable`: the path goes on with it.
  func list(_ values: [(label: String?, value: Any)]) -> String {
    if values.count == 1, values[0].value is any Graphable { return "" }
    let texts = values.compactMap { label, value in
      text(of: value).map { text in label.map { "\($0): \(text)" } ?? text }
    }
    return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
  }

  /// Returns the text of a value; `nil` where it does not show.
  private func text(of value: Any) -> String? {
    guard display != .hidden else { return nil }
    switch value {
    case let value as any OptionalValue:
      return value.wrapped.map { text(of: $0) ?? "some" } ?? "nil"
    case let value as any Graphable: return value.graphLabel
    case let value as Bool: return "\(value)"
    case let value as any CaseIterable: return String(describing: value)
    default: break
    }
    guard display == .all else { return (value as? any ResultValue)?.caseName }
    switch value {
    case is String, is Substring, is Character: return String(reflecting: value)
    default: return String(describing: value)
    }
  }
}

/// An optional of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

/// A result of any type.
private protocol ResultValue {
  var caseName: String { get }
}

extension Result: ResultValue {
  fileprivate var caseName: String {
    switch self {
    case .success: "success"
    case .failure: "failure"
    }
  }
}
