extension StateMachine {
  /// Handles an event to completion and returns its outcome.
  ///
  /// In one step, the machine decides by its rules, runs the exit actions, changes its state, runs
  /// the action (which sees the new state), runs the entry actions, begins timeouts and tasks, and
  /// calls its observers. If the action throws, the machine keeps its old state. If the new state is
  /// complete, the machine takes the completion next: see
  /// ``StateMachineSchema/embedding(_:in:from:completion:)``.
  ///
  /// An event that arrives during a step is queued. The machine handles queued events in order of
  /// arrival, before the outermost `handle` returns (UML's run to completion: OMG UML 2.5.1,
  /// §14.2.3.9.1). By then it may be in a different state from the one in which the event was sent.
  ///
  /// ```swift
  /// machine.handle(.push)             // .moved, .stayed, .ignored, …
  /// try machine.handle(.push).get()   // throws if the event was not accepted
  /// ```
  ///
  /// - Parameter event: The event.
  /// - Returns: The outcome of this event; ``Outcome/queued`` if it was sent during a step. If the
  ///   events that it caused exceeded ``maximumQueuedEvents``, ``Outcome/failed(_:)`` with a
  ///   ``QueueOverflowError``.
  /// - Complexity: O(1) on top of the schema's logic and the action, for each event handled.
  @inlinable
  @inline(__always)
  @discardableResult
  public func handle(_ event: Event) -> Outcome {
    guard case .resting = lifecycle else { return receive(event, from: nil) }
    guard RuleTable<State, Event, Subject>.isSupported else { return handleByRules(event) }
    let rule = schema.storage.table.rule(currentState, event)
    guard let rule, rule.pointee.isPlain else { return handle(event, withoutPlain: rule) }
    assert(isPure(rule, event))
    if rule.pointee.kind == .ignored, concerns.isEmpty, !hold.isWeak { return .ignored }
    return handlePlainly(event, by: rule)
  }

  /// Handles an event that the table has no plain rule for.
  @inlinable
  @inline(never)
  func handle(_ event: Event, withoutPlain rule: Rule?) -> Outcome {
    let canBeCached = rule.map { $0.pointee.kind != .unknown } ?? !schema.storage.table.isFull
    return canBeCached ? receive(event, from: nil) : handleByRules(event)
  }

  /// Handles an event whose answer can't be cached.
  @inlinable
  @inline(__always)
  func handleByRules(_ event: Event) -> Outcome {
    guard schema.storage.features.isSubset(of: .regions), concerns.isEmpty else {
      return receive(event, from: nil)
    }
    return handlePlainly(event)
  }

