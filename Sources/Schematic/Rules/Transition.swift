/// The answer of a schema's logic: what one event means in one state.
///
/// A transition is a value. It says what should happen and does nothing by itself: a machine makes
/// the move and runs the action, while a diagram runs no action at all.
///
/// ```swift
/// return .to(.unlocked, "open") { $0.open() }  // leave, move, perform, enter
/// return .stay("count") { $0.coins += 1 }      // perform; nothing is left or entered
/// return .ignored                              // nothing here, and no mistake; so does nil
/// return .rejected("pay first")                // a mistake here, and why
/// ```
@frozen
public struct Transition<State, Subject> {
  // Frequent answers have cases of their own, because copying these retains no label and no action.
  @frozen @usableFromInline
  enum Form {
    // The payload means nothing, but lets a test for this case read only the tag. For a case
    // without a payload, the test would compare every byte.
    case ignored(Bool)
    case rejected(reason: String?)
    /// An external transition that performs nothing and has no label.
    case move(State)
    case take(label: String?, action: Action<Subject>?, target: State?, isInternal: Bool)
    /// The answers of regions to one event.
    case joint(JointTransition<State, Subject>)
  }

  @usableFromInline let form: Form

  @inlinable
  init(_ form: Form) {
    self.form = form
  }

  /// Creates a transition that may have a label and an action.
  @inlinable
  @inline(__always)
  init(
    _ label: String?, _ action: Action<Subject>?, to target: State?, isInternal: Bool
  ) {
    form = .take(label: label, action: action, target: target, isInternal: isInternal)
  }

  /// The effect of the event.
  public var kind: TransitionKind {
    switch form {
    case .ignored: return .ignored
    case .rejected: return .rejected
    case .move: return .external
    case .take(_, _, _, let isInternal): return isInternal ? .internal : .external
    case .joint(let answer): return answer.isInternal ? .internal : .external
    }
  }

  /// The state that the transition names, or `nil` if it names none.
  ///
  /// An internal transition names a state only if it changes the payload: see `stay(as:_:perform:)`.
  public var target: State? {
    switch form {
    case .move(let target): return target
    case .take(_, _, let target, _): return target
    case .joint(let answer): return answer.target
    case .ignored, .rejected: return nil
    }
  }

  /// The label in diagrams, usually the name of the action, or `nil` if there is none.
  ///
  /// The label of effects is the names of their cases: `upload, count`.
  public var label: String? {
    switch form {
    case .take(let label, _, _, _): return label ?? effectNames
    case .joint(let answer): return answer.label
    case .ignored, .rejected, .move: return nil
    }
  }

  /// The reason why the event is a mistake, or `nil` if it isn't one or no reason was given.
  public var reason: String? {
    guard case .rejected(let reason) = form else { return nil }
    return reason
  }

  /// A Boolean value that indicates whether the transition has an action without a name for
  /// diagrams.
  package var hasUnnamedAction: Bool {
    switch form {
    case .take(_, let action, _, _): return label == nil && action != nil
    case .joint(let answer): return answer.label == nil && answer.answers.action != nil
    case .ignored, .rejected, .move: return false
    }
  }
}

extension Transition.Form {
  /// The answers of the regions, or `nil` if no region takes the event.
  @inlinable var joint: JointTransition<State, Subject>? {
    if case .joint(let answer) = self { answer } else { nil }
  }
}

/// An event's effect on a state.
///
/// The logic of a ``StateMachineSchema`` can give these four answers. *External* and *internal* are
/// UML's terms (OMG UML 2.5.1, §14.2.3.8.1 *Transition kinds relative to source*).
@frozen
public enum TransitionKind: Hashable, Sendable {
  /// A state is left and a state is entered; both may be the same state.
  case external
  /// No state is left or entered, but an action may run.
  case `internal`
  /// The event means nothing in the state.
  case ignored
  /// The event is a mistake in the state.
  case rejected
}

// The forms with an action are disfavored, so that Swift prefers the overloads for actors: see
// `Actor.swift`.
extension Transition {
  /// Returns an external transition: leave the state, move, perform the action, enter.
  ///
  /// A transition from a state to itself leaves the state and enters it again. Use
  /// `stay(as:_:perform:)` if nothing should be left.
  ///
  /// ```swift
  /// case .coin: return .to(.unlocked, "open") { $0.open() }
  /// ```
  ///
  /// In the rules of a region, the transition leaves only that region's state. The other regions
  /// follow their own rules.
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: The name of the action in diagrams.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - perform: The action, which runs after the state has changed. If it throws, the machine
  ///     returns to the old state, and the outcome is ``Outcome/failed(_:)``.
  /// - Returns: The transition. Nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(label, Action(perform), to: state, isInternal: false)
  }

  /// Returns an internal transition: perform the action without leaving or entering a state.
  ///
  /// ```swift
  /// case .coin: return .stay("count") { $0.coins += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - perform: The action.
  /// - Returns: The transition. Nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func stay(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(label, Action(perform), to: nil, isInternal: true)
  }

  /// Returns an internal transition that changes only the payload of the state.
  ///
  /// The new state must be the same case with another payload. If a transition leaves the case this
  /// way, the diagram reports a finding.
  ///
  /// ```swift
  /// case (.fetching, .progress(let part)): return .stay(as: .fetching(part))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: The name of the action in diagrams.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - perform: The action, which runs after the payload has changed.
  /// - Returns: The transition. Nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func stay(
    as state: State,
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(label, Action(perform), to: state, isInternal: true)
  }
}
