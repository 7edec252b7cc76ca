/// Returns the text of a value in a condition; a state is shown by its label, a string in quotes.
///
/// The text is the same in every run. `String(describing:)` doesn't promise that: it shows addresses,
/// and the elements of sets and dictionaries in any order. `…` takes the place of an ignored property.
package func valueText(of value: Any, ignoring ignored: IgnoredProperties = .none) -> String {
  ValueText(asksValue: true, ignored: ignored).text(of: value)
}

/// Returns the text of a value as ``valueText(of:ignoring:)`` does, but with neither its label nor
/// quotes.
package func ownText(of value: Any, ignoring ignored: IgnoredProperties = .none) -> String {
  ValueText(asksValue: true, ignored: ignored).ownText(of: value)
}

/// Returns the text of a value's parts, whatever its own description is; empty for an object, and for
/// a value without parts.
///
/// The text is the same in every run, because an object among the parts is named after its type.
package func valueStructure(of value: Any, ignoring ignored: IgnoredProperties = .none) -> String {
  let reflected = ReflectedValue(value)
  let isObject = reflected.kind == nil || reflected.kind == .class
  return isObject || reflected.parts.isEmpty
    ? "" : ValueText(asksValue: false, ignored: ignored).text(of: value)
}

/// Returns the name of a value's type, without its module and the contexts of private types.
package func typeText(of value: Any) -> String {
  String(describing: type(of: value)).withoutContexts
}

/// A way to write a value: as it describes itself, or by its parts.
private struct ValueText {
  /// A Boolean value that indicates whether a value's own description or label is used.
  let asksValue: Bool
  let ignored: IgnoredProperties

  func text(of value: Any) -> String {
    if let value = value as? any StringProtocol { return String(value).debugDescription }
    if asksValue, let value = value as? any Graphable, !ignored.occur(in: value) {
      return value.diagramLabel
    }
    return ownText(of: value)
  }

  func ownText(of value: Any) -> String {
    if let value = value as? String { return value.withoutContexts.withVisibleControls }
    if value is any Continuation { return "continuation" }
    let reflected = ReflectedValue(value)
    if reflected.kind == .struct, let text = Self.text(ofBytes: value) { return text }
    let parts = reflected.parts(ignored)
    switch reflected.kind {
    case .optional: return parts.first.map { text(of: $0) } ?? "nil"
    case .set:
      return "[\(listed(parts.map { $0.value as? String ?? text(of: $0) }.sorted()))]"
    case .dictionary: return "[\(listed(parts.map { pairText(of: $0) }.sorted()))]"
    case .collection: return "[\(listed(parts.map { text(of: $0) }))]"
    case .tuple: return tupleText(of: parts)
    case .class where !asksValue: return String(reflecting: type(of: value)).withoutContexts
    case .class where !(value is any CustomStringConvertible): return typeText(of: value)
    case .enum, .struct:
      let describesItself =
        value is any CustomStringConvertible
        && (parts.isEmpty || asksValue && !ignored.occur(in: value))
      guard !describesItself else { break }
      guard let reflected = ReflectedCase(of: value) else {
        return "\(typeText(of: value))\(tupleText(of: parts))"
      }
      let values = reflected.values(ignored)
      return reflected.name + (values.isEmpty ? "" : tupleText(of: values))
    default: break
    }
    return String(describing: value).withoutContexts.withoutAddresses.withVisibleControls
  }

  /// The number of bytes up to which they are shown.
  private static let mostBytes = 8

  /// Returns the text of a few bytes whose description tells how many they are, such as that of `Data`; `nil` for any
  /// other value.
  private static func text(ofBytes value: Any) -> String? {
    func bytes(_ list: some Collection) -> [UInt8]? {
      list.prefix(mostBytes + 1).map(\.self) as? [UInt8]
    }
    guard let list = value as? any RandomAccessCollection, let bytes = bytes(list),
      (1...mostBytes).contains(bytes.count)
    else { return nil }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return bytes.map { "x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
    return String(decoding: bytes, as: UTF8.self).debugDescription
  }

  /// Returns the text of a part, in which its own ignored properties are left out.
  private func text(of part: ReflectedValue.ReadPart) -> String {
    ValueText(asksValue: asksValue, ignored: part.ignored).text(of: part.value)
  }

  private func tupleText(of parts: [ReflectedValue.ReadPart]) -> String {
    "(\(listed(parts.map { part in (part.label.map { "\($0): " } ?? "") + text(of: part) })))"
  }

  private func pairText(of keyAndValue: ReflectedValue.ReadPart) -> String {
    ReflectedValue(keyAndValue.value).parts(keyAndValue.ignored).map { text(of: $0) }
      .joined(separator: ": ")
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

  /// The text with `\n` in place of a line break, and so on for other control characters.
  fileprivate var withVisibleControls: String {
    String(
      unicodeScalars.flatMap { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
        default: String(scalar)
        }
      })
  }

  /// The text with `0x…` in place of each address, because addresses differ from run to run.
  ///
  /// A hexadecimal number with six or more digits counts as an address.
  package var withoutAddresses: String {
    split(separator: "0x", omittingEmptySubsequences: false).enumerated().map { number, part in
      let digits = part.prefix(while: \.isHexDigit)
      guard number > 0 else { return String(part) }
      return digits.count >= 6 ? "0x…" + part.dropFirst(digits.count) : "0x" + part
    }.joined()
  }
}
