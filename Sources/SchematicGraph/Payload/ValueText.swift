/// The text of a value that is the same on every run: no addresses, and no order that is left to
/// chance.
///
/// `String(describing:)` gives neither: inside others it names private types by their address, and
/// sets and dictionaries come in any order.
enum ValueText {
  /// Returns the text of a value.
  static func text(of value: Any) -> String {
    if let value = value as? String { return value.debugDescription }
    if let value = value as? any Graphable { return value.graphLabel }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children
    switch mirror.displayStyle {
    case .optional: return parts.first.map { text(of: $0.value) } ?? "nil"
    case .set:
      return "[\(parts.map { $0.value as? String ?? text(of: $0.value) }.sorted().listed)]"
    case .dictionary: return "[\(parts.map { pair($0.value) }.sorted().listed)]"
    case .collection: return "[\(parts.map { text(of: $0.value) }.listed)]"
    case .tuple: return "(\(parts.map(labelled).listed))"
    case .enum where !(value is any CustomStringConvertible):
      guard let payload = parts.first else { return String(describing: value) }
      let text = text(of: payload.value)
      let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
      return (payload.label ?? "") + (isTuple ? text : "(\(text))")
    case .struct where !(value is any CustomStringConvertible):
      return "\(type(of: value))(\(parts.map(labelled).listed))"
    default: return String(describing: value)
    }
  }

  private static func labelled(_ part: Mirror.Child) -> String {
    guard let label = part.label, !label.hasPrefix(".") else { return text(of: part.value) }
    return "\(label): \(text(of: part.value))"
  }

  private static func pair(_ keyAndValue: Any) -> String {
    Mirror(reflecting: keyAndValue).children.map { text(of: $0.value) }.joined(separator: ": ")
  }
}

extension [String] {
  fileprivate var listed: String { joined(separator: ", ") }
}
