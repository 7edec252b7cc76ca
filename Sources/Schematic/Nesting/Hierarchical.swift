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

/// The states that an external transition leaves and enters.
///
/// States that source and target both lie in are neither left nor entered. The innermost state always
/// is: a transition to where it came from leaves it and enters it again (OMG UML 2.5.1,
/// §14.2.3.4.5).
@frozen @usableFromInline
struct PathChange {
  /// The number of states, from the outermost on, that are neither left nor entered.
  @usableFromInline let kept: Int
  /// The depth of the source: the states from this one down to the kept ones are left.
  @usableFromInline let left: Int
  /// The depth of the target: the states from the kept ones up to this one are entered.
  @usableFromInline let entered: Int

  @inlinable
  init(kept: Int, left: Int, entered: Int) {
    self.kept = kept
    self.left = left
    self.entered = entered
  }

  /// The change where one state is left and one entered.
  @inlinable static var flat: PathChange { PathChange(kept: 0, left: 1, entered: 1) }

  @usableFromInline
  init<State>(from source: State, to target: State) {
    self.init(from: Self.path(of: source), to: Self.path(of: target))
  }

  init(from source: [String], to target: [String]) {
    left = max(1, source.count)
    entered = max(1, target.count)
    kept = min(zip(source, target).prefix { $0 == $1 }.count, left - 1, entered - 1)
  }

  /// Creates the change of a machine that enters its first state.
  @usableFromInline
  init<State>(entering state: State) {
    self.init(entering: Self.path(of: state))
  }

  init(entering path: [String]) {
    self.init(kept: 0, left: 0, entered: max(1, path.count))
  }

  /// The change that enters again what this one has left.
  @inlinable var undone: PathChange { PathChange(kept: kept, left: entered, entered: left) }

  /// Returns the path of a state; empty where its type does not nest.
  @usableFromInline
  static func path<State>(of state: State) -> [String] {
    (state as? any Hierarchical)?.casePath ?? []
  }
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
/// `String(describing:)` would ask a `CustomStringConvertible` type for its own text, which is a
/// label and no identity: two cases may print alike. The standard library's reflection reads case
/// names through this function of the runtime, whose name and form are part of Swift's stable
/// binary interface.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
