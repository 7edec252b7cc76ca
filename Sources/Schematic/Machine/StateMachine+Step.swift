extension StateMachine {
  /// Handles one event, from the first hook to the last.
  func step(_ event: Event) -> Outcome {
    guard let subject else {
      endActivities()
      return .subjectGone
    }
    for hook in schema.hooks.beforeEvent { hook(state, event, subject) }
    let transition = decide(event, subject)
    let outcome: Outcome
    switch transition.kind {
    case .ignored:
      outcome = ignore(event)
    case .rejected:
      outcome = .rejected(
        RejectedEvent(
          state: state, event: event, reason: transition.reason,
          failedGuards: schema.hasGuards ? guardRecorder.failed : []))
    case .internal, .external:
      outcome = take(transition, on: event, subject)
    }
    for hook in schema.hooks.afterEvent { hook(state, event, outcome, subject) }
    return outcome
  }

  /// Asks the rules what an event means now.
  func decide(_ event: Event, _ subject: Subject) -> Transition<State, Subject> {
    var recorder: GuardRecorder?
    if schema.hasGuards {
      // A guard may ask what is permitted, which is no part of what is taken down for the event.
      recorder = isDeciding ? GuardRecorder() : guardRecorder
      recorder?.begin()
    }
    let wasDeciding = isDeciding
    isDeciding = true
    defer { isDeciding = wasDeciding }
    return schema.answer(to: event, in: state, Guard(subject: subject, recorder: recorder))
  }

  private func ignore(_ event: Event) -> Outcome {
    assert(
      schema.unhandledEvents != .trap,
      "The rules ignore event \(event) in state \(state); handle it, or choose another policy.")
    return .ignored
  }

  /// Leaves, moves, performs and enters, then tells the observers.
  private func take(
    _ transition: Transition<State, Subject>, on event: Event, _ subject: Subject
  ) -> Outcome {
    let source = state
    let target = transition.target ?? source
    let isInternal = transition.kind == .internal
    if !isInternal { schema.hooks.exit(source, for: target, on: event, subject) }
    state = target
    do {
      try transition.action?(subject)
    } catch {
      state = source
      // What was left is entered again, so that hooks that belong together stay in step.
      if !isInternal { schema.hooks.enter(source, from: target, on: event, subject) }
      return .failed(error)
    }
    if !isInternal {
      schema.hooks.enter(target, from: source, on: event, subject)
      beginActivities(from: source, subject)
    }
    if !observers.isEmpty {
      // A copy, because an observer may register or remove observers.
      let observers = observers
      observers.tell(
        TakenTransition(
          source: source, target: target, event: event, label: transition.label,
          isInternal: isInternal),
        subject)
    }
    if isFinished { finish() }
    return isInternal ? .stayed : .moved
  }

  /// Ends what belongs to a machine that handles no more events.
  private func finish() {
    endActivities()
    changeObservers { $0.removeAll() }
  }
}
