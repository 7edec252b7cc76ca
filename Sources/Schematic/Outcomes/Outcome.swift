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

/// The error if one event causes more events or completions than a machine allows.
///
/// Usually, events cause each other endlessly. The machine handled as many events as
/// ``StateMachine/maximumQueuedEvents`` allows, and queued no more until the queue was empty.
///
/// ```swift
/// machine.maximumQueuedEvents = 100
/// machine.handle(.ping)  // .failed(QueueOverflowError(bound: 100, cycle: ["ping", "pong"]))
/// ```
public struct QueueOverflowError: Error, Hashable, CustomStringConvertible {
  /// The bound that was exceeded: a number of events or of completions.
  package let bound: Int

  /// The events that repeat, in order, or the last events if no cycle was found.
  package let cycle: [String]

  @usableFromInline static let defaultBound = 10_000

  /// The number of events before the bound that are searched for a cycle.
  @usableFromInline static let traceLength = 64

  /// Creates the error from the last events that were queued, oldest first.
  @usableFromInline
  init(bound: Int, lastEvents: [String]) {
    self.bound = bound
    // The oldest events may lead into the cycle without belonging to it, so only the newer half
    // must repeat.
    let half = lastEvents.count / 2
    let period = (1...max(1, half)).first { period in
      let recent = lastEvents.suffix(max(2 * period, half))
      return zip(recent, recent.dropFirst(period)).allSatisfy(==)
    }
    cycle = Array(lastEvents.suffix(period ?? lastEvents.count))
  }

  /// The bound, the names of the events that repeat or came last, and what to do.
  public var description: String {
    """
    one event caused more than \(bound) queued events: \
    \((cycle + cycle.prefix(1)).joined(separator: " → ")); \
    let an action end the cycle, or raise the machine's maximumQueuedEvents
    """
  }
}
