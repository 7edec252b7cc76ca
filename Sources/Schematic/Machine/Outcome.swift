/// What became of an event.
///
/// Every event gets an answer. Look at it, ignore it, or let ``get()`` throw where the event could
/// not be accepted.
///
/// ```swift
/// machine.handle(.coin)             // .moved
/// try machine.handle(.push).get()   // throws RejectedEvent where a push is a mistake
/// ```
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
