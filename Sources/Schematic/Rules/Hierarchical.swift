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
  /// By default, this is the name of the case. If one of the values that the case carries is `Hierarchical` and has a
  /// path, this path follows: that of `busy(Mode.playing, 7)` is `["busy", "playing"]`. If several have one, the one
  /// without a label is nested: in `waiting(Phase, last: Call)` it is the phase. If none or several of them are without
  /// a label, none is nested, because it wouldn't be clear which one. Implement the property for a type that isn't an
  /// enum, or to nest states in another way.
  var casePath: [String] { get }
}

extension Hierarchical {
  /// The name of the case, followed by the path of the nested value, if any.
  public var casePath: [String] { CasePath(of: self).components }
}

/// The names of nested cases from the outside in, as the source spells them.
package struct CasePath {
  package let components: [String]

  /// Reads the path of a value: the name of its case, then the path of the nested value.
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

  /// Returns the path of the nested value that a case carries, or an empty path if there is none.
  private static func payloadPath<Value>(of value: Value, _ path: (Any) -> [String]?) -> [String] {
    guard let payload = payload(of: value) else { return [] }
    if let found = path(payload) { return found }
    let values = (elements(of: payload) ?? []).map { ($0.label, path($0.value) ?? []) }
    return nested(of: values).map { values[$0].1 } ?? []
  }

  /// Returns the position of the nested value: the only one with a path or, if several have one, the only one of them
  /// without a label.
  package static func nested(of values: [(label: String?, path: [String])]) -> Int? {
    let states = values.indices.filter { !values[$0].path.isEmpty }
    guard states.count > 1 else { return states.first }
    let unlabeled = states.filter { values[$0].label == nil }
    return unlabeled.count == 1 ? unlabeled[0] : nil
  }

  /// Returns the payload of a case, or `nil` if the case carries nothing.
  static func payload<Value>(of value: Value) -> Any? {
    Mirror(reflecting: value).children.first?.value
  }

  /// Returns the elements of a payload that reflection shows as a tuple, or `nil` for any other
  /// payload.
  ///
  /// Reflection shows a tuple if the payload has several values or an argument label. It shows a position, `.0`, if an
  /// element has no label.
  static func elements(of payload: Any) -> [(label: String?, value: Any)]? {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return nil }
    return mirror.children.map { ($0.label?.first == "." ? nil : $0.label, $0.value) }
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
