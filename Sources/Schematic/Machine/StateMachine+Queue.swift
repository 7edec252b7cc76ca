// Events that arrive during a step.
extension StateMachine {
  @inlinable
  @inline(never)
  func enqueue(_ event: Event, from activity: Int?) -> Outcome {
    isStepIncomplete = true
    let extras = extras
    let bound = extras.maximumQueuedEvents
    let name = extras.queue.wantsName(bound: bound) ? String(describing: event) : nil
    let entry = EventQueue.Entry(event: event, activity: activity)
    let outcome =
      extras.queue.append(entry, named: name, bound: bound).map(Outcome.failed) ?? .queued
    if isObserved { notifyObserversOfQueueing(event, from: activity, outcome) }
    return outcome
  }

  /// Handles queued events until the queue is empty, and ends the step.
  ///
  /// - Parameter outcome: The outcome of the event that began the run.
  /// - Returns: The same outcome, or a failure if the run exceeded the queue's bound.
  @inlinable
  @inline(never)
  func handleQueuedEvents(after outcome: consuming Outcome) -> Outcome {
    defer { lifecycle.rest() }
    let extras = extras
    extras.replayedSender = nil
    while let next = extras.queue.takeFirst() {
      // A timeout or task of a state that has since been left must not affect a later state.
      if let activity = next.activity, !isRunning(activity) { continue }
      _ = runStep(next.event, from: next.activity)
    }
    isStepIncomplete = false
    if let overflow = extras.queue.finishRun() { return .failed(overflow) }
    return outcome
  }

  @usableFromInline
  func isRunning(_ activity: Int) -> Bool {
    extras.activities.isRunning(activity)
  }
}
