/// A machine's answer to an event.
///
/// Every event gets an answer. Use it, ignore it, or let ``get()`` throw if the event was rejected
/// or failed.
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
  /// The event failed with this error.
  ///
  /// If the action, or a closure that commits or persists the transition, threw the error, the
  /// machine is in its old state. A ``QueueOverflowError`` means that the queue didn't accept the
  /// event, or that the event was handled and caused too many others.
  case failed(any Error)
  /// The subject no longer exists, so the event can't be handled.
  case subjectDeallocated

  /// Throws an error if the event was rejected or failed, or if the subject no longer exists.
  ///
  /// Returns normally if the event was taken, ignored or queued.
  ///
  /// - Throws: ``RejectedEventError`` for a rejected event, the error of ``failed(_:)`` for a
  ///   failed event, and ``SubjectDeallocatedError`` if the subject no longer exists.
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

/// The error if an event is a mistake in the state in which it arrived.
///
/// The error gives the state and the event as strings, so it can be thrown across isolation
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

  // An object, so that outcomes and cached rules, which have room for a rejection, stay small. A
  // cached rule's rejection is described only when somebody reads it: most are never read, and a
  // reason may depend on the user's language.
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
  /// The reason for the rejection, or `nil` if none was given.
  public var reason: String? { details.describe().reason }
  /// The names of the guards that were evaluated and did not hold.
  public var failedGuards: [String] { details.failedGuards }

  /// Creates a rejection, and describes the state and the event at once.
  @usableFromInline
  init<State, Event>(
    state: State, event: Event, reason: String? = nil, failedGuards: [String] = []
  ) {
    let description = Description(
      state: String(describing: state), event: String(describing: event), reason: reason)
    details = Details(failedGuards: failedGuards) { description }
  }

  /// Creates a rejection that is described only when it is read.
  ///
  /// The state and the event must take at most one byte each.
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

  /// The event, the state, the reason, and the guards that did not hold.
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
/// A machine holds an object weakly unless it owns the object. Keep the subject alive as long as
/// events arrive, or stop sending them.
public struct SubjectDeallocatedError: Error, Hashable, CustomStringConvertible {
  /// The problem, and what to do about it.
  public var description: String {
    "the machine's subject no longer exists; keep it alive while events arrive"
  }
}
