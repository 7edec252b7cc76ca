/// An answer of rules: a ``Transition``, or one whose closures are isolated to the main actor.
///
/// The answers without a closure are the same for both. Nothing else conforms.
public protocol TransitionAnswer<State, Subject>: ExpressibleByNilLiteral {
  /// The states of the rules.
  associatedtype State
  /// The subject of the rules.
  associatedtype Subject
  /// Creates the answer from a transition.
  init(answer: Transition<State, Subject>)
}

extension TransitionAnswer {
  /// Returns an external transition without an action.
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: The label in diagrams, shown after the event.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The transition. Nothing has happened yet.
  @inlinable
  public static func to(
    _ state: State, _ label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    SourceRecord.note(.transition, label, fileID, line)
    if label == nil { return Self(answer: Transition(.move(state))) }
    return Self(answer: Transition(label, nil, to: state, isInternal: false))
  }

  /// An internal transition without an action: the event is expected, and nothing changes.
  @inlinable public static var stay: Self {
    Self(answer: Transition(nil, nil, to: nil, isInternal: true))
  }

  /// Returns an internal transition without an action.
  ///
  /// - Parameters:
  ///   - label: The label in diagrams, shown after the event.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The transition. Nothing has happened yet.
  @inlinable
  public static func stay(_ label: String?, fileID: StaticString = #fileID, line: UInt = #line)
    -> Self
  {
    SourceRecord.note(.transition, label, fileID, line)
    return Self(answer: Transition(label, nil, to: nil, isInternal: true))
  }

  /// Returns an internal transition that changes the payload and performs nothing.
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: The label in diagrams, shown after the event.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The transition. Nothing has happened yet.
  @inlinable
  public static func stay(
    as state: State, _ label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    SourceRecord.note(.transition, label, fileID, line)
    return Self(answer: Transition(label, nil, to: state, isInternal: true))
  }

  /// The event means nothing in the state, and isn't a mistake.
  @inlinable public static var ignored: Self { Self(answer: Transition(.ignored(true))) }

  /// The event is a mistake in the state: the machine rejects it and doesn't move.
  @inlinable public static var rejected: Self {
    Self(answer: Transition(.rejected(reason: nil)))
  }

  /// Returns the answer that the event is a mistake in the state, with a reason.
  ///
  /// ```swift
  /// case .push: return .rejected("pay first")
  /// ```
  ///
  /// - Parameters:
  ///   - reason: The reason, for the caller and for the diagram.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The rejection.
  @inlinable
  public static func rejected(_ reason: String, fileID: StaticString = #fileID, line: UInt = #line)
    -> Self
  {
    SourceRecord.note(.transition, reason, fileID, line)
    return Self(answer: Transition(.rejected(reason: reason)))
  }
}

extension TransitionAnswer {
  /// Creates a transition that ignores the event, so that `return nil` means `.ignored`.
  ///
  /// - Parameter nilLiteral: Nothing.
  @inlinable
  public init(nilLiteral: ()) {
    self = .ignored
  }
}

extension Transition: TransitionAnswer {
  /// Creates a copy of a transition.
  @inlinable
  public init(answer: Transition) { self = answer }
}
