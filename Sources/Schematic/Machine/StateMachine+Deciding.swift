/// The answer to an event, either cached or just given by the rules.
@frozen @usableFromInline
enum Decision<State, Event, Subject> {
  case rule(UnsafePointer<CachedRule<State, Event, Subject>>)
  case answer(Transition<State, Subject>.Form)
}

extension Decision {
  /// The answers of the regions, or `nil` if no region takes the event.
  @inlinable var joint: JointTransition<State, Subject>? {
    if case .answer(let form) = self { form.joint } else { nil }
  }
}

extension StateMachine {
  /// Returns what an event means in the current state.
  @inlinable
  @inline(__always)
  func decide(_ event: Event, _ subject: Subject) -> Decision<State, Event, Subject> {
    if case .rejecting = lifecycle {
      return .answer(.rejected(reason: StateMachineSchema<State, Event, Subject>.finishedReason))
    }
    guard RuleTable<State, Event, Subject>.isSupported else {
      return .answer(evaluate(event, subject, schema.storage.features).form)
    }
    return lookUp(schema.storage.table.rule(currentState, event), event, subject)
  }

  /// Marks that the rules are being asked; returns `false` if they are being asked already.
  @inlinable
  @inline(__always)
  func beginAsking() -> Bool {
    // A copy: the compiler of Swift 6.3 crashes if a client of a framework with library evolution inlines an
    // access in place whose result is a condition.
    var asked = lifecycle
    defer { lifecycle = asked }
    return asked.ask()
  }

  /// Evaluates the rules to find out what an event means.
  @inlinable
  @inline(__always)
  func evaluate(
    _ event: Event, _ subject: Subject, _ features: SchemaFeatures
  ) -> Transition<State, Subject> {
    // A copy, which costs less than to ask the lifecycle for its earlier stage.
    let before = lifecycle
    let beganAsking = beginAsking()
    let answer = schema.storage.answer(to: event, in: currentState, features) {
      // A guard may call `can`. The guards evaluated for that call don't belong to the record of
      // this event.
      let recorder = beganAsking ? extras.recorder : GuardRecorder()
      recorder.begin()
      return Guard(subject: subject, recorder: recorder)
    }
    if beganAsking { lifecycle = before }
    return answer
  }

  /// Follows the cached rules as far as the guards' answers lead.
  ///
  /// If the answer isn't cached there, this evaluates the rules, and caches the answer if possible.
  @inlinable
  @inline(__always)
  func lookUp(
    _ rule: Rule?, _ event: Event, _ subject: Subject
  ) -> Decision<State, Event, Subject> {
    let before = lifecycle
    let beganAsking = beginAsking()
    var found = RuleTable<State, Event, Subject>.Position(rule: rule)
    while let rule = found.rule, rule.pointee.kind == .guarded {
      found = schema.storage.table.place(after: rule, holds: rule.pointee.holds(subject))
    }
    defer { if beganAsking { lifecycle = before } }
    guard let rule = found.rule, rule.pointee.kind != .unknown else {
      return .answer(evaluateAndCache(event, subject, found, beganAsking).form)
    }
    assert(isPure(rule, event))
    return .rule(rule)
  }

  /// Evaluates the rules to find out what an event means, and caches the answer if possible.
  ///
  /// `place` is the position in the table that lacks the answer. `beganAsking` is `false` if the
  /// rules are already being evaluated, because a guard called `can`.
  @inlinable
  @inline(never)
  func evaluateAndCache(
    _ event: Event, _ subject: Subject, _ place: RuleTable<State, Event, Subject>.Position,
    _ beganAsking: Bool
  ) -> Transition<State, Subject> {
    let storage = schema.storage
    var recorder: GuardRecorder<Subject>?
    let answer = storage.answer(to: event, in: currentState, storage.features) {
      let used = beganAsking ? extras.recorder : GuardRecorder()
      if place.parent == nil { used.begin() } else { used.begin(with: place.answered) }
      recorder = used
      return Guard(subject: subject, recorder: used)
    }
    if case .ignored = answer.form, recorder?.answers.isEmpty ?? true, place.parent == nil,
      storage.table.cacheIgnored(event, in: currentState)
    {
      return answer
    }
    if place.rule == nil, !storage.table.isFull {
      storage.table.fill(
        place, with: answer, to: event, in: currentState, guards: recorder?.answers ?? [], storage)
    }
    return answer
  }

  /// Returns `true`, or stops the program if the rules no longer give the cached answer.
  @inlinable
  @inline(__always)
  func isPure(_ rule: Rule, _ event: Event) -> Bool {
    rule.pointee.kind == .guarded
      || schema.storage.isPure(rule.pointee, event, in: currentState)
  }

