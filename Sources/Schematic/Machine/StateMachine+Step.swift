extension StateMachine {
  /// Handles an event to completion and says what became of it.
  ///
  /// One step decides by the rules, runs the exit actions, changes the state, runs the action, which
  /// sees the new state, runs the entry actions, and tells the observers. An action that throws
  /// leaves the state as it was.
  ///
  /// An event that arrives during a step is queued and handled after it, in order of arrival, before
  /// the outermost `handle` returns (UML's run to completion: OMG UML 2.5.1, §14.2.3.9.1). It meets
  /// the state that it finds then, which need not be the one it was sent in.
  ///
  /// ```swift
  /// machine.handle(.push)             // .moved, .stayed, .ignored, …
  /// try machine.handle(.push).get()   // throws where the event was not accepted
  /// ```
  ///
  /// - Parameter event: The event.
  /// - Returns: What became of this event; ``Outcome/queued`` when it was sent during a step.
  ///   Where the events that it caused passed ``queueBound``, ``Outcome/failed(_:)`` with a
  ///   ``QueueOverflow``.
  /// - Complexity: O(1) on top of the schema's logic and the action, for each event handled.
  @inlinable
  @inline(__always)
  @discardableResult
  public func handle(_ event: Event) -> Outcome {
    if !RuleTable<State, Event, Subject>.isThere, case .idle = phase, value != nil,
      schema.storage.features.isEmpty
    {
      return runAsked(event)
    }
    guard case .idle = phase, let entry = schema.storage.table.entry(currentState, event),
      entry.pointee.isPlain
    else { return handle(event, ofActivity: nil) }
    assert(check(entry, event))
    guard value != nil else { return runWeakly(event, entry) }
    switch entry.pointee.kind {
    case .ignored: return .ignored
    case .guarded: return runGuarded(event, entry)
    default: return runPlainly(event, entry)
    }
  }

  /// Handles any event in any phase, which a timeout or work may have sent.
  @inlinable
  @inline(never)
  func handle(_ event: Event, ofActivity activity: Int?) -> Outcome {
    switch phase {
    case .new, .idle:
      phase = .handling
      if let activity { return rest(after: step(event, sentBy: activity)) }
      return rest(after: step(event))
    case .newAndObserved, .observed: return handleObserved(event, ofActivity: activity)
    case .handling: return enqueue(event, ofActivity: activity)
    case .deciding:
      // Not a precondition, which would keep its words to itself in release builds.
      fatalError(
        "A guard or the logic of a schema sent \(event) while it was being asked; send from actions."
      )
    }
  }

  /// Handles a plain event on a subject that is held as it is.
  @inlinable
  @inline(never)
  func runPlainly(_ event: Event, _ entry: Kept) -> Outcome {
    phase = .handling
    return rest(after: step(event, nil, []) { _ in .kept(entry) })
  }

  /// Asks the rules about an event where there is nothing else to look after, and handles it.
  @inlinable
  @inline(never)
  func runAsked(_ event: Event) -> Outcome {
    phase = .handling
    return rest(after: step(event, nil, []) { decide(event, in: $0, nil, []) })
  }

  /// Handles a plain event on a subject that is held weakly.
  @inlinable
  @inline(never)
  func runWeakly(_ event: Event, _ entry: Kept) -> Outcome {
    if entry.pointee.kind == .guarded { return handle(event, ofActivity: nil) }
    phase = .handling
    return rest(after: step(event, weaklyBy: entry))
  }

  /// Handles one plain event on a subject that is held weakly, which then lives until the step is over:
  /// events that wait must see that it is gone.
  @inlinable
  @inline(__always)
  func step(_ event: Event, weaklyBy entry: Kept) -> Outcome {
    // Not unwrapped, which would count the subject once more.
    let subject = weakSubject
    guard subject != nil else { return .subjectGone }
    return step(event, keeping: subject, entry)
  }

  /// Handles one plain event on a subject that the caller keeps alive: a function that is called, so
  /// that nothing in it counts the subject.
  @inlinable
  @inline(never)
  func step(_ event: Event, keeping subject: Subject?, _ entry: Kept) -> Outcome {
    step(event, subject, []) { _ in .kept(entry) }
  }

  /// Asks the guards of a plain event, and handles it.
  @inlinable
  @inline(never)
  func runGuarded(_ event: Event, _ entry: Kept) -> Outcome {
    phase = .deciding
    let found = follow(entry, nil)
    phase = .handling
    if let entry = found.entry, entry.pointee.isPlain { return runPlainly(event, entry) }
    return rest(
      after: step(event, nil, schema.storage.features) { _ in
        resolve(found, event, nil, false)
      })
  }

  /// Handles what was sent during a step, and rests.
  @inlinable
  @inline(__always)
  func rest(after outcome: consuming Outcome) -> Outcome {
    if isQueueUsed { return complete(outcome) }
    phase = .idle
    return outcome
  }

  /// Handles one event, if there still is a subject, which then lives until the step is over.
  @inlinable
  @inline(__always)
  func step(_ event: Event) -> Outcome {
    guard value != nil else { return stepWeakly(event) }
    let features = schema.storage.features
    return step(event, nil, features) { decide(event, in: $0, nil, features) }
  }

  /// Handles one event on a subject that is held weakly.
  @inlinable
  @inline(never)
  func stepWeakly(_ event: Event) -> Outcome {
    let subject = weakSubject
    guard subject != nil else { return loseSubject() }
    return step(event, keeping: subject)
  }

  /// Handles one event on a subject that the caller keeps alive.
  @inlinable
  @inline(never)
  func step(_ event: Event, keeping subject: Subject?) -> Outcome {
    let features = schema.storage.features
    return step(event, subject, features) { decide(event, in: $0, subject, features) }
  }

  /// Handles one event: all that a step does, in its order.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - object: The subject where it is held weakly; `nil` where `value` is the subject. That is handed
  ///     on where it lies, because counting a reference to it costs as much as the rest of the step.
  ///   - features: All there is to look after: nothing where a kept answer is known to be plain.
  ///   - decide: Returns the answer to the event in the state.
  /// - Returns: The outcome.
  @inlinable
  @inline(__always)
  func step(
    _ event: Event, _ object: Subject?, _ features: SchemaFeatures,
    _ decide: (State) -> Decision<State, Event, Subject>
  ) -> Outcome {
    let source = currentState
    let outcome: Outcome
    if features.contains(.onStep) { tell(.before(event, source), subject(object)) }
    answer: do {
      let target: State
      let label: String?
      let action: Action<Subject>?
      let isInternal: Bool
      let isLively: Bool
      var kept: Kept?
      var change = PathChange.flat
      switch decide(source) {
      case .kept(let entry):
        switch entry.pointee.kind {
        case .external, .internal: break
        case .rejected:
          outcome = rejected(event, entry)
          break answer
        default:
          outcome = ignored(event, features)
          break answer
        }
        kept = entry
        isInternal = entry.pointee.kind == .internal
        (target, label, action) = (entry.pointee.target, nil, nil)
        isLively = !isInternal && !entry.pointee.isQuiet
        if isLively, features.contains(.levels) { change = entry.pointee.details.change }
      case .asked(let form):
        switch consume form {
        case .ignored:
          outcome = ignored(event, features)
          break answer
        case .rejected(let reason):
          outcome = rejected(event, reason)
          break answer
        case .move(let state):
          (target, label, action, isInternal) = (state, nil, nil, false)
        case .take(let name, let perform, let state, let isStaying):
          (target, label, action, isInternal) = (state ?? source, name, perform, isStaying)
        case .reenter(let answer):
          (target, label, action, isInternal) = (answer.target, answer.label, answer.action, false)
          if features.contains(.parts) { reenter(answer.part) }
        }
        isLively = !isInternal && !features.isDisjoint(with: .lively)
        if features.contains(.levels), !isInternal { change = PathChange(from: source, to: target) }
      }
      if isLively, features.contains(.parts) { changeParts(from: source, to: target) }
      if isLively, !features.isDisjoint(with: [.exits, .onStep]) {
        leave(source, change, event, subject(object))
      }
      currentState = consume target
      do {
        if let kept {
          if let action = kept.pointee.action { try perform(action.words, object) }
        } else if action != nil {
          try perform(ClosureWords((consume action).unsafelyUnwrapped), object)
        }
        if features.contains(.commits) {
          try commit(event, kept, label, from: source, isInternal, subject(object))
        }
      } catch {
        currentState = source
        if isLively, !features.isDisjoint(with: [.entries, .onStep]) {
          undo(change, to: source, event, subject(object))
        }
        outcome = .failed(error)
        break answer
      }
      if isLively, !features.isDisjoint(with: [.entries, .onStep]) {
        enter(currentState, change, event, subject(object))
      }
      if isLively, features.contains(.activities) { switchActivities(change, subject(object)) }
      if isObserved {
        tellObservers(
          of: event, kept?.pointee.label ?? label, from: source, isInternal, subject(object))
      }
      if features.contains(.finalStates), schema.isFinal(currentState) { finish() }
      outcome = isInternal ? .stayed : .moved
    }
    if features.contains(.onStep) { tell(.after(event, currentState, outcome), subject(object)) }
    return outcome
  }

  /// Enters the state that the machine was created in.
  ///
  /// A new machine is in its state, but has not entered it: that runs the entry actions, and the work
  /// of a saved state would begin a second time. Say so where you want it, once the machine is in
  /// its place and has its clock. The entry actions of all levels of the state are run, the outermost
  /// first, and its timeouts and work begin. Of closures that look on, `onStep` is told of the states
  /// that are entered, without an event; no observer is told, because there is no transition.
  ///
  /// ```swift
  /// let machine = StateMachine(schema: schema, subject: player, state: saved)
  /// machine.clock = clock
  /// machine.enter()  // .moved
  /// machine.enter()  // .ignored
  /// ```
  ///
  /// It is a step: events that the actions send are queued and handled before `enter` returns.
  ///
  /// - Returns: ``Outcome/moved`` where the state was entered. ``Outcome/ignored`` where it was
  ///   entered before, or the machine has handled an event: a machine is entered once, and first.
  ///   ``Outcome/subjectGone`` where there is no subject. ``Outcome/failed(_:)`` with a
  ///   ``QueueOverflow`` where what the actions sent passed ``queueBound``.
  @discardableResult
  public func enter() -> Outcome {
    guard phase != .deciding else {
      fatalError("A guard or the logic of a schema entered the machine that asked it.")
    }
    guard phase == .new || phase == .newAndObserved else { return .ignored }
    phase = .handling
    guard let subject else {
      phase = restingPhase
      return .subjectGone
    }
    let change = PathChange(entering: currentState)
    if schema.storage.features.contains(.parts) { changeAllParts() }
    enter(currentState, change, nil, subject)
    if schema.storage.features.contains(.activities) { switchActivities(change, subject) }
    return complete(.moved)
  }
}