  /// Handles an event at any time, and then the events that were sent in the meantime.
  ///
  /// `activity` is the number of the timeout or task that sent the event, or `nil` if anybody else
  /// did.
  @inlinable
  @inline(never)
  func receive(_ event: Event, from activity: Int?) -> Outcome {
    guard beginsStep(event) else { return enqueue(event, from: activity) }
    return complete(after: runStep(event, from: activity))
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

  /// Handles the events that were sent during a step, and rests.
  @inlinable
  @inline(__always)
  func complete(after outcome: consuming Outcome) -> Outcome {
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
    if activity == nil, case .rule(let rule) = decision, rule.pointee.isPlain {
      return takePlainly(event, rule, subject)
    }
    return finishStep(event, by: decision, from: activity, subject)
  }

  /// Carries out the answer to an event, calls the observers, and takes what the event completes.
  @inlinable
  @inline(never)
  func finishStep(
    _ event: Event, by decision: Decision<State, Event, Subject>, from activity: Int? = nil,
    _ subject: Subject
  ) -> Outcome {
    guard schema.storage.features.contains(.completions) else {
      return carryOut(event, by: decision, from: activity, subject)
    }
    let source = currentState
    let outcome = carryOut(event, by: decision, from: activity, subject)
    takeCompletions(after: outcome, from: source, by: decision.joint, event, subject)
    return outcome
  }

  /// Carries out the answer to an event, and calls the observers.
  @inlinable
  @inline(__always)
  func carryOut(
    _ event: Event, by decision: Decision<State, Event, Subject>, from activity: Int?,
    _ subject: Subject
  ) -> Outcome {
    guard isObserved else { return take(decision, event, from: activity, subject) }
    let source = currentState
    let sender = sender(activity)
    switch decision {
    case .rule(let rule):
      let outcome = take(decision, event, from: activity, subject)
      notifyObservers(of: event, rule, from: sender, in: source, outcome)
      return outcome
    case .answer(let form):
      let label = Transition<State, Subject>(form).label
      let guards = guardAnswers
      let outcome = take(decision, event, from: activity, subject)
      notifyObservers(
        HandledEvent(
          event, from: sender, in: source, to: currentState, outcome, label, guards,
          form.joint.map(schema.storage.steps) ?? []))
      return outcome
    }
  }

  /// Carries out the answer to an event, in the order that a step promises.
  @inlinable
  @inline(__always)
  func take(
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

    // 2. The exit actions, which see the old state. An internal transition leaves no state.
    let change: StateChange?
    let isQuiet = (rule?.pointee.isQuiet ?? false) && !concerns.contains(.activitiesOfOtherStates)
    if features.contains(.states), !isInternal, !isQuiet {
      change =
        features.isDisjoint(with: [.levels, .regions])
        ? .flat
        : rule?.pointee.details.change
          ?? schema.storage.change(from: source, to: target, by: joint)
      leave(source, change!, subject)
    } else {
      change = nil
    }

    // 3. The state.
    currentState = consume target

    // 4. The action and the commit, which see the new state. An error undoes 2 and 3.
    do {
      if let rule { try rule.pointee.perform(subject) } else { try action?(subject) }
      if features.contains(.commits) {
        let label = rule?.pointee.label ?? joint?.label ?? label
        let steps = joint.map(schema.storage.steps) ?? []
        try commit(event, from: activity, label, in: source, isInternal, steps, subject)
      }
    } catch {
      currentState = source
      if features.contains(.states), !isInternal,
        let change = change ?? rule?.pointee.details.change
      {
        undo(change, to: source, subject)
      }
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
    } else if features.contains(.states), isInternal, !keepsState {
      if schema.storage.isFinal(currentState) {
        finish()
      } else if hasActivities {
        concerns.insert(.activitiesOfOtherStates)
      }
    }
    return isInternal ? .stayed : .moved
  }

  // MARK: A shortcut

  // Most steps evaluate guards, move, and run an action: nothing observes or commits, and
  // leaving and entering run at most one action each. `ShortcutTests` compare these functions with
  // `take`.

  /// Handles a plain event with a cached rule.
  @inlinable
  @inline(never)
  func handlePlainly(_ event: Event, by rule: Rule) -> Outcome {
    lifecycle = .handling
    switch hold {
    case .strong(let subject): return rest(after: takePlainly(event, rule, subject.value))
    case .weak(let reference): return rest(after: takeWeakly(event, rule, reference))
    }
  }

  /// Handles a plain event by evaluating the rules.
  @inlinable
  @inline(never)
  func handlePlainly(_ event: Event) -> Outcome {
    lifecycle = .handling
    switch hold {
    case .strong(let subject): return rest(after: takePlainly(event, subject.value))
    case .weak(let reference): return rest(after: takeWeakly(event, nil, reference))
    }
  }

  /// Rests after a step that began while the machine was resting.
  @inlinable
  @inline(__always)
  func rest(after outcome: consuming Outcome) -> Outcome {
    if isStepIncomplete { return handleQueuedEvents(after: outcome) }
    lifecycle = .resting
    return outcome
  }

  /// Handles a plain event with a weakly held subject, and keeps the subject alive until the step
  /// is over.
  @inlinable
  @inline(never)
  func takeWeakly(
    _ event: Event, _ rule: Rule?, _ reference: WeakReference<Subject>
  ) -> Outcome {
    guard let subject = reference.subject else { return loseSubject(event, from: nil) }
    if let rule { return takePlainly(event, rule, subject) }
    return takePlainly(event, subject)
  }

  @inlinable
  @inline(__always)
  func takePlainly(_ event: Event, _ rule: Rule, _ subject: Subject) -> Outcome {
    if rule.pointee.kind.isMove, concerns.isEmpty { return move(by: rule, subject) }
    if rule.pointee.kind == .guarded { return takeGuarded(event, rule, subject) }
    if rule.pointee.kind == .rejected, concerns.isEmpty {
      return .rejected(rule.pointee.rejection!)
    }
    return takeOther(event, rule, subject)
  }

  /// Carries out a rule that isn't just a move and an action, or any rule if there are concerns.
  @inlinable
  @inline(never)
  func takeOther(_ event: Event, _ rule: Rule, _ subject: Subject) -> Outcome {
    let source = currentState
    let outcome: Outcome
    switch rule.pointee.kind {
    case .external, .externalWithBehavior:
      if concerns.contains(.activitiesOfOtherStates) {
        return finishStep(event, by: .rule(rule), subject)
      }
      rule.pointee.details.runExit(on: self, subject)
      outcome = move(by: rule, subject)
      if case .moved = outcome { rule.pointee.details.runEntry(on: self, subject) }
    case .internal: outcome = move(by: rule, subject)
    case .ignored: outcome = .ignored
    case .rejected: outcome = .rejected(rule.pointee.rejection!)
    case .guarded, .unknown: return takeGuarded(event, rule, subject)
    }
    if isObserved { notifyObservers(of: event, rule, from: nil, in: source, outcome) }
    return outcome
  }

  /// Evaluates the guards that a rule depends on, and carries out the rule that their answers lead
  /// to.
  @inlinable
  @inline(never)
  func takeGuarded(_ event: Event, _ rule: Rule, _ subject: Subject) -> Outcome {
    let decision = lookUp(rule, event, subject)
    if case .rule(let rule) = decision, rule.pointee.isPlain {
      return takePlainly(event, rule, subject)
    }
    return finishStep(event, by: decision, from: nil, subject)
  }

  @inlinable
  @inline(__always)
  func takePlainly(_ event: Event, _ subject: Subject) -> Outcome {
    if schema.storage.features.contains(.regions) { return takeInRegions(event, subject) }
    switch evaluate(event, subject, []).form {
    case .ignored: return .ignored
    case .rejected(let reason): return rejected(event, reason)
    case .move(let state): return move(to: state, isInternal: false) {}
    case .take(_, let action?, let state, let isInternal):
      return move(to: state ?? currentState, isInternal: isInternal) { try action(subject) }
    case .take(_, nil, let state, let isInternal):
      return move(to: state ?? currentState, isInternal: isInternal) {}
    case .joint: return step(event, from: nil, subject)
    }
  }

  /// Handles an event in regions, without a record of what each of them does.
  @inlinable
  @inline(never)
  func takeInRegions(_ event: Event, _ subject: Subject) -> Outcome {
    guard schema.storage.rules.areOfRegions, !schema.storage.rules.hasGuards else {
      return step(event, from: nil, subject)
    }
    var answers = RegionAnswers<State, Subject>(in: currentState, recording: nil)
    let isOutermost = lifecycle.ask()
    schema.storage.gather(&answers, in: currentState, event)
    if isOutermost { lifecycle.answer() }
    let taken = consume answers
    guard taken.isTaken else {
      return taken.isRejected ? rejected(event, taken.reason) : .ignored
    }
    guard let action = taken.action else {
      return move(to: taken.state, isInternal: taken.left.isEmpty) {}
    }
    return move(to: taken.state, isInternal: taken.left.isEmpty) { try action(subject) }
  }

  /// Moves and runs the action of a rule.
  @inlinable
  @inline(__always)
  func move(by rule: Rule, _ subject: Subject) -> Outcome {
    let source = currentState
    currentState = rule.pointee.target
    do {
      try rule.pointee.perform(subject)
    } catch {
      return undoMove(by: rule, to: source, subject, error)
    }
    return rule.pointee.kind == .internal ? .stayed : .moved
  }

  /// Restores the state, and enters it again if the rule had left it.
  @inlinable
  @inline(never)
  func undoMove(
    by rule: Rule, to source: State, _ subject: Subject, _ error: any Error
  ) -> Outcome {
    currentState = source
    if rule.pointee.kind != .internal, schema.storage.features.contains(.states) {
      undo(rule.pointee.details.change, to: source, subject)
    }
    return .failed(error)
  }

  /// Moves and runs an action.
  @inlinable
  @inline(__always)
  func move(
    to target: consuming State, isInternal: Bool, _ perform: () throws -> Void
  ) -> Outcome {
    let source = currentState
    currentState = consume target
    do {
      try perform()
    } catch {
      currentState = source
      return .failed(error)
    }
    return isInternal ? .stayed : .moved
  }
}
