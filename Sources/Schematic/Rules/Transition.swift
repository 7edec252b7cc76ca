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
  // A case for each form, so that the frequent ones hold nothing that has to be released.
  @usableFromInline
  enum Form {
    // One bit, so that this case is told by the tag alone: a case without any is told by all of it.
    case ignored(Bool)
    case rejected(reason: String?)
    /// An external transition that performs nothing and has no label.
    case move(State)
    case take(label: String?, action: Action?, target: State?, isInternal: Bool)
  }

  /// What a machine performs when it takes a transition.
  @usableFromInline typealias Action = (Subject) throws -> Void

  @usableFromInline let form: Form

  @inlinable
  init(_ form: Form) {
    self.form = form
  }

  /// What the event does.
  public var kind: TransitionKind {
    switch form {
    case .ignored: return .ignored
    case .rejected: return .rejected
    case .move: return .external
    case .take(_, _, _, let isInternal): return isInternal ? .internal : .external
    }
  }

  /// The state that the transition names, or `nil` when the state stays as it is.
  ///
  /// An internal transition names a state only where it changes the payload:
  /// see ``stay(as:_:perform:)``.
  public var target: State? {
    switch form {
    case .move(let target): return target
    case .take(_, _, let target, _): return target
    case .ignored, .rejected: return nil
    }
  }

  /// The name of the action, as a diagram shows it, or `nil` when the action has no name.
  public var label: String? {
    guard case .take(let label, _, _, _) = form else { return nil }
    return label
  }

  /// Why the event is a mistake, or `nil` when it is none or no reason was given.
  public var reason: String? {
    guard case .rejected(let reason) = form else { return nil }
    return reason
  }
}

extension Transition: ExpressibleByNilLiteral {
  /// Creates the transition that ignores the event, so that `return nil` reads as it always did.
  ///
  /// - Parameter nilLiteral: Nothing.
  @inlinable
  public init(nilLiteral: ()) {
    self = .ignored
  }
}
