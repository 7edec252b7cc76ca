extension StateMachine {
  /// Handles one event, if there still is a subject.
  @inlinable
  func step(_ event: Event) -> Outcome {
    if value != nil { return step(event, value!) }
    guard let object = objectAsSubject else { return loseSubject() }
    // It lives until the step is over, whether or not the step still needs it.
    return withExtendedLifetime(object) { step(event, object) }
  }

  /// Handles one event, from the first hook to the last.
  ///
  /// The subject is evaluated only where it is needed: counting a reference to it can cost as much
  /// as the rest of the step.
  @inlinable
  @inline(__always)
  func step(_ event: Event, _ subject: @autoclosure () -> Subject) -> Outcome {
    if schema.storage.hasHooks { callHooks(before: event, subject()) }
    let form = decide(event, subject()).form
    let outcome: Outcome
    switch consume form {
    case .ignored:
      outcome = ignore(event)
    case .rejected(let reason):
      outcome = reject(event, reason)
    case .move(let target):
      outcome = take(nil, nil, to: target, isInternal: false, on: event, subject())
    case .take(let label, let action, let target, let isInternal):
      outcome = take(label, action, to: target, isInternal: isInternal, on: event, subject())
    }
    if schema.storage.hasHooks { callHooks(after: event, outcome, subject()) }
    return outcome
  }

  /// Asks the rules what an event means now.
  @inlinable
  @inline(__always)
  func decide(
    _ event: Event, _ subject: @autoclosure () -> Subject
  ) -> Transition<State, Subject> {
    let before = phase
    phase = .deciding
    defer { phase = before }
    return schema.answer(to: event, in: currentState) {
      // A guard may ask what is permitted, which is no part of what is taken down for the event.
      guards(subject(), before == .deciding ? GuardRecorder() : extras)
    }
  }

  /// Returns guards that nothing was asked of yet.
  @inlinable
  @inline(__always)
  func guards<Held>(_ subject: Held, _ recorder: GuardRecorder) -> Guard<Held> {
    recorder.begin()
    return Guard(subject: subject, recorder: recorder)
  }

  /// Leaves, moves, performs and enters, then tells the observers.
  @inlinable
  @inline(__always)
  func take(
    _ label: String?, _ action: Transition<State, Subject>.Action?, to target: State?,
    isInternal: Bool, on event: Event, _ subject: @autoclosure () -> Subject
  ) -> Outcome {
    let source = currentState
    let target = target ?? source
    let hasHooks = schema.storage.hasHooks && !isInternal
    if hasHooks { callHooks(leaving: source, for: target, on: event, subject()) }
    currentState = target
    do {
      if let action { try action(subject()) }
    } catch {
      currentState = source
      // What was left is entered again, so that hooks that belong together stay in step.
      if hasHooks { callHooks(entering: source, from: target, on: event, subject()) }
      return .failed(error)
    }
    if hasHooks { callHooks(entering: target, from: source, on: event, subject()) }
    if schema.storage.hasActivities, !isInternal { beginActivities(from: source, subject()) }
    if isObserved { tellObservers(of: event, label, from: source, isInternal, subject()) }
    if isFinished { finish() }
    return isInternal ? .stayed : .moved
  }

  @inlinable
  @inline(never)
  func tellObservers<Held>(
    of event: Event, _ label: String?, from source: State, _ isInternal: Bool, _ subject: Held
  ) {
    // A copy, because an observer may register or remove observers.
    guard let observers = existingExtras?._withUnsafeGuaranteedRef({ $0.observers }) else { return }
    observers.of(Held.self).tell(
      TakenTransition(
        source: source, target: currentState, event: event, label: label, isInternal: isInternal),
      subject)
  }
}

// What few steps do, out of the way of those that do not.
extension StateMachine {
  @usableFromInline
  func loseSubject() -> Outcome {
    endActivities()
    return .subjectGone
  }

  @inlinable
  @inline(__always)
  func ignore(_ event: Event) -> Outcome {
    if !schema.storage.ignoresUnhandledEvents { complain(of: event) }
    return .ignored
  }

  @usableFromInline
  func complain(of event: Event) {
    assert(
      schema.extras.unhandledEvents != .trap,
      "The rules ignore event \(event) in state \(state); handle it, or choose another policy.")
  }

  @inlinable
  @inline(never)
  func reject(_ event: Event, _ reason: String?) -> Outcome {
    if !schema.storage.rules.hasGuards, let cell = RejectionMemo.Cell(currentState, event),
      let known = extras.rejections[cell], known.reason == reason
    {
      return .rejected(known)
    }
    return rejectAnew(event, reason)
  }

  @usableFromInline
  func rejectAnew(_ event: Event, _ reason: String?) -> Outcome {
    let hasGuards = schema.storage.rules.hasGuards
    let rejection = RejectedEvent(
      state: state, event: event, reason: reason, failedGuards: hasGuards ? extras.failed : [])
    if !hasGuards, let cell = RejectionMemo.Cell(state, event) {
      extras.rejections[cell] = rejection
    }
    return .rejected(rejection)
  }

  @usableFromInline
  func callHooks(before event: Event, _ subject: Subject) {
    for hook in schema.extras.hooks.beforeEvent { hook(state, event, subject) }
  }

  @usableFromInline
  func callHooks(after event: Event, _ outcome: Outcome, _ subject: Subject) {
    for hook in schema.extras.hooks.afterEvent { hook(state, event, outcome, subject) }
  }

  @usableFromInline
  func callHooks(
    leaving source: State, for target: State, on event: Event, _ subject: Subject
  ) {
    schema.extras.hooks.exit(source, for: target, on: event, subject)
  }

  @usableFromInline
  func callHooks(
    entering target: State, from source: State, on event: Event, _ subject: Subject
  ) {
    schema.extras.hooks.enter(target, from: source, on: event, subject)
  }

  /// Ends what belongs to a machine that handles no more events.
  @usableFromInline
  func finish() {
    endActivities()
    // The guards of this event are no reason for rejecting the next.
    existingExtras?.takeUnretainedValue().begin()
    changeObservers { $0.removeAll() }
  }
}
