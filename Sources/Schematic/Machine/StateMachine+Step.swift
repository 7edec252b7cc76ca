// The whole step, in the documented order. Most events take a shortcut: see
// `StateMachine+Handling.swift`.
extension StateMachine {
  /// Handles an event and then the events that were sent meanwhile, or queues the event if a step
  /// is under way.
  ///
  /// `activity` is the number of the timeout or task that sent the event, or `nil` if anybody else
  /// did.
  @inlinable
  @inline(never)
  func receive(_ event: Event, from activity: Int?) -> Outcome {
    if activity != nil, existingExtras?.isPersisted == true {
      return refuseUnpersisted(event, from: activity)
    }
    guard beginsStep(event) else { return enqueue(event, from: activity) }
    return drainQueue(after: runStep(event, from: activity))
  }

  /// Begins a step for an event, or returns `false` if a step is already under way and the event
  /// must wait.
  ///
  /// The program stops if the rules sent the event.
  @inlinable
  @inline(__always)
  func beginsStep(_ event: Event) -> Bool {
    if case .new = lifecycle, schema.isFinal(currentState) { lifecycle.finish() }
    switch lifecycle.receive() {
    case .handled: return true
    case .queued: return false
    case .refused:
      // Not a precondition, because release builds don't print its message.
      fatalError(
        "A guard or the logic of a schema sent \(event) while it was being asked; send from actions."
      )
    }
  }

  /// Handles the events that were queued during a step, and ends the step.
  @inlinable
  @inline(__always)
  func drainQueue(after outcome: consuming Outcome) -> Outcome {
    guard isStepIncomplete else {
      lifecycle.rest()
      return outcome
    }
    return handleQueuedEvents(after: outcome)
  }

  /// Handles one event and keeps the subject alive until the step is over.
  @inlinable
  @inline(__always)
  func runStep(_ event: Event, from activity: Int?) -> Outcome {
    switch hold {
    case .strong(let subject): step(event, from: activity, subject.value)
    case .weak(let reference):
      if let subject = reference.subject {
        step(event, from: activity, subject)
      } else {
        loseSubject(event, from: activity)
      }
    }
  }

  /// Handles one event, and calls the observers.
  @inlinable
  @inline(never)
  func step(_ event: Event, from activity: Int?, _ subject: Subject) -> Outcome {
    let decision = decide(event, subject)
    if activity == nil, case .rule(let rule) = decision, rule.pointee.usesShortcut {
      return stepByTable(event, rule, subject)
    }
    return performAndComplete(event, by: decision, from: activity, subject)
  }

  /// Performs the answer to an event, calls the observers, and takes the completions that follow.
  @inlinable
  @inline(never)
  func performAndComplete(
    _ event: Event, by decision: Decision<State, Event, Subject>, from activity: Int? = nil,
    _ subject: Subject
  ) -> Outcome {
    guard schema.storage.features.contains(.completions) else {
      return performObserved(event, by: decision, from: activity, subject)
    }
    let source = currentState
    let outcome = performObserved(event, by: decision, from: activity, subject)
    takeCompletions(after: outcome, from: source, by: decision.joint, event, subject)
    return outcome
  }

  /// Performs the answer to an event, and calls the observers.
  @inlinable
  @inline(__always)
  func performObserved(
    _ event: Event, by decision: Decision<State, Event, Subject>, from activity: Int?,
    _ subject: Subject
  ) -> Outcome {
    guard isObserved else { return perform(decision, event, from: activity, subject) }
    let source = currentState
    let sender = sender(activity)
    switch decision {
    case .rule(let rule):
      let outcome = perform(decision, event, from: activity, subject)
      // An event that isn't taken is handled, too, so its timeout is over.
      if let activity, hasActivities { noteSending(by: activity) }
      notifyObservers(of: event, rule, from: sender, in: source, outcome)
      return outcome
    case .answer(let form):
      let label = Transition<State, Subject>(form).label
      let guards = guardAnswers
      let outcome = perform(decision, event, from: activity, subject)
      if let activity, hasActivities { noteSending(by: activity) }
      notifyObservers(
        HandledEvent(
          event, from: sender, in: source, to: currentState, outcome, label, guards,
          form.joint.map(schema.storage.steps) ?? []))
      return outcome
    }
  }

