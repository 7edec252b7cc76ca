// Most machines are plain: their rules have no hooks, timeouts, final states and the like. Asking for
// each of these costs more than the step, so a step without is written out here. It does what any
// step does, in the same order: see `step`.
extension StateMachine {
  /// Handles one event of a plain machine at rest, and what is sent meanwhile.
  @inlinable
  @inline(__always)
  func plainStep(_ event: Event, _ subject: @autoclosure () -> Subject) -> Outcome {
    let storage = schema.storage
    phase = .deciding
    let form =
      storage.hasGuards
      ? storage.guardedLogic(currentState, event, guards(subject(), extras.guardRecorder)).form
      : storage.plainLogic(currentState, event).form
    let outcome: Outcome
    switch consume form {
    case .ignored:
      // Nothing waits: while the rules are asked, nobody may send.
      phase = .idle
      return .ignored
    case .rejected(let reason):
      phase = .handling
      outcome = reject(event, reason)
    case .move(let target):
      phase = .handling
      let source = currentState
      currentState = target
      if isObserved { tellObservers(of: event, nil, from: source, false, subject()) }
      outcome = .moved
    case .take(let label, let action, let target, let isInternal):
      phase = .handling
      let source = currentState
      if let target { currentState = target }
      do {
        try perform(consume action, subject())
        if isObserved { tellObservers(of: event, label, from: source, isInternal, subject()) }
        outcome = isInternal ? .stayed : .moved
      } catch {
        currentState = source
        outcome = .failed(error)
      }
    }
    if isQueueUsed { return completePlainStep(outcome) }
    phase = .idle
    return outcome
  }

  /// Performs an action, which is consumed: a copy of it would be counted.
  @inlinable
  @inline(__always)
  func perform(
    _ action: consuming Transition<State, Subject>.Action?, _ subject: @autoclosure () -> Subject
  ) throws {
    switch consume action {
    case .some(let action): try action(subject())
    case .none: break
    }
  }

  /// The same on a subject that is held weakly, and lives until the step is over.
  @inlinable
  @inline(never)
  func weakPlainStep(_ event: Event) -> Outcome {
    guard let object = objectAsSubject else { return .subjectGone }
    return withExtendedLifetime(object) { plainStep(event, object) }
  }

  @inlinable
  @inline(never)
  func completePlainStep(_ outcome: consuming Outcome) -> Outcome {
    defer { phase = .idle }
    return complete(outcome)
  }
}
