/// A machine's answer to an event.
///
/// Every event gets an answer. Use it, ignore it, or let ``get()`` throw if the event wasn't
/// accepted.
///
/// ```swift
/// machine.handle(.coin)             // .moved
/// try machine.handle(.push).get()   // throws a RejectedEventError if a push is a mistake
/// ```
@frozen
public enum Outcome: Sendable {
  /// An external transition was taken; its action has run.
  case moved
  /// An internal transition was taken; its action has run.
  case stayed
  /// The event means nothing in the state.
  case ignored
  /// The event is a mistake in the state, and nothing has changed.
  case rejected(RejectedEventError)
  /// The event was sent during a step and will be handled after that step, in order of arrival.
  case queued
  /// The action threw this error, and the machine is back in the state it was in before the event.
  ///
  /// If the error is a ``QueueOverflowError``, the queue didn't accept the event, or the machine
  /// handled it and it caused an endless series of others.
  case failed(any Error)
  /// The subject no longer exists, and nothing has changed.
  case subjectDeallocated

  /// Throws if the event was not accepted.
  ///
  /// Returns normally if the event was taken, ignored or queued.
  ///
  /// - Throws: ``RejectedEventError`` for a rejected event, the action's own error for a failed one, and
  ///   ``SubjectDeallocatedError`` if the subject no longer exists.
  public func get() throws {
    switch self {
    case .moved, .stayed, .ignored, .queued: return
    case .rejected(let error): throw error
    case .failed(let error): throw error
    case .subjectDeallocated: throw SubjectDeallocatedError()
    }
  }
}

extension Outcome: Equatable {
  /// Returns whether two outcomes are equal.
  ///
  /// ```swift
  /// machine.handle(.coin) == .moved  // true
  /// ```
  ///
  /// Two failures are equal if their errors are. An error that isn't `Equatable` doesn't equal any
  /// error, not even itself.
  ///
  /// - Parameters:
  ///   - lhs: An outcome.
  ///   - rhs: Another outcome.
  /// - Returns: Whether they are equal.
  public static func == (lhs: Outcome, rhs: Outcome) -> Bool {
    switch (lhs, rhs) {
    case (.moved, .moved), (.stayed, .stayed), (.ignored, .ignored), (.queued, .queued),
      (.subjectDeallocated, .subjectDeallocated):
      return true
    case (.rejected(let left), .rejected(let right)):
      return left == right
    case (.failed(let left), .failed(let right)):
      guard let left = left as? any Equatable else { return false }
      return equals(left, right)
    default:
      return false
    }
  }

  private static func equals<Value: Equatable>(_ left: Value, _ right: any Error) -> Bool {
    left == right as? Value
  }
}

/// An event that the rules call a mistake in the state in which it arrived.
///
/// The state and the event are stored as strings, so the error can be thrown across isolation
/// boundaries whatever the machine's types are.
///
/// ```swift
/// do { try gate.handle(.push).get() } catch let error as RejectedEventError {
///   print(error)  // event push is rejected in state locked: pay first
/// }
/// ```
public struct RejectedEventError: Error, Hashable, CustomStringConvertible {
  private struct Description: Hashable {
    let state: String
    let event: String
    let reason: String?
  }

  // An object, because every outcome has room for a rejection and a cached rule holds one. It is
  // described only when somebody reads it: most rejections are never read, and a reason may depend
  // on the user's language.
  private final class Details: Hashable, Sendable {
    let failedGuards: [String]
    let describe: @Sendable () -> Description

    init(failedGuards: [String], _ describe: @escaping @Sendable () -> Description) {
      self.failedGuards = failedGuards
      self.describe = describe
    }

    static func == (one: Details, other: Details) -> Bool {
      one === other
        || one.failedGuards == other.failedGuards && one.describe() == other.describe()
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(failedGuards)
      hasher.combine(describe())
    }
  }

  private let details: Details

  /// The state in which the event arrived.
  public var state: String { details.describe().state }
  /// The event that was rejected.
  public var event: String { details.describe().event }
  /// The reason that the rules give, or `nil` if they give none.
  public var reason: String? { details.describe().reason }
  /// The names of the guards that were evaluated and did not hold.
  public var failedGuards: [String] { details.failedGuards }

  /// Creates a rejection of values of any size.
  @usableFromInline
  init<State, Event>(
    state: State, event: Event, reason: String? = nil, failedGuards: [String] = []
  ) {
    let description = Description(
      state: String(describing: state), event: String(describing: event), reason: reason)
    details = Details(failedGuards: failedGuards) { description }
  }

  /// Creates a rejection of a state and an event that take one byte each, and computes its reason
  /// when it is read.
  init<State, Event, Subject>(
    _ rules: Rules<State, Event, Subject>, to event: Event, in state: State,
    answered: [GuardRecorder<Subject>.Answer]
  ) {
    // A value of one byte holds no reference, so it is the same on every thread.
    nonisolated(unsafe) let (state, event) = (state, event)
    let answers = answered.map { (name: $0.name, holds: $0.holds) }
    details = Details(failedGuards: answers.filter { !$0.holds }.map(\.name)) {
      let guards = Guard<Subject> { name in answers.first { $0.name == name }?.holds ?? true }
      let answer =
        rules.hasGuards ? rules.guarded(state, event, guards) : rules.plain(state, event)
      return Description(
        state: String(describing: state), event: String(describing: event), reason: answer.reason)
    }
  }

  /// The event, the state, and the reason for the rejection.
  public var description: String {
    let described = details.describe()
    let why = described.reason.map { ": \($0)" } ?? ""
    let guards = failedGuards.map { "not \($0)" }.joined(separator: ", ")
    return "event \(described.event) is rejected in state \(described.state)\(why)"
      + (guards.isEmpty ? "" : " [\(guards)]")
  }
}

/// The error if an event can't be handled because the machine's subject no longer exists.
///
/// A machine holds an object weakly. Keep the subject alive as long as events arrive, or stop
/// sending them.
public struct SubjectDeallocatedError: Error, Hashable, CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    "the machine's subject no longer exists; keep it alive while events arrive"
  }
}