extension StateMachine {
  /// Tells the closures that look on.
  @inlinable
  @inline(never)
  func tell(_ phase: StepPhase<State, Event>, _ subject: Subject) {
    for observer in schema.storage.additions.observers { observer(phase, subject) }
  }

  /// Runs the exit actions of the states that are left, the innermost first.
  @inlinable
  @inline(never)
  func leave(_ source: State, _ change: PathChange, _ event: Event, _ subject: Subject) {
    if schema.storage.features.contains(.parts) { leaveParts(of: source, subject) }
    let isTold = schema.storage.features.contains(.onStep)
    let path = isTold ? PathChange.path(of: source) : []
    var depth = change.left
    while depth > change.kept {
      for entry in schema.storage.additions.exits.entries
      where entry.isAbout(depth, of: change.left) {
        if let action = entry.answer(source) { run(action, isEntry: false, subject) }
      }
      if isTold {
        tell(
          .left(StateVisit(state: source, path: Array(path.prefix(depth)), event: event)), subject)
      }
      depth -= 1
    }
  }

  /// Runs the entry actions of the states that are entered, the outermost first.
  @inlinable
  @inline(never)
  func enter(_ target: State, _ change: PathChange, _ event: Event?, _ subject: Subject) {
    let isTold = schema.storage.features.contains(.onStep)
    let path = isTold ? PathChange.path(of: target) : []
    var depth = change.kept + 1
    while depth <= change.entered {
      for entry in schema.storage.additions.entries.entries
      where entry.isAbout(depth, of: change.entered) {
        if let action = entry.answer(target) { run(action, isEntry: true, subject) }
      }
      if isTold {
        tell(
          .entered(StateVisit(state: target, path: Array(path.prefix(depth)), event: event)),
          subject)
      }
      depth += 1
    }
    if schema.storage.features.contains(.parts) { enterParts(of: target, subject) }
  }

