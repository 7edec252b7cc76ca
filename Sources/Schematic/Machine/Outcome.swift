/// The answer to an event, as its machine gives it.
///
/// Every event gets an answer. Look at it, ignore it, or let ``get()`` throw where the event could
/// not be accepted.
///
/// ```swift
/// machine.handle(.coin)             // .moved
/// try machine.handle(.push).get()   // throws RejectedEvent where a push is a mistake
/// ```
@frozen
public enum Outcome: Sendable {
  /// An external transition was taken; its action has run.
  case moved
  /// An internal transition was taken; its action has run.
  case stayed
  /// The event means nothing in the state.
  case ignored
  /// The event is a mistake in the state; nothing has changed.
  case rejected(RejectedEvent)
  /// The event was sent during a step and is handled after it, in order of arrival.
  case queued
  /// The action threw this error, and the state is as it was before the event.
  ///
  /// With a ``QueueOverflow``: the event was one too many for the queue and is not handled; or it
  /// was handled, whatever became of it, and caused others without end.
  case failed(any Error)
  /// The subject no longer exists; nothing has changed.
  case subjectGone

  /// Throws where the event was not accepted.
  ///
  /// Moved, stayed, ignored and queued events return normally.
  ///
  /// - Throws: ``RejectedEvent`` for a rejected event, the action's own error for a failed one, and
  ///   ``SubjectGone`` where the subject no longer exists.
  public func get() throws {
    switch self {
    case .moved, .stayed, .ignored, .queued: return
    case .rejected(let error): throw error
    case .failed(let error): throw error
    case .subjectGone: throw SubjectGone()
    }
  }
}

extension Outcome: Equatable {
  /// Returns whether two events met the same fate.
  ///
  /// ```swift
  /// machine.handle(.coin) == .moved  // true
  /// ```
  ///
  /// Two failures are equal when their errors are: an error that is not `Equatable` equals none,
  /// itself included.
  ///
  /// - Parameters:
  ///   - lhs: An outcome.
  ///   - rhs: Another outcome.
  /// - Returns: Whether they are equal.
  public static func == (lhs: Outcome, rhs: Outcome) -> Bool {
    switch (lhs, rhs) {
    case (.moved, .moved), (.stayed, .stayed), (.ignored, .ignored), (.queued, .queued),
      (.subjectGone, .subjectGone):
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

/// An event that the rules call a mistake in the state it arrived in.
///
/// State and event are given as text, so that the error can be thrown from any isolation whatever
/// the machine's types are. Where both are a byte each, the text is that of the moment when it is read.
///
/// ```swift
/// do { try gate.handle(.push).get() } catch let error as RejectedEvent {
///   print(error)  // event push is rejected in state locked: pay first
/// }
/// ```
public struct RejectedEvent: Error, Hashable, CustomStringConvertible {
  // One reference, because every outcome has room for a rejection.
  private class Details: @unchecked Sendable {
    let reason: String?
    let failedGuards: [String]

    init(reason: String?, failedGuards: [String]) {
      self.reason = reason
      self.failedGuards = failedGuards
    }

    var texts: (state: String, event: String) { fatalError("A subclass has the texts.") }
  }

  /// The texts of a state and an event that may not leave their isolation.
  private final class Worded: Details, @unchecked Sendable {
    private let words: (state: String, event: String)

    init(_ state: String, _ event: String, reason: String?, failedGuards: [String]) {
      words = (state, event)
      super.init(reason: reason, failedGuards: failedGuards)
    }

    override var texts: (state: String, event: String) { words }
  }

  /// A state and an event of a byte each, which hold no reference, put in words when these are read.
  private final class Kept<State, Event>: Details, @unchecked Sendable {
    private let state: State
    private let event: Event

    init(_ state: State, _ event: Event, reason: String?, failedGuards: [String]) {
      self.state = state
      self.event = event
      super.init(reason: reason, failedGuards: failedGuards)
    }

    override var texts: (state: String, event: String) {
      (String(describing: state), String(describing: event))
    }
  }

  private let details: Details

  /// The state that the event arrived in.
  public var state: String { details.texts.state }
  /// The event that was rejected.
  public var event: String { details.texts.event }
  /// Why, in the words of the rules; `nil` when they give no reason.
  public var reason: String? { details.reason }
  /// The names of the guards that were asked and did not hold.
  public var failedGuards: [String] { details.failedGuards }

  /// Creates a rejection of values that may be of any size.
  init<State, Event>(
    state: State, event: Event, reason: String? = nil, failedGuards: [String] = []
  ) {
    details = Worded(
      String(describing: state), String(describing: event), reason: reason,
      failedGuards: failedGuards)
  }

  /// Creates a rejection that keeps a state and an event of a byte each.
  init<State, Event>(
    keeping state: State, _ event: Event, reason: String?, failedGuards: [String]
  ) {
    details = Kept(state, event, reason: reason, failedGuards: failedGuards)
  }

  /// Returns whether two rejections say the same.
  ///
  /// - Parameters:
  ///   - lhs: A rejection.
  ///   - rhs: Another rejection.
  /// - Returns: Whether all they say is equal.
  public static func == (lhs: RejectedEvent, rhs: RejectedEvent) -> Bool {
    lhs.details === rhs.details
      || lhs.details.texts == rhs.details.texts && lhs.reason == rhs.reason
        && lhs.failedGuards == rhs.failedGuards
  }

  /// Feeds what the rejection says into a hash.
  ///
  /// - Parameter hasher: The hash.
  public func hash(into hasher: inout Hasher) {
    let texts = details.texts
    hasher.combine(texts.state)
    hasher.combine(texts.event)
    hasher.combine(reason)
    hasher.combine(failedGuards)
  }

  /// What was rejected, where and why.
  public var description: String {
    let why = reason.map { ": \($0)" } ?? ""
    let guards = failedGuards.map { "not \($0)" }.joined(separator: ", ")
    let texts = details.texts
    return "event \(texts.event) is rejected in state \(texts.state)\(why)"
      + (guards.isEmpty ? "" : " [\(guards)]")
  }
}

/// The subject of a machine no longer exists, so that an event could not be handled.
///
/// A machine holds a class subject weakly. Keep the subject alive as long as events arrive, or stop
/// sending them.
public struct SubjectGone: Error, Hashable, CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    "the machine's subject no longer exists; keep it alive while events arrive"
  }
}
