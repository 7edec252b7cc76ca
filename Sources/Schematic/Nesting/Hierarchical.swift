/// A state type whose values lie inside one another: `active.playing` inside `active`.
///
/// An enum that nests another enum has everything already:
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
/// The path decides which states a transition leaves and enters: moving from `active.playing` to
/// `active.paused` neither leaves nor enters `active`. Diagrams name states by the same path.
public protocol Hierarchical: SendableMetatype {
  /// The names from the outermost state to the innermost.
  ///
  /// Unless you say otherwise: the name of the case and, where it carries exactly one value and that
  /// is itself `Hierarchical`, the path of that value. A case that carries several values nests in
  /// none of them, because either could be the one: `case busy(Mode, Int)` is `["busy"]`. A type
  /// that is not an enum, or wants another rule, says its own.
  var casePath: [String] { get }
}

extension Hierarchical {
  /// The name of the case, then the path of the one `Hierarchical` value it carries.
  public var casePath: [String] { CasePath(of: self).components }
}

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
    guard let name = Self.caseName(of: value) else {
      components = [String(describing: value)]
      return
    }
    components = [name] + Self.payloadPath(of: value, path)
  }

  /// Returns the name of a value's case; `nil` where its type is no enum.
  package static func caseName<Value>(of value: Value) -> String? {
    enumCaseName(value).map { spelling(of: String(cString: $0)) }
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
/// Nothing official returns it. `Mirror` has the names of cases with a payload only. `String(describing:)`,
/// `String(reflecting:)` and `dump` ask a type that conforms to `CustomStringConvertible` and the like for
/// its own text, which is a label and no identity: two cases may print alike. The standard library's
/// reflection reads case names through this function of the runtime, whose name and form are part of
/// Swift's stable binary interface.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