  /// Performs the answer to an event, in the order that `handle(_:)` promises.
  @inlinable
  @inline(__always)
  func perform(
    _ decision: consuming Decision<State, Event, Subject>, _ event: Event, from activity: Int?,
    _ subject: Subject
  ) -> Outcome {
    let features = schema.storage.features
    let source = currentState

    // 1. The answer. An event that isn't taken changes nothing.
    let target: State
    let label: String?
    let action: Action<Subject>?
    let isInternal: Bool
    var keepsState = false
    var joint: JointTransition<State, Subject>?
    var rule: Rule?
    switch consume decision {
    case .rule(let entry):
      switch entry.pointee.kind {
      case .external, .externalWithBehavior, .internal: break
      case .rejected: return .rejected(entry.pointee.rejection!)
      case .ignored, .guarded, .unknown: return ignored(event, features)
      }
      rule = entry
      (target, label, action) = (entry.pointee.target, nil, nil)
      isInternal = entry.pointee.kind == .internal
      keepsState =
        RuleTable<State, Event, Subject>.byte(of: target)
        == RuleTable<State, Event, Subject>.byte(of: source)
    case .answer(.ignored): return ignored(event, features)
    case .answer(.rejected(let reason)): return rejected(event, reason)
    case .answer(.move(let state)):
      (target, label, action, isInternal) = (state, nil, nil, false)
    case .answer(.take(let name, let perform, let state, let stays)):
      (target, label, action, isInternal) = (state ?? source, name, perform, stays)
      keepsState = state == nil
    case .answer(.joint(let answer)):
      (target, label, action) = (answer.state, nil, answer.answers.action)
      (isInternal, keepsState) = (answer.isInternal, !answer.answers.changesState)
      joint = answer
    }

    let waiting = features.contains(.commits) ? countOfWaitingEffects(subject) : 0

    // 2. The exit actions, which see the old state. An internal transition leaves no state.
    let change: StateChange?
    let hasNoBehavior =
      rule?.pointee.kind == .external && !slowPathReasons.contains(.activitiesOfOtherStates)
    if features.contains(.states), !isInternal, !hasNoBehavior {
      change =
        features.isDisjoint(with: [.levels, .regions])
        ? .flat
        : rule?.pointee.details.change
          ?? schema.storage.change(from: source, to: target, by: joint)
      leave(source, change!, subject)
    } else {
      change = nil
    }

    // 3. The state. Whoever saves the machine from now on saves the timeouts that it is about to have.
    currentState = consume target
    if change != nil { pendingChange = change }
    if let activity, hasActivities { noteSending(by: activity) }
    if features.contains(.completions) { noteCausing(event, from: source, isInternal, joint) }

    // 4. The action and the commit, which see the new state. After an error, the machine returns to
    // the old state, and enters it again if it was left.
    do {
      if let rule { try rule.pointee.perform(subject) } else { try action?(subject) }
      if features.contains(.commits) {
        let label = rule?.pointee.label ?? joint?.label ?? label ?? action?.effectNames
        // No closure: it would capture variables, and so allocate memory at each step.
        let committed =
          commitsEffects
          ? effects(
            rule?.pointee.details.effects ?? action?.effects ?? [], from: source, to: currentState,
            change) : []
        try commit(event, from: activity, label, in: source, isInternal, joint, committed, subject)
      }
    } catch {
      currentState = source
      pendingChange = nil
      if features.contains(.completions) { forgetCausing() }
      if features.contains(.states), !isInternal,
        let change = change ?? rule?.pointee.details.change
      {
        undo(change, to: source, subject)
      }
      if features.contains(.commits) { dropEffects(after: waiting, subject) }
      return .failed(error)
    }

    // 5. The entry actions. 6. The timeouts and tasks; none begins in a final state.
    if let change {
      let entered = enter(currentState, change, subject)
      if entered.isFinal || joint != nil && schema.storage.isFinal(currentState) {
        finish()
      } else if !entered.behaviors.isEmpty || hasActivities {
        switchActivities(change, entered, subject)
      }
      pendingChange = nil
    } else if features.contains(.states), isInternal, !keepsState {
      if schema.storage.isFinal(currentState) {
        finish()
      } else if hasActivities {
        slowPathReasons.insert(.activitiesOfOtherStates)
      }
    }
    return isInternal ? .stayed : .moved
  }
}
