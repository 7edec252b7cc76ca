/// A state type with nested values, such as `active.playing` inside `active`.
///
/// An enum that nests another enum only declares the conformance:
///
/// ```swift
/// enum Player: Hierarchical {
///   case off
///   case active(Mode)
/// }
/// enum Mode: Hierarchical { case playing, paused }
///
/// Player.active(.playing).casePath  // ["active", "playing"]
/// ```
///
/// The path decides which states a transition leaves and enters. Moving from `active.playing` to
/// `active.paused` neither leaves nor enters `active`. Diagrams use the same path to name states.
public protocol Hierarchical: SendableMetatype {
  /// The names from the outermost state to the innermost.
  ///
  /// By default, this is the name of the case. If exactly one of the values that the case carries is `Hierarchical`
  /// and has a path, this path follows: that of `busy(Mode.playing, 7)` is `["busy", "playing"]`. If several have
  /// one, none of them is nested, because it wouldn't be clear which one. Implement the property for a type that
  /// isn't an enum, or to nest states in another way.
  var casePath: [String] { get }
}

extension Hierarchical {
  /// The name of the case, followed by the path of its only `Hierarchical` value, if any.
  public var casePath: [String] { CasePath(of: self).components }
}

/// The names of nested cases from the outside in, as the source spells them.
package struct CasePath {
  package let components: [String]

  /// Reads the path of a value: the name of its case, then the path of the only value it carries that has one.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: Returns the path of a carried value, or `nil` if it has none.
  package init<Value>(
    of value: Value,
    carrying path: (Any) -> [String]? = { ($0 as? any Hierarchical)?.casePath }
  ) {
    guard let name = Self.caseName(of: value) else {
      components = [String(describing: value)]
      return
    }
    components = [name] + Self.payloadPath(of: value, path)
  }

  /// Returns the name of a value's case, or `nil` if its type isn't an enum.
  package static func caseName<Value>(of value: Value) -> String? {
    enumCaseName(value).map { spelling(of: String(cString: $0)) }
  }

  /// Returns the name of a case as people read it.
  ///
  /// The runtime keeps the backticks of a raw identifier, but not the backticks of a keyword, and
  /// it writes each space as a no-break space.
  private static func spelling(of name: String) -> String {
    guard name.first == "`" else { return name }
    var spelling = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.dropFirst().dropLast() {
      spelling.append(scalar == "\u{A0}" ? " " : scalar)
    }
    return String(spelling)
  }

  /// Returns the path of the only value with a path that a case carries, or an empty path if there is none or several.
  private static func payloadPath<Value>(of value: Value, _ path: (Any) -> [String]?) -> [String] {
    guard let payload = payload(of: value) else { return [] }
    if let found = path(payload) { return found }
    return only((elements(of: payload) ?? []).lazy.compactMap(path))
  }

  /// Returns the only path that isn't empty, or an empty one if there is none or several.
  package static func only(_ paths: some Sequence<[String]>) -> [String] {
    var found: [String] = []
    for path in paths where !path.isEmpty {
      guard found.isEmpty else { return [] }
      found = path
    }
    return found
  }

  /// Returns the payload of a case, or `nil` if the case carries nothing.
  static func payload<Value>(of value: Value) -> Any? {
    Mirror(reflecting: value).children.first?.value
  }

  /// Returns the elements of a payload that reflection shows as a tuple, or `nil` for any other
  /// payload.
  ///
  /// Reflection shows a tuple if the payload has several values or an argument label.
  static func elements(of payload: Any) -> [Any]? {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : nil
  }
}

/// Returns the name of an enum case as the source spells it, or `nil` if the value isn't an enum.
///
/// Swift has no public API for this. `Mirror` knows only the names of cases with a payload. If a
/// type conforms to `CustomStringConvertible` or a similar protocol, `String(describing:)`,
/// `String(reflecting:)` and `dump` print the type's own description, which doesn't identify a
/// case: two cases may print the same. The standard library's own reflection reads case names with
/// this function of the runtime, whose name and signature are part of Swift's stable ABI.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