  @inlinable
  @inline(__always)
  func ignored(_ event: Event, _ features: SchemaFeatures) -> Outcome {
    if features.contains(.unhandledEvents) { trapUnhandled(event) }
    return .ignored
  }

  @usableFromInline
  func trapUnhandled(_ event: Event) {
    assert(
      schema.storage.additions.unhandledEvents != .trap,
      "The rules ignore event \(event) in state \(state); handle it, or choose another policy.")
  }

  /// Returns a rejection that names the guards that didn't hold.
  @usableFromInline
  func rejected(_ event: Event, _ reason: String?) -> Outcome {
    .rejected(
      RejectedEventError(
        state: currentState, event: event, reason: reason,
        failedGuards: evaluatedGuards?.failed ?? []))
  }

  /// Commits a transition, or throws an error that undoes the transition.
  @usableFromInline
  func commit(
    _ event: Event, from activity: Int?, _ label: String?, in source: State, _ isInternal: Bool,
    _ joint: JointTransition<State, Subject>?, _ effects: [Any], _ subject: Subject
  ) throws {
    let transition = HandledEvent(
      event, from: sender(activity), in: source, to: currentState, isInternal ? .stayed : .moved,
      label, nil, joint.map(schema.storage.steps) ?? [])
    let extras = extras
    extras.isCommitting = true
    defer { extras.isCommitting = false }
    for commit in schema.storage.additions.commits { try commit.run(transition, effects, subject) }
  }

  /// Returns whether the machine would take an event now.
  ///
  /// This evaluates the rules and guards. It moves nothing and runs no action.
  ///
  /// - Parameter event: The event.
  /// - Returns: `true` if the event would be taken; `false` if it would be ignored or rejected, or
  ///   if the subject no longer exists.
  public func can(_ event: Event) -> Bool {
    if isObserved { notifyReader() }
    guard !isFinished, let subject else { return false }
    switch decide(event, subject) {
    case .rule(let rule): return rule.pointee.kind.isTaken
    case .answer(.move), .answer(.take), .answer(.joint): return true
    case .answer(.ignored), .answer(.rejected): return false
    }
  }
}

extension SchemaStorage {
  /// Returns `true`, or stops the program if the schema no longer gives the cached answer.
  ///
  /// This compares the kind, the target, the guards' names, and whether states have behaviors, such
  /// as exit actions. It doesn't compare labels and reasons, which may depend on the user's
  /// language.
  @usableFromInline
  @inline(never)
  func isPure(
    _ rule: borrowing CachedRule<State, Event, Subject>, _ event: Event, in state: State
  ) -> Bool {
    var evaluated: [String] = []
    let answered = rule.details.answered
    let answer = answer(to: event, in: state, features) {
      Guard { name in
        if !evaluated.contains(name) { evaluated.append(name) }
        return answered.first { $0.name == name }?.holds ?? true
      }
    }
    let target = answer.target ?? state
    var (hasExit, hasEntry, hasBehavior) = (false, false, false)
    if answer.kind == .external {
      let now = behavior(from: state, to: target, rule.details.change)
      (hasExit, hasEntry, hasBehavior) = (now.exit != nil, now.entry != nil, !now.isEmpty)
    }
    let cached = Self.text(
      rule.kind.transitionKind, rule.target, answered.map(\.name), hasExit: rule.details.hasExit,
      hasEntry: rule.details.hasEntry, hasBehavior: rule.kind == .externalWithBehavior)
    let now = Self.text(
      answer.kind, target, evaluated, hasExit: hasExit, hasEntry: hasEntry, hasBehavior: hasBehavior
    )
    guard cached != now else { return true }
    fatalError(
      """
      The schema is not a pure function: event \(event) in state \(state) was answered by \(cached), and \
      now by \(now). Let rules and answers about states look at nothing but the state, the event and guards.
      """)
  }

  private static func text(
    _ kind: TransitionKind, _ target: State, _ guards: [String], hasExit: Bool, hasEntry: Bool,
    hasBehavior: Bool
  ) -> String {
    let answer =
      switch kind {
      case .ignored: "ignored"
      case .rejected: "rejected"
      case .external: "to \(target)"
      case .internal: "stay as \(target)"
      }
    let actions = (hasExit ? " and an exit" : "") + (hasEntry ? " and an entry" : "")
    let hasMore = hasBehavior && actions.isEmpty
    return "\"\(answer)\"\(hasMore ? " and actions, tasks or timeouts of states" : actions)"
      + " with guards \(guards)"
  }
}
