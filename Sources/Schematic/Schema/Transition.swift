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
    /// An external transition that names a part to leave and enter.
    case reenter(PartTransition<State, Subject>)
  }

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
    case .move, .reenter: return .external
    case .take(_, _, _, let isInternal): return isInternal ? .internal : .external
    }
  }

  /// The state that the transition names, or `nil` when the state stays as it is.
  ///
  /// An internal transition names a state only where it changes the payload:
  /// see `stay(as:_:perform:)`.
  public var target: State? {
    switch form {
    case .move(let target): return target
    case .take(_, _, let target, _): return target
    case .reenter(let answer): return answer.target
    case .ignored, .rejected: return nil
    }
  }

  /// The name of the action, as a diagram shows it, or `nil` when the action has no name.
  public var label: String? {
    switch form {
    case .take(let label, _, _, _): return label
    case .reenter(let answer): return answer.label
    case .ignored, .rejected, .move: return nil
    }
  }

  /// A Boolean value that indicates whether an action is performed that has no name for diagrams.
  package var hasUnnamedAction: Bool {
    switch form {
    case .take(let label, let action, _, _): return label == nil && action != nil
    case .reenter(let answer): return answer.label == nil && answer.action != nil
    case .ignored, .rejected, .move: return false
    }
  }

  /// Why the event is a mistake, or `nil` when it is none or no reason was given.
  public var reason: String? {
    guard case .rejected(let reason) = form else { return nil }
    return reason
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

/// The action of a transition, or the condition of a guard.
///
/// A structure around the closure: a closure that is itself the payload of an optional or of an enum
/// is wrapped into another one, which captures it.
@usableFromInline
protocol SubjectClosure {
  /// The same, of an optional subject.
  associatedtype OfOptional
}

@frozen @usableFromInline
struct Action<Subject>: SubjectClosure {
  @usableFromInline typealias OfOptional = Action<Subject?>

  @usableFromInline let run: (Subject) throws -> Void

  @inlinable
  init(_ run: @escaping (Subject) throws -> Void) {
    self.run = run
  }
}

@frozen @usableFromInline
struct Condition<Subject>: SubjectClosure {
  @usableFromInline typealias OfOptional = Condition<Subject?>

  @usableFromInline let holds: (Subject) -> Bool

  @inlinable
  init(_ holds: @escaping (Subject) -> Bool) {
    self.holds = holds
  }
}

/// The two words of an action or a condition: its code, and the captured context or 0.
///
/// A closure that is kept in a generic structure takes the address of its subject, and an optional has
/// its value at its own address. So the closure can be handed an optional subject that is there,
/// where it lies: unwrapping it would copy it, and counting that copy costs as much as a step.
/// `RuleTableTests/handsOverSubjectsOfEveryLayout` fails where that is not so.
@frozen @usableFromInline
struct ClosureWords<Closure: SubjectClosure> {
  @usableFromInline let code: Int
  @usableFromInline let context: Int

  @inlinable
  @inline(__always)
  init(code: Int, context: Int) {
    (self.code, self.context) = (code, context)
  }

  /// Takes a closure apart, together with the reference to what it captures.
  ///
  /// Moved out of the place that it was put in, because a copy of it would be counted.
  @inlinable
  @inline(__always)
  init(_ closure: consuming Closure) {
    (code, context) = _withUnprotectedUnsafeTemporaryAllocation(of: Closure.self, capacity: 1) {
      [closure] place in
      place.initializeElement(at: 0, to: closure)
      return UnsafeRawPointer(place.baseAddress!).load(as: (Int, Int).self)
    }
  }

  /// Returns the closure for an optional subject, which takes over the reference: once for each time
  /// that a closure was taken apart.
  @inlinable
  @inline(__always)
  func makeClosure() -> Closure.OfOptional {
    _withUnprotectedUnsafeTemporaryAllocation(of: (Int, Int).self, capacity: 1) { place in
      place.initializeElement(at: 0, to: (code, context))
      return UnsafeMutableRawPointer(place.baseAddress!)
        .assumingMemoryBound(to: Closure.OfOptional.self).move()
    }
  }
}

/// A closure that captures nothing, and so is the same on every thread and is never counted.
@frozen @usableFromInline
struct KeptClosure<Closure: SubjectClosure> {
  @usableFromInline let code: Int

  /// Keeps a closure; `nil` where it captures anything.
  init?(_ closure: Closure) {
    let words = ClosureWords(closure)
    code = words.code
    if words.context != 0 {
      _ = words.makeClosure()
      return nil
    }
  }

  @inlinable
  @inline(__always)
  var words: ClosureWords<Closure> { ClosureWords(code: code, context: 0) }
}

// The forms with an action yield to those of actors, which say more about the action.
extension Transition {
  /// Returns an external transition: leave the state, move, perform, enter.
  ///
  /// A transition to the state it came from leaves it and enters it again; use
  /// `stay(_:perform:)` where nothing is to be left.
  ///
  /// ```swift
  /// case .coin: return .to(.unlocked, "open") { $0.open() }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run once the state has changed. What it throws restores the state and
  ///     becomes the outcome ``Outcome/failed(_:)``.
  /// - Returns: The transition; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    Transition(.take(label: label, action: Action(perform), target: state, isInternal: false))
  }

  /// Returns an external transition without an action.
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: What diagrams show beside the event.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func to(_ state: State, _ label: String? = nil) -> Transition {
    if label == nil { return Transition(.move(state)) }
    return Transition(.take(label: label, action: nil, target: state, isInternal: false))
  }

  /// An internal transition without an action: the event is expected and nothing changes.
  @inlinable public static var stay: Transition {
    Transition(.take(label: nil, action: nil, target: nil, isInternal: true))
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
    _ label: String? = nil,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    Transition(.take(label: label, action: Action(perform), target: nil, isInternal: true))
  }

  /// Returns an internal transition without an action.
  ///
  /// - Parameter label: What diagrams show beside the event.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(_ label: String?) -> Transition {
    Transition(.take(label: label, action: nil, target: nil, isInternal: true))
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
    as state: State,
    _ label: String? = nil,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    Transition(.take(label: label, action: Action(perform), target: state, isInternal: true))
  }

  /// Returns an internal transition that changes the payload and performs nothing.
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: What diagrams show beside the event.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(as state: State, _ label: String? = nil) -> Transition {
    Transition(.take(label: label, action: nil, target: state, isInternal: true))
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

/// A condition on the subject, with the name that diagrams show for it.
///
/// The third parameter of a schema's logic, by custom called `when`. A machine asks the condition.
/// When a diagram is drawn there is no subject: the name is answered both ways and the logic is run
/// once for each combination, so that both branches appear and no condition runs.
///
/// ```swift
/// return when("paid") { $0.coins >= 2 } ? .to(.unlocked) : .rejected("pay first")
/// ```
///
/// Two guards of the same name are the same condition: it is asked once for each event, and asked
/// again gives the answer it gave before, to a machine as in a diagram.
///
/// Diagrams combine names by `and`, `or` and `not`; a name with one of these words stands in
/// parentheses: `[(salt and pepper) and not hot]`.
///
/// A condition must not change the subject and must not send events.
@frozen
public struct Guard<Subject> {
  /// The subject that conditions are asked of; `nil` in a diagram.
  @usableFromInline let subject: Subject?

  /// The record of what the subject answered; `nil` in a diagram.
  @usableFromInline let recorder: GuardRecorder<Subject>?

  /// The answers by name, in a diagram or of other guards.
  @usableFromInline let answers: ((String, Condition<Subject>) -> Bool)?

  /// Creates guards that ask a subject and record what the conditions answer.
  @inlinable
  init(subject: Subject, recorder: GuardRecorder<Subject>) {
    self.subject = subject
    self.recorder = recorder
    answers = nil
  }

  /// Creates guards that are answered by name, without a subject.
  package init(answers: @escaping (String) -> Bool) {
    self.init(asking: { name, _ in answers(name) })
  }

  private init(asking answers: @escaping (String, Condition<Subject>) -> Bool) {
    subject = nil
    recorder = nil
    self.answers = answers
  }

  /// Returns guards that ask these about a subject that another holds.
  func mappingSubject<Inner>(_ map: @escaping (Subject) -> Inner) -> Guard<Inner> {
    Guard<Inner>(asking: { name, condition in
      ask(name, Condition { condition.holds(map($0)) })
    })
  }

  /// Returns whether the condition holds.
  ///
  /// - Parameters:
  ///   - name: The name of the condition: two guards of the same name are the same condition.
  ///   - condition: The meaning of the name. It is asked of the subject, and never by a diagram.
  /// - Returns: The condition's answer or, in a diagram, the answer that is being tried.
  @_disfavoredOverload
  @inlinable
  public func callAsFunction(_ name: String, _ condition: @escaping (Subject) -> Bool) -> Bool {
    ask(name, Condition(condition))
  }

  @inlinable
  func ask(_ name: String, _ condition: Condition<Subject>) -> Bool {
    guard let recorder, let subject else { return answers!(name, condition) }
    return recorder.answer(name, condition, subject)
  }
}
