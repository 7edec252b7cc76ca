// Machines that continue from a saved state.
extension StateMachine {
  /// The time until the next timeout of the current state sends its event, or `nil` if none is
  /// running.
  ///
  /// Store this time with the saved machine. You can then find the machines that are due without
  /// creating them:
  ///
  /// ```swift
  /// row.due = machine.timeUntilNextTimeout.map { now + $0 }
  /// ```
  ///
  /// The time is zero if a timeout is due but the machine's actor hasn't handled the timeout yet.
  ///
  /// - Complexity: O(*n*) in the number of timeouts and tasks of the state.
  public var timeUntilNextTimeout: Duration? {
    pendingTimeouts.map(\.remaining).min()
  }

  /// The running timeouts of the current state, and the time until each sends its event.
  package var pendingTimeouts: [(sender: EventSender, remaining: Duration)] {
    hasActivities ? extras.activities.pendingTimeouts : []
  }

  /// The senders of the running tasks of the current state.
  package var runningTasks: [EventSender] {
    hasActivities ? extras.activities.runningTasks : []
  }

  /// The progress of the current state's timeouts, each with the state in which it began.
  ///
  /// In the middle of a step, these are the timeouts that the machine has after the step.
  package var timeoutProgress: [(progress: TimeoutProgress, state: State)] {
    let running = hasActivities ? extras.activities.timeoutProgress(but: pendingChange) : []
    guard let pendingChange, let subject else { return running }
    if schema.isFinal(currentState) { return [] }
    return running
      + timeouts(entering: currentState, by: pendingChange, subject).map { owner, timeout, state in
        let progress = TimeoutProgress(
          of: owner, timeout.name, elapsed: .zero, isOver: false,
          namedLength: timeout.namedLength(of: subject))
        return (progress, state)
      }
  }

  /// Returns whether the machine would have these timeouts, running or over, if it entered its state now.
  ///
  /// If not, an internal transition has changed what decides about them, or the machine wasn't started.
  package func wouldBegin(_ timeouts: [TimeoutProgress]) -> Bool {
    guard let subject else { return true }
    var left = timeouts
    let change = schema.storage.change(entering: currentState)
    return self.timeouts(entering: currentState, by: change, subject).allSatisfy {
      owner, timeout, _ in
      left.firstIndex { $0.isProgress(of: owner, timeout.name) }.map { left.remove(at: $0) } != nil
    } && left.isEmpty
  }

  /// Returns the timeouts of the states that a change enters, and begins none of them.
  func timeouts(
    entering state: State, by change: StateChange, _ subject: Subject
  ) -> [OwnedTimeout<State, Event, Subject>] {
    enter(state, change, subject, runsActions: false).behaviors.timeouts(of: state)
  }

  /// Returns the timeouts of a state that a machine enters, or of all the states in which saved timeouts began.
  private func timeouts(
    _ entered: EntryResult<Event, Subject>, _ saved: [TimeoutProgress], begunIn states: [State]?,
    _ subject: Subject
  ) -> [OwnedTimeout<State, Event, Subject>] {
    guard let states else { return entered.behaviors.timeouts(of: currentState) }
    // What the state carries now didn't decide, so a timeout that isn't saved has not begun.
    return zip(saved, states).compactMap { progress, state in
      let change = schema.storage.change(entering: state)
      let begun = timeouts(entering: state, by: change, subject)
      if let same = begun.first(where: { progress.isProgress(of: $0.owner, $0.timeout.name) }) {
        return same
      }
      // Only the length has changed, if it is clear which timeout this was.
      let alike = begun.filter { progress.isLike($0.owner, $0.timeout.name) }
      return alike.count == 1 && progress.isOnlyOne(in: saved) ? alike[0] : nil
    }
  }

