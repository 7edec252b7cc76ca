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
