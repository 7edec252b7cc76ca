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
    _ event: Event, in state: State, _ object: Subject?, _ features: SchemaFeatures
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
  func lookUp(_ event: Event, _ object: Subject?) -> Decision<State, Event, Subject> {
    let isNested = phase == .deciding
    phase = .deciding
    let found = follow(schema.storage.table.entry(currentState, event), object)
    phase = .handling
    return resolve(found, event, object, isNested)
  }

  /// Asks guards until none decides any more.
  @inlinable
  @inline(__always)
  func follow(_ entry: Kept?, _ object: Subject?) -> Found {
    var found: Found = (entry, nil)
    while let entry = found.entry, entry.pointee.kind == .guarded {
      let holds = holds(entry.pointee.condition!.words, object)
      found = (schema.storage.table.branch(of: entry, holds), (entry, holds))
    }
    return found
  }

  /// Performs an action on the subject, where it lies.
  @inlinable
  @inline(__always)
  func perform(_ action: ClosureWords<Action<Subject>>, _ object: Subject?) throws {
    if value != nil {
      try action.makeClosure().run(value)
    } else {
      try action.makeClosure().run(object)
    }
  }

  /// Returns whether a condition holds for the subject, where it lies.
  @inlinable
  @inline(__always)
  func holds(_ condition: ClosureWords<Condition<Subject>>, _ object: Subject?) -> Bool {
    value != nil
      ? condition.makeClosure().holds(value) : condition.makeClosure().holds(object)
  }

  /// Returns the answer that was found, or asks for it where none was.
  @inlinable
  @inline(__always)
  func resolve(
    _ found: Found, _ event: Event, _ object: Subject?, _ isNested: Bool
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
    if isObserved { tellRead() }
    let object = value == nil ? weakSubject : nil
    guard value != nil || object != nil else { return false }
    let before = phase
    defer { phase = before }
    switch decide(event, in: currentState, object, schema.storage.features) {
    case .kept(let entry): return entry.pointee.kind == .external || entry.pointee.kind == .internal
    case .asked(.move), .asked(.take), .asked(.reenter): return true
    case .asked(.ignored), .asked(.rejected): return false
    }
  }
}

extension SchemaStorage {
  /// Returns true, or stops the program where the rules no longer give the answer that is kept.
  ///
  /// Kind, target and guards are compared, not texts, which may follow the user's language.
  @usableFromInline
  @inline(never)
  func isPure(_ entry: RuleEntry<State, Event, Subject>, _ event: Event, in state: State) -> Bool {
    var asked: [String] = []
    let answer = answer(to: event, in: state, features) {
      Guard { name in
        if !asked.contains(name) { asked.append(name) }
        return entry.details.answered.first { $0.name == name }?.holds ?? true
      }
    }
    let kept = (text(entry.kind, entry.target), entry.details.answered.map(\.name))
    let now = (text(answer.kind, answer.target ?? state), asked)
    guard kept != now else { return true }
    fatalError(
      """
      The rules are not a pure function: event \(event) in state \(state) was answered by \
      "\(kept.0)" with guards \(kept.1), and now by "\(now.0)" with guards \(now.1). \
      Let rules look at nothing but the state, the event and guards.
      """)
  }

  private func text(_ kind: RuleEntry<State, Event, Subject>.Kind, _ target: State) -> String {
    switch kind {
    case .ignored: text(.ignored as TransitionKind, target)
    case .rejected: text(.rejected as TransitionKind, target)
    case .external: text(.external as TransitionKind, target)
    default: text(.internal as TransitionKind, target)
    }
  }

  private func text(_ kind: TransitionKind, _ target: State) -> String {
    switch kind {
    case .ignored: "ignored"
    case .rejected: "rejected"
    case .external: "to \(target)"
    case .internal: "stay as \(target)"
    }
  }
}

/// The record of how guards answered while the rules were asked about one event.
///
/// No guard of it is asked twice, and those that did not hold can be named.
@usableFromInline
final class GuardRecorder<Subject> {
  /// The answer of one guard, and the condition that gave it.
  @frozen @usableFromInline
  struct Answer {
    @usableFromInline let name: String
    /// The condition; `nil` where it is kept already.
    @usableFromInline let condition: Condition<Subject>?
    @usableFromInline let holds: Bool

    @inlinable
    init(name: String, condition: Condition<Subject>?, holds: Bool) {
      self.name = name
      self.condition = condition
      self.holds = holds
    }
  }

  /// The answers, in the order in which they were given.
  @exclusivity(unchecked) @usableFromInline var answers: [Answer] = []

  @usableFromInline init() {}

  /// The names of the guards that did not hold, in the order in which they were asked.
  var failed: [String] { answers.filter { !$0.holds }.map(\.name) }

  /// Forgets all answers, and keeps their room for those of the next event.
  @usableFromInline
  func begin() {
    if !answers.isEmpty { answers.removeAll(keepingCapacity: true) }
  }

  /// Forgets all answers but those of guards that were asked already.
  @usableFromInline
  func begin(with answered: [Answer]) {
    answers.replaceSubrange(0..., with: answered)
  }

  /// Returns how a guard answers, which is how it answered before.
  @usableFromInline
  func answer(_ name: String, _ condition: Condition<Subject>, _ subject: Subject) -> Bool {
    if let known = answers.first(where: { $0.name == name }) { return known.holds }
    let holds = condition.holds(subject)
    // Appended afterwards, because a condition may ask another guard.
    answers.append(Answer(name: name, condition: condition, holds: holds))
    return holds
  }
}
