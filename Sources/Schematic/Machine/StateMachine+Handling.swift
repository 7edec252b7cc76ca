extension StateMachine {
  /// A rule in the table.
  @usableFromInline typealias Rule = UnsafePointer<CachedRule<State, Event, Subject>>

  /// Handles an event to completion and returns its outcome.
  ///
  /// In one step, the machine decides by its rules, runs the exit actions, changes its state, runs
  /// the action (which sees the new state), runs the entry actions, begins timeouts and tasks, and
  /// calls its observers. If the action throws, the machine returns to its old state. If the new
  /// state is complete, the machine takes the completion next: see
  /// ``StateMachineSchema/embedding(_:in:from:completion:)``.
  ///
  /// An event that arrives during a step is queued. The machine handles queued events in order of
  /// arrival, before the outermost `handle` returns (UML's run to completion: OMG UML 2.5.1,
  /// §14.2.3.9.1). By then it may be in a different state from the one in which the event was sent.
  ///
  /// ```swift
  /// machine.handle(.push)             // .moved, .stayed, .ignored, …
  /// try machine.handle(.push).get()   // throws if the event was rejected, or failed
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
    guard RuleTable<State, Event, Subject>.isSupported else { return handleWithoutCaching(event) }
    let rule = schema.storage.table.rule(currentState, event)
    guard let rule, rule.pointee.usesShortcut else { return handleUncached(event, rule) }
    assert(isPure(rule, event))
    if rule.pointee.kind == .ignored, slowPathReasons.isEmpty, !hold.isWeak { return .ignored }
    return handleByTable(event, by: rule)
  }

  /// Handles an event for which the table has no rule that the shortcut can use.
  @inlinable
  @inline(never)
  func handleUncached(_ event: Event, _ rule: Rule?) -> Outcome {
    let canBeCached = rule.map { $0.pointee.kind != .unknown } ?? !schema.storage.table.isFull
    return canBeCached ? receive(event, from: nil) : handleWithoutCaching(event)
  }

  /// Handles an event whose answer can't be cached.
  @inlinable
  @inline(__always)
  func handleWithoutCaching(_ event: Event) -> Outcome {
    // Regions have a shortcut of their own: see `stepInRegions`.
    guard schema.storage.features.isSubset(of: .regions), slowPathReasons.isEmpty else {
      return receive(event, from: nil)
    }
    return handleEvaluating(event)
  }

  // MARK: The shortcut

  // Most steps only evaluate guards, move, and run an action, with at most one action each on exit
  // and on entry. These functions take such steps. `ShortcutTests` compares them with the whole
  // step, `perform`.

  /// Handles an event with a cached rule.
  @inlinable
  @inline(never)
  func handleByTable(_ event: Event, by rule: Rule) -> Outcome {
    lifecycle = .handling
    switch hold {
    case .strong(let subject): return rest(after: stepByTable(event, rule, subject.value))
    case .weak(let reference): return rest(after: stepWithWeakSubject(event, rule, reference))
    }
  }

  /// Handles an event by evaluating the rules.
  @inlinable
  @inline(never)
  func handleEvaluating(_ event: Event) -> Outcome {
    lifecycle = .handling
    switch hold {
    case .strong(let subject): return rest(after: stepEvaluating(event, subject.value))
    case .weak(let reference): return rest(after: stepWithWeakSubject(event, nil, reference))
    }
  }

  /// Ends a step that began while no event was being handled.
  @inlinable
  @inline(__always)
  func rest(after outcome: consuming Outcome) -> Outcome {
    if isStepIncomplete { return handleQueuedEvents(after: outcome) }
    lifecycle = .resting
    return outcome
  }

  /// Takes a step with a weakly held subject, which it keeps alive until the step is over.
  @inlinable
  @inline(never)
  func stepWithWeakSubject(
    _ event: Event, _ rule: Rule?, _ reference: WeakReference<Subject>
  ) -> Outcome {
    guard let subject = reference.subject else { return loseSubject(event, from: nil) }
    if let rule { return stepByTable(event, rule, subject) }
    return stepEvaluating(event, subject)
  }

  /// Takes a step by a cached rule.
  @inlinable
  @inline(__always)
  func stepByTable(_ event: Event, _ rule: Rule, _ subject: Subject) -> Outcome {
    if rule.pointee.kind.isTakenWithoutBehavior, slowPathReasons.isEmpty {
      return move(by: rule, subject)
    }
    if rule.pointee.kind == .guarded { return stepByGuards(event, rule, subject) }
    if rule.pointee.kind == .rejected, slowPathReasons.isEmpty {
      return .rejected(rule.pointee.rejection!)
    }
    return stepWithDetails(event, rule, subject)
  }

  /// Takes a step by a cached rule, with its exit and entry actions, and calls the observers.
  @inlinable
  @inline(never)
  func stepWithDetails(_ event: Event, _ rule: Rule, _ subject: Subject) -> Outcome {
    let source = currentState
    let outcome: Outcome
    switch rule.pointee.kind {
    case .external, .externalWithBehavior:
      if slowPathReasons.contains(.activitiesOfOtherStates) {
        return performAndComplete(event, by: .rule(rule), subject)
      }
      rule.pointee.details.runExit(on: self, subject)
      outcome = move(by: rule, subject)
      if case .moved = outcome { rule.pointee.details.runEntry(on: self, subject) }
    case .internal: outcome = move(by: rule, subject)
    case .ignored: outcome = .ignored
    case .rejected: outcome = .rejected(rule.pointee.rejection!)
    case .guarded, .unknown: return stepByGuards(event, rule, subject)
    }
    if isObserved { notifyObservers(of: event, rule, from: nil, in: source, outcome) }
    return outcome
  }

  /// Evaluates the guards that a rule depends on, and takes a step by the rule for their answers.
  @inlinable
  @inline(never)
  func stepByGuards(_ event: Event, _ rule: Rule, _ subject: Subject) -> Outcome {
    let decision = lookUp(rule, event, subject)
    if case .rule(let rule) = decision, rule.pointee.usesShortcut {
      return stepByTable(event, rule, subject)
    }
    return performAndComplete(event, by: decision, from: nil, subject)
  }

  /// Takes a step by evaluating the rules.
  @inlinable
  @inline(__always)
  func stepEvaluating(_ event: Event, _ subject: Subject) -> Outcome {
    if schema.storage.features.contains(.regions) { return stepInRegions(event, subject) }
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

  /// Takes a step of regions, and records each region's answer only if necessary.
  @inlinable
  @inline(never)
  func stepInRegions(_ event: Event, _ subject: Subject) -> Outcome {
    guard schema.storage.rules.areOfRegions, !schema.storage.rules.hasGuards else {
      return step(event, from: nil, subject)
    }
    var answers = RegionAnswers<State, Subject>(in: currentState, recording: nil)
    let beganAsking = beginAsking()
    schema.storage.gather(&answers, in: currentState, event)
    if beganAsking { lifecycle.answer() }
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
