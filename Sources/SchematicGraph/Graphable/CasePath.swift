/// The names of nested cases from the outside in, as they stand in the source.
struct CasePath: CustomStringConvertible {
  private let components: [String]

  /// Reads the path of a value: its case, then the path of the one `Graphable` value it carries.
  init<Value>(of value: Value) {
    guard let name = enumCaseName(value).map({ String(cString: $0) }) else {
      components = [String(describing: value)]
      return
    }
    let nested = Self.payload(of: value).map { [$0.graphIdentifier] } ?? []
    components = [Self.spelling(of: name)] + nested
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

  var description: String { components.joined(separator: ".") }

  /// The one value that a case carries, if a diagram can name it.
  private static func payload(of value: Any) -> (any Graphable)? {
    let children = Mirror(reflecting: value).children
    guard children.count == 1, let payload = children.first?.value else { return nil }
    if let graphable = payload as? any Graphable { return graphable }
    // A payload with an argument label is reflected as a tuple of one.
    guard Mirror(reflecting: payload).displayStyle == .tuple else { return nil }
    return Self.payload(of: payload)
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
