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
@frozen
public struct Transition<State, Subject> {
  // A case for each form, so that the frequent ones hold nothing that has to be released.
  @frozen @usableFromInline
  enum Form {
    // One bit, so that this case is told by the tag alone: a case without any is told by all of it.
    case ignored(Bool)
    case rejected(reason: String?)
    /// An external transition that performs nothing and has no label.
    case move(State)
    case take(label: String?, action: Action<Subject>?, target: State?, isInternal: Bool)
    /// An external transition that names a region to leave and enter.
    case reenter(RegionTransition<State, Subject>)
  }

  @usableFromInline let form: Form

  @inlinable
  init(_ form: Form) {
    self.form = form
  }

  /// Creates a transition that may perform something.
  @inlinable
  @inline(__always)
  init(
    _ label: String?, _ action: Action<Subject>?, to target: State?, isInternal: Bool,
    reentering region: PartialKeyPath<State>? = nil
  ) {
    guard let region, let target else {
      form = .take(label: label, action: action, target: target, isInternal: isInternal)
      return
    }
    form = .reenter(
      RegionTransition(region: region, target: target, label: label, action: action))
  }

  /// What the event does.
  public var kind: TransitionKind {
    switch form {
    case .ignored: return .ignored
    case .rejected: return .rejected
    case .move, .reenter: return .external
    case .take(_, _, _, let isInternal): return isInternal ? .internal : .external
    }
  }

  /// The state that the transition names, or `nil` if the state stays as it is.
  ///
  /// An internal transition names a state only if it changes the payload: see `stay(as:_:perform:)`.
  public var target: State? {
    switch form {
    case .move(let target): return target
    case .take(_, _, let target, _): return target
    case .reenter(let answer): return answer.target
    case .ignored, .rejected: return nil
    }
  }

  /// The name of the action, as a diagram shows it, or `nil` if the action has no name.
  public var label: String? {
    switch form {
    case .take(let label, _, _, _): return label
    case .reenter(let answer): return answer.label
    case .ignored, .rejected, .move: return nil
    }
  }

  /// Why the event is a mistake, or `nil` if it is none or no reason was given.
  public var reason: String? {
    guard case .rejected(let reason) = form else { return nil }
    return reason
  }

  /// A Boolean value that indicates whether an action is performed that has no name for diagrams.
  package var hasUnnamedAction: Bool {
    switch form {
    case .take(let label, let action, _, _): return label == nil && action != nil
    case .reenter(let answer): return answer.label == nil && answer.action != nil
    case .ignored, .rejected, .move: return false
    }
  }
}

/// An event's effect on a state.
///
/// The four answers that the logic of a ``StateMachineSchema`` can give. External and internal are
/// UML's words (OMG UML 2.5.1, §14.2.3.8.1 *Transition kinds relative to source*).
@frozen
public enum TransitionKind: Hashable, Sendable {
  /// The state is left and a state is entered, which may be the same one.
  case external
  /// Something may be performed, but no state is left and none is entered.
  case `internal`
  /// The event means nothing in the state.
  case ignored
  /// The event is a mistake in the state.
  case rejected
}

/// An external transition that names a region to leave and enter: an object, because few are asked for.
@usableFromInline
final class RegionTransition<State, Subject> {
  @usableFromInline let region: AnyKeyPath
  @usableFromInline let target: State
  @usableFromInline let label: String?
  @usableFromInline let action: Action<Subject>?

  @usableFromInline
  init(region: AnyKeyPath, target: State, label: String?, action: Action<Subject>?) {
    self.region = region
    self.target = target
    self.label = label
    self.action = action
  }
}

// The forms with an action yield to those of actors, which say more about the action.
extension Transition {
  /// Returns an external transition: leave the state, move, perform, enter.
  ///
  /// A transition to the state it came from leaves it and enters it again; use `stay(as:_:perform:)`
  /// if nothing is to be left.
  ///
  /// ```swift
  /// case .coin: return .to(.unlocked, "open") { $0.open() }
  /// ```
  ///
  /// If the states consist of regions, the regions that change are left and entered, or all of them if
  /// none changes. Name a region to have it left and entered though it does not change:
  ///
  /// ```swift
  /// // Starts playback anew, and leaves the noise as it is.
  /// case .restart: return .to(state, "rewind", reentering: \.playback) { $0.rewind() }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: The name of the action in diagrams.
  ///   - region: The region to leave and enter besides those that change.
  ///   - perform: The action, run once the state has changed. An error that it throws restores the
  ///     state and becomes the outcome ``Outcome/failed(_:)``.
  /// - Returns: The transition; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    reentering region: PartialKeyPath<State>? = nil,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    Transition(label, Action(perform), to: state, isInternal: false, reentering: region)
  }

  /// Returns an external transition without an action.
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: What diagrams show beside the event.
  ///   - region: The region to leave and enter besides those that change.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func to(
    _ state: State, _ label: String? = nil, reentering region: PartialKeyPath<State>? = nil
  ) -> Transition {
    if label == nil, region == nil { return Transition(.move(state)) }
    return Transition(label, nil, to: state, isInternal: false, reentering: region)
  }

  /// An internal transition without an action: the event is expected and nothing changes.
  @inlinable public static var stay: Transition {
    Transition(nil, nil, to: nil, isInternal: true)
  }

  /// Returns an internal transition: perform, and neither leave nor enter a state.
  ///
  /// ```swift
  /// case .coin: return .stay("count") { $0.coins += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action.
  /// - Returns: The transition; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func stay(
    _ label: String? = nil, perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    Transition(label, Action(perform), to: nil, isInternal: true)
  }

  /// Returns an internal transition without an action.
  ///
  /// - Parameter label: What diagrams show beside the event.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(_ label: String?) -> Transition {
    Transition(label, nil, to: nil, isInternal: true)
  }

  /// Returns an internal transition that only changes what the state carries.
  ///
  /// The new state must be the same case with another payload. Leaving the case this way is a
  /// mistake that drawing the machine reports as a finding.
  ///
  /// ```swift
  /// case (.fetching, .progress(let part)): return .stay(as: .fetching(part))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run once the payload has changed.
  /// - Returns: The transition; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func stay(
    as state: State, _ label: String? = nil, perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    Transition(label, Action(perform), to: state, isInternal: true)
  }

  /// Returns an internal transition that changes the payload and performs nothing.
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: What diagrams show beside the event.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(as state: State, _ label: String? = nil) -> Transition {
    Transition(label, nil, to: state, isInternal: true)
  }

  /// The event means nothing in the state, which is not an error.
  @inlinable public static var ignored: Transition { Transition(.ignored(true)) }

  /// The event is a mistake in the state: the machine says so, and nothing moves.
  @inlinable public static var rejected: Transition { Transition(.rejected(reason: nil)) }

  /// Returns the answer that the event is a mistake in the state, and why.
  ///
  /// ```swift
  /// case .push: return .rejected("pay first")
  /// ```
  ///
  /// - Parameter reason: Why, for the caller and for the diagram.
  /// - Returns: The rejection.
  @inlinable
  public static func rejected(_ reason: String) -> Transition {
    Transition(.rejected(reason: reason))
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
