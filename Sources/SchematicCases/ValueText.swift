/// Returns the text of a value in a condition; a state is shown by its label, a string in quotes.
///
/// The text is the same in every run. `String(describing:)` doesn't promise that: it shows addresses
/// of private types, and the elements of sets and dictionaries in any order.
package func valueText(of value: Any) -> String { ValueText.described.text(of: value) }

/// Returns the text of a value as ``valueText(of:)`` does, but with neither its label nor quotes.
package func ownText(of value: Any) -> String { ValueText.described.ownText(of: value) }

/// Returns the text of a value's parts, whatever its own description is; empty for an object, and for
/// a value without parts.
///
/// The text is the same in every run, because an object among the parts is named after its type.
package func valueStructure(of value: Any) -> String {
  let reflected = ReflectedValue(value)
  let isObject = reflected.kind == nil || reflected.kind == .class
  return isObject || reflected.parts.isEmpty ? "" : ValueText.structural.text(of: value)
}

/// A way to write a value: as it describes itself, or by its parts.
private struct ValueText {
  static let described = ValueText(asksValue: true)
  static let structural = ValueText(asksValue: false)

  /// A Boolean value that indicates whether a value's own description or label is used.
  let asksValue: Bool

  func text(of value: Any) -> String {
    if let value = value as? String { return value.debugDescription }
    if asksValue, let value = value as? any Graphable { return value.diagramLabel }
    return ownText(of: value)
  }

  func ownText(of value: Any) -> String {
    let reflected = ReflectedValue(value)
    let parts = reflected.parts
    switch reflected.kind {
    case .optional: return parts.first.map { text(of: $0.value) } ?? "nil"
    case .set:
      return "[\(listed(parts.map { $0.value as? String ?? text(of: $0.value) }.sorted()))]"
    case .dictionary: return "[\(listed(parts.map { pairText(of: $0.value) }.sorted()))]"
    case .collection: return "[\(listed(parts.map { text(of: $0.value) }))]"
    case .tuple: return tupleText(of: parts)
    case .class where !asksValue: return "\(String(reflecting: type(of: value)).withoutContexts)"
    case .enum, .struct:
      guard !(value is any CustomStringConvertible) || !(asksValue || parts.isEmpty) else { break }
      guard let reflected = ReflectedCase(of: value) else {
        return "\(type(of: value))\(tupleText(of: parts))"
      }
      return reflected.name + (reflected.values.isEmpty ? "" : tupleText(of: reflected.values))
    default: break
    }
    return String(describing: value).withoutContexts
  }

  private func tupleText(of parts: [ReflectedValue.Part]) -> String {
    "(\(listed(parts.map { label, value in (label.map { "\($0): " } ?? "") + text(of: value) })))"
  }

  private func pairText(of keyAndValue: Any) -> String {
    ReflectedValue(keyAndValue).parts.map { text(of: $0.value) }.joined(separator: ": ")
  }

  private func listed(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}

extension String {
  /// The text without the contexts of private types, such as `(unknown context at $5a1b)`.
  package var withoutContexts: String {
    let parts = split(separator: "(unknown context at $", omittingEmptySubsequences: false)
    return parts.enumerated().map { number, part in
      guard number > 0, let end = part.firstIndex(of: ")") else { return String(part) }
      let rest = part[part.index(after: end)...]
      return String(rest.hasPrefix(".") ? rest.dropFirst() : rest)
    }.joined()
  }
}
