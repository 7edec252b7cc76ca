/// The names of nested cases from the outside in, as they stand in the source.
package struct CasePath {
  package let components: [String]

  /// Reads the path of a value: its case, then the path of the one value it carries.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The path of a value that another carries; `nil` where it has none.
  package init<Value>(
    of value: Value,
    carrying path: (Any) -> [String]? = { ($0 as? any Hierarchical)?.casePath }
  ) {
    guard let name = enumCaseName(value).map({ String(cString: $0) }) else {
      components = [String(describing: value)]
      return
    }
    components = [Self.spelling(of: name)] + Self.payloadPath(of: value, path)
  }

  /// Returns the name of a case as it is read.
  ///
  /// The runtime keeps the backticks of a raw identifier, though not those of a keyword, and has a
  /// no-break space for each of its spaces.
  private static func spelling(of name: String) -> String {
    guard name.first == "`" else { return name }
    var spelling = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.dropFirst().dropLast() {
      spelling.append(scalar == "\u{A0}" ? " " : scalar)
    }
    return String(spelling)
  }

  /// Returns the path of the one value that a case carries; empty where it has none.
  private static func payloadPath(of value: Any, _ path: (Any) -> [String]?) -> [String] {
    let children = Mirror(reflecting: value).children
    guard children.count == 1, let payload = children.first?.value else { return [] }
    if let found = path(payload) { return found }
    // A payload with an argument label is reflected as a tuple of one.
    guard Mirror(reflecting: payload).displayStyle == .tuple else { return [] }
    return payloadPath(of: payload, path)
  }
}

/// Returns the name of an enum's case as the source spells it; `nil` where the value is no enum.
///
/// `String(describing:)` would ask a `CustomStringConvertible` type for its own text, which is a
/// label and no identity: two cases may print alike. The standard library's reflection reads case
/// names through this function of the runtime, whose name and form are part of Swift's stable
/// binary interface.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