  /// A sentence that says why the machine can't be saved now; `nil` if it can.
  package var obstacleToSaving: String? {
    if case .new = lifecycle, schema.hasStateAnswers, !schema.isFinal(currentState),
      let subject,
      case let change = schema.storage.change(entering: currentState),
      !timeouts(entering: currentState, by: change, subject).isEmpty
    {
      return
        "its timeouts have not begun; start the machine, or resume it from the snapshot that it was restored from"
    }
    // Who commits a transition knows that a death loses the events that wait.
    guard let extras = existingExtras, !extras.isCommitting else { return nil }
    let waiting =
      extras.queue.hasEvents
      ? "events wait to be handled"
      : subject.map(isCompletionDue) == true ? "a completion waits to be taken" : nil
    return waiting.map { "\($0); save it in `onCommit(_:)`, or between two events" }
  }

  /// Enters the state in which the machine was created.
  ///
  /// A new machine is in its state but hasn't entered it, because entering runs entry actions and
  /// would begin the tasks of a saved state a second time. Start the machine after you have stored
  /// it and set its clock. Starting runs the entry actions of all levels of the state, the
  /// outermost first, and begins the state's timeouts and tasks. Entering calls no observer, because
  /// there is no event.
  ///
  /// ```swift
  /// let machine = StateMachine(schema: schema, subject: player, state: saved)
  /// machine.clock = clock
  /// machine.start()  // .moved
  /// machine.start()  // .ignored
  /// ```
  ///
  /// Starting is a step: events that the actions send are queued and handled before `start`
  /// returns.
  ///
  /// - Returns: ``Outcome/moved`` if the machine entered the state. ``Outcome/ignored`` if it has
  ///   already started or has handled an event. ``Outcome/subjectDeallocated`` if the subject no
  ///   longer exists. ``Outcome/failed(_:)`` with a ``QueueOverflowError`` if the actions caused
  ///   more events than ``maximumQueuedEvents``.
  @discardableResult
  public func start() -> Outcome {
    start { subject in
      let change = schema.storage.change(entering: currentState)
      pendingChange = change
      defer { pendingChange = nil }
      let entered = enter(currentState, change, subject)
      // A machine whose regions are all in final states is finished, too.
      if schema.isFinal(currentState) {
        finish()
      } else {
        switchActivities(change, entered, subject)
      }
    }
  }

  /// Resumes in the state in which the machine was created, without entering it.
  ///
  /// No entry action runs, tasks begin, timeouts continue, and overdue timeouts send their events.
  ///
  /// `passed` is the time since the progress was saved. `states` are the states in which the timeouts began, if the
  /// machine has changed its state since. `completing` are the completions that waited.
  package func resume(
    _ timeouts: [TimeoutProgress], begunIn states: [State]? = nil,
    completing: (regions: [String?], event: Event)? = nil, after passed: Duration
  ) -> Outcome {
    var overdue: [(number: Int, event: Event)] = []
    var outcome = start { subject in
      let change = schema.storage.change(entering: currentState)
      let entered = enter(currentState, change, subject, runsActions: false)
      guard !schema.isFinal(currentState) else { return finish() }
      hasActivities = true
      if states != nil { slowPathReasons.insert(.activitiesOfOtherStates) }
      let begun = self.timeouts(entered, timeouts, begunIn: states, subject)
      overdue = extras.activities.resume(timeouts, after: passed, for: begun) {
        extras.activities.change(change, entered.behaviors, timeouts: begun, subject, of: self)
      }
      if let completing { takeCompletions(of: completing.regions, completing.event, subject) }
    }
    // Each is handled to completion before the next one, as it would have been in time.
    for timeout in overdue where isRunning(timeout.number) {
      let next = receive(timeout.event, from: timeout.number)
      if case .failed(let error) = next, error is QueueOverflowError { outcome = next }
      extras.activities.noteEnd(of: timeout.number)
    }
    return outcome
  }

  private func start(_ enter: (Subject) -> Void) -> Outcome {
    if case .deciding = lifecycle {
      fatalError("A guard or the logic of a schema started the machine that asked it.")
    }
    guard lifecycle.start() else { return .ignored }
    guard let subject else {
      lifecycle = .new
      return .subjectDeallocated
    }
    if schema.storage.features.contains(.states) { enter(subject) }
    return drainQueue(after: .moved)
  }
}
