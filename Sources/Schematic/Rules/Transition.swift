/// The answer of a schema's logic: what one event means in one state.
///
/// A transition is a value. It says what should happen and does nothing by itself: the machine that
/// asked makes the move and runs the action, and a diagram that asked runs no action at all.
///
/// ```swift
/// return .to(.unlocked, "open") { $0.open() }  // leave, move, perform, enter
/// return .stay("count") { $0.coins += 1 }      // perform; nothing is left or entered
/// return .ignored                              // nothing here, and no mistake; so does nil
/// return .rejected("pay first")                // a mistake here, and why
/// ```
public struct Transition<State, Subject> {
  /// What the event does.
  public let kind: TransitionKind

  /// The state that the transition names, or `nil` when the state stays as it is.
  ///
  /// An internal transition names a state only where it changes the payload:
  /// see ``stay(as:_:perform:)``.
  public let target: State?

  /// The label of the action or, on a rejection, its reason: a transition never has both.
  let text: String?

  /// What the machine performs when it takes the transition.
  let action: ((Subject) throws -> Void)?

  init(
    kind: TransitionKind,
    target: State? = nil,
    text: String? = nil,
    action: ((Subject) throws -> Void)? = nil
  ) {
    self.kind = kind
    self.target = target
    self.text = text
    self.action = action
  }

  /// The name of the action, as a diagram shows it, or `nil` when the action has no name.
  public var label: String? { kind == .rejected ? nil : text }

  /// Why the event is a mistake, or `nil` when it is none or no reason was given.
  public var reason: String? { kind == .rejected ? text : nil }
}

extension Transition: ExpressibleByNilLiteral {
  /// Creates the transition that ignores the event, so that `return nil` reads as it always did.
  ///
  /// - Parameter nilLiteral: Nothing.
  public init(nilLiteral: ()) {
    self = .ignored
  }
}