  /// Ends the timeouts and work of the states that were left, and begins those of the ones entered.
  @usableFromInline
  func switchActivities(_ change: PathChange, _ subject: Subject) {
    guard !schema.isFinal(currentState) else { return }
    extras.activities.change(
      change, extras.partChanges, to: currentState, schema.storage.additions, subject, of: self)
  }

  @inlinable
  @inline(never)
  func tellObservers(
    of event: Event, _ label: String?, from source: State, _ isInternal: Bool, _ subject: Subject
  ) {
    // A copy, because an observer may register or remove observers.
    guard let observers = existingExtras?.observers else { return }
    observers.tell(taken(event, label, from: source, isInternal), subject)
  }

  /// Commits a transition, or throws what undoes it.
  @usableFromInline
  func commit(
    _ event: Event, _ kept: Kept?, _ label: String?, from source: State, _ isInternal: Bool,
    _ subject: Subject
  ) throws {
    let label = kept?.pointee.label ?? label
    try schema.storage.additions.commit?(taken(event, label, from: source, isInternal), subject)
  }

  @inlinable
  @inline(__always)
  func taken(
    _ event: Event, _ label: String?, from source: State, _ isInternal: Bool
  ) -> TakenTransition<State, Event> {
    TakenTransition(
      source: source, target: currentState, event: event, label: label, isInternal: isInternal,
      firedTimeout: schema.storage.features.contains(.activities)
        ? existingExtras?.firedTimeout : nil)
  }

  /// Ends what belongs to a machine that has reached a final state.
  @usableFromInline
  func finish() {
    endActivities()
    // The guards of this event are no reason for rejecting the next.
    existingExtras?.recorder.begin()
    changeObservers { $0.removeAll() }
  }

  @usableFromInline
  func loseSubject() -> Outcome {
    endActivities()
    return .subjectGone
  }

  private func endActivities() {
    if schema.storage.features.contains(.activities) { extras.activities.end() }
  }
}
