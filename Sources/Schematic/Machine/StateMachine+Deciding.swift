/// The answer to an event: one that was kept, or one that the rules have just given.
@frozen @usableFromInline
enum Decision<State, Event, Subject> {
  case kept(UnsafePointer<RuleEntry<State, Event, Subject>>)
  case asked(Transition<State, Subject>.Form)
}

extension StateMachine {
  /// An answer in the rule table.
  @usableFromInline typealias Kept = UnsafePointer<RuleEntry<State, Event, Subject>>

  /// An entry that was found by asking guards, and the last of these: where there is no entry, it is
  /// the one that follows its answer that is missing.
  @usableFromInline typealias Found = (entry: Kept?, branch: (of: Kept, holds: Bool)?)

  /// Returns the meaning of an event in the current state, which is looked up or asked for.
  ///
  /// The state is handed over, because reading it once more would count what it refers to.
  @inlinable
  @inline(__always)
  func decide(
    _ event: Event, in state: State, _ object: AnyObject?, _ features: SchemaFeatures
  ) -> Decision<State, Event, Subject> {
    if RuleTable<State, Event, Subject>.isThere {
      if let entry = schema.storage.table.entry(state, event), entry.pointee.kind.isAnswer,
        !features.contains(.mainActor)
      {
        assert(check(entry, event))
        return .kept(entry)
      }
      return lookUp(event, object)
    }
    // A guard may ask what is permitted, which is no part of the record of the event's own guards.
    let isNested = phase == .deciding
    phase = .deciding
    let answer = schema.storage.answer(to: event, in: state, features) {
      let recorder = isNested ? GuardRecorder() : extras.recorder
      recorder.begin()
      return Guard(subject: subject(object), recorder: recorder)
    }
    phase = .handling
    return .asked(answer.form)
  }

  /// Looks up the meaning of an event, or asks for it and keeps it.
  @inlinable
  @inline(never)
  func lookUp(_ event: Event, _ object: AnyObject?) -> Decision<State, Event, Subject> {
    let isNested = phase == .deciding
    phase = .deciding
    let found = follow(schema.storage.table.entry(currentState, event), object)
    phase = .handling
    return resolve(found, event, object, isNested)
  }

  /// Asks guards until none decides any more.
  @inlinable
  @inline(__always)
  func follow(_ entry: Kept?, _ object: AnyObject?) -> Found {
    var found: Found = (entry, nil)
    while let entry = found.entry, entry.pointee.kind == .guarded {
      let holds = holds(entry.pointee.condition!.closure, object)
      found = (schema.storage.table.branch(of: entry, holds), (entry, holds))
    }
    return found
  }

  /// Performs an action on the subject, where it lies.
  @inlinable
  @inline(__always)
  func perform(_ action: consuming Action<Subject>, _ object: AnyObject?) throws {
    if value != nil {
      try reinterpret(action, as: Action<Subject?>.self).run(value)
    } else if Subject.self is AnyClass {
      try reinterpret(action, as: Action<AnyObject?>.self).run(object)
    } else {
      try action.run(subject(object))
    }
  }

  /// Returns whether a condition holds for the subject, where it lies.
  @inlinable
  @inline(__always)
  func holds(_ condition: Condition<Subject>, _ object: AnyObject?) -> Bool {
    if value != nil {
      return reinterpret(condition, as: Condition<Subject?>.self).holds(value)
    }
    if Subject.self is AnyClass {
      return reinterpret(condition, as: Condition<AnyObject?>.self).holds(object)
    }
    return condition.holds(subject(object))
  }

  /// Returns the answer that was found, or asks for it where none was.
  @inlinable
  @inline(__always)
  func resolve(
    _ found: Found, _ event: Event, _ object: AnyObject?, _ isNested: Bool
  ) -> Decision<State, Event, Subject> {
    guard let entry = found.entry, entry.pointee.kind != .unknown else {
      return .asked(ask(event, subject(object), isNested, found).form)
    }
    if schema.storage.features.contains(.mainActor) { MainActor.preconditionIsolated() }
    assert(check(entry, event))
    return .kept(entry)
  }

  /// Asks the rules for the meaning of an event, and keeps it if it can be kept.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - subject: The subject.
  ///   - isNested: A Boolean value that indicates whether a guard asks what is permitted.
  ///   - found: The guards that were asked already.
  /// - Returns: The answer of the rules.
  @inlinable
  @inline(never)
  func ask(
    _ event: Event, _ subject: Subject, _ isNested: Bool, _ found: Found
  ) -> Transition<State, Subject> {
    let storage = schema.storage
    let answered =
      found.entry?.pointee.details.answered
      ?? found.branch.map { $0.of.pointee.answered(to: $0.holds) } ?? []
    var recorder: GuardRecorder<Subject>?
    phase = .deciding
    let answer = storage.answer(to: event, in: currentState, storage.features) {
      let ours = isNested ? GuardRecorder() : extras.recorder
      ours.begin(with: answered)
      recorder = ours
      return Guard(subject: subject, recorder: ours)
    }
    phase = .handling
    if case .ignored = answer.form, recorder?.answers.isEmpty ?? true,
      storage.table.share(event, in: currentState)
    {
      return answer
    }
    if found.entry == nil {
      storage.table.fill(
        answer, to: event, in: currentState, guards: recorder?.answers ?? [],
        asBranch: found.branch, storage)
    }
    return answer
  }

  @inlinable
  @inline(__always)
  func check(_ entry: Kept, _ event: Event) -> Bool {
    entry.pointee.kind == .guarded
      || schema.storage.isPure(entry.pointee, event, in: currentState)
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

  /// Rejects an event, with the guards that were asked about it.
  @usableFromInline
  func rejected(_ event: Event, _ reason: String?) -> Outcome {
    let failed = schema.storage.rules.hasGuards ? extras.recorder.failed : []
    return .rejected(
      RejectedEvent(state: currentState, event: event, reason: reason, failedGuards: failed))
  }

  /// Rejects an event again; the reason is asked for, because it may follow the user's language.
  @inlinable
  @inline(never)
  func rejected(_ event: Event, _ entry: Kept) -> Outcome {
    phase = .deciding
    let answer = schema.storage.answer(to: event, in: currentState, schema.storage.features) {
      extras.recorder.begin(with: entry.pointee.details.answered)
      return Guard(subject: subject!, recorder: extras.recorder)
    }
    phase = .handling
    if case .rejected(let reason) = answer.form, reason != nil || entry.pointee.label != nil,
      reason != entry.pointee.label
    {
      return rejected(event, reason)
    }
    return .rejected(entry.pointee.rejection!)
  }

  /// Returns whether the machine would accept an event now.
  ///
  /// The rules and guards are asked; nothing moves and no action runs.
  ///
  /// - Parameter event: The event.
  /// - Returns: `true` when the event would be taken; `false` when it would be ignored or rejected,
  ///   or the subject no longer exists.
  public func can(_ event: Event) -> Bool {
    let object = object
    guard value != nil || object != nil else { return false }
    let before = phase
    defer { phase = before }
    switch decide(event, in: currentState, object, schema.storage.features) {
    case .kept(let entry): return entry.pointee.kind == .external || entry.pointee.kind == .internal
    case .asked(.move), .asked(.take): return true
    case .asked(.ignored), .asked(.rejected): return false
    }
  }
}
