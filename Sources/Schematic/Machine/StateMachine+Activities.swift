extension StateMachine {
  /// Ends and begins timeouts and tasks: see `RunningActivities.change`.
  @usableFromInline
  func switchActivities(
    _ change: StateChange, _ entered: EntryResult<Event, Subject>, _ subject: Subject
  ) {
    hasActivities = true
    extras.activities.change(change, entered.behaviors, subject, of: self)
  }

  /// Finishes the machine, which has reached a final state, and ends all its activities.
  @usableFromInline
  func finish() {
    lifecycle.finish()
    isStepIncomplete = true
    endActivities()
  }

  /// Records that the event of a timeout is handled, so that whoever saves the machine from now on saves that the timeout
  /// is over.
  @usableFromInline
  func noteSending(by activity: Int) { extras.activities.noteSending(by: activity) }

  /// Ends all timeouts and tasks, and answers an event, because the subject no longer exists.
  @usableFromInline
  func loseSubject(_ event: Event, from activity: Int?) -> Outcome {
    let sender = sender(activity)
    endActivities()
    if isObserved {
      notifyObservers(
        HandledEvent(
          event, from: sender, in: currentState, to: currentState, .subjectDeallocated))
    }
    return .subjectDeallocated
  }

  private func endActivities() {
    if hasActivities { extras.activities.end() }
  }

  /// Returns the sender with a number: a timeout, a task or a completion.
  ///
  /// If the number is `nil`, the sender is the timeout that is being replayed, or else the caller.
  @inlinable
  func sender(_ activity: Int?) -> EventSender {
    if activity == nil, existingExtras?.replayedSender == nil { return .caller }
    return senderOfActivity(activity)
  }

  @usableFromInline
  func senderOfActivity(_ activity: Int?) -> EventSender {
    if let activity { return extras.activities.sender(activity) }
    return existingExtras?.replayedSender ?? .caller
  }

  /// Handles the event of a timeout of the current state as if the timeout were due.
  package func handle(_ event: Event, ofTimeout sender: EventSender) -> Outcome {
    extras.replayedSender = sender
    defer { extras.replayedSender = nil }
    return receive(event, from: nil)
  }

  /// Returns the machine's actor, on which timeouts and tasks send their events.
  func home(_ subject: Subject) -> any Actor {
    if schema.storage.additions.isOnMainActor { return MainActor.shared }
    if let actor = subject as? any Actor { return actor }
    fatalError(
      """
      Timeouts and tasks need an actor to come back to, and \(Subject.self) is none. \
      Make the subject an actor, or its schema `on: MainActor.self`.
      """)
  }
}
