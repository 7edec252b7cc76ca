// Machines whose effects are stored in a database along with their state.
extension StateMachine where Subject: EffectSubject {
  /// Handles an event after its transition has been persisted along with its effects.
  ///
  /// The effects are those of the whole step, in order: of the exits, of the transition and of the
  /// entries. After the closure has returned `true`, the machine takes the step, and its subject
  /// performs them. Everything else is as with `handle(_:persisting:)` without effects.
  ///
  /// ```swift
  /// await machine.handle(.send(file)) { state, next, effects in
  ///   try await rows.replace(state, with: next, outbox: effects)  // in one transaction
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - persist: Replaces the first state with the second and writes the effects, or returns
  ///     `false` if the row holds a different state.
  /// - Returns: The outcome of the event.
  @discardableResult
  public nonisolated(nonsending) func handle(
    _ event: Event,
    persisting persist:
      nonisolated(nonsending) (
        _ state: State, _ next: State, _ effects: [Subject.Effect]
      ) async throws -> Bool
  ) async -> Outcome {
    await handle(event, takingEffects: true) { state, next, effects in
      try await persist(state, next, effects.map { $0 as! Subject.Effect })
    }
  }
}

// The effects of a whole step, for closures that commit or persist it.
extension StateMachine where Subject: _HandingOut {
  /// Handles an event after its transition has been persisted along with its effects, and hands the
  /// effects out.
  ///
  /// They are the effects that your closure wrote, and those of events that were sent meanwhile.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - persist: Replaces the first state with the second and writes the effects, or returns
  ///     `false` if the row holds a different state.
  /// - Returns: The outcome and the effects; none if the transition wasn't persisted.
  @discardableResult
  public nonisolated(nonsending) func handle(
    _ event: Event,
    persisting persist:
      nonisolated(nonsending) (
        _ state: State, _ next: State, _ effects: [Subject.Effect]
      ) async throws -> Bool
  ) async -> Reaction<Subject.Effect> {
    let outcome: Outcome = await handle(event, persisting: persist)
    return reaction(outcome)
  }
}

extension StateMachine {
  /// Returns the effects of a step: those of the exits, its own, and those of the entries.
  ///
  /// `change` has the states that the step leaves and enters, or is `nil` if none of them has a
  /// behavior.
  @usableFromInline
  func effects(
    _ own: [Any], from source: State, to target: State, _ change: StateChange?
  ) -> [Any] {
    guard let change else { return own }
    return schema.storage.exits(of: source, leftBy: change).flatMap(\.action.effects) + own
      + schema.storage.entries(of: target, enteredBy: change).flatMap(\.action.effects)
  }

  /// Returns the effects of the step that a decision leads to.
  func effects(of decision: Decision<State, Event, Subject>, to target: State) -> [Any] {
    let (own, isInternal): ([Any], Bool)
    switch decision {
    case .rule(let rule):
      (own, isInternal) = (rule.pointee.details.effects, rule.pointee.kind == .internal)
    case .answer(let form):
      let answer = Transition<State, Subject>(form)
      (own, isInternal) = (answer.ownEffects, answer.kind == .internal)
    }
    let change =
      isInternal || !schema.storage.features.contains(.states)
      ? nil : schema.storage.change(from: currentState, to: target, by: decision.joint)
    return effects(own, from: currentState, to: target, change)
  }

  /// A Boolean value that indicates whether a closure commits effects along with transitions.
  @usableFromInline var commitsEffects: Bool {
    schema.storage.additions.commits.contains(where: \.takesEffects)
  }

  /// The number of effects that a machine without a subject has not handed out yet.
  @usableFromInline
  func countOfWaitingEffects(_ subject: Subject) -> Int {
    schema.storage.keepsEffects ? (subject as? any WaitingEffects)?.count ?? 0 : 0
  }

  /// Forgets the effects of a step that has failed, for a machine without a subject.
  @usableFromInline
  func dropEffects(after count: Int, _ subject: Subject) {
    if schema.storage.keepsEffects { (subject as? any WaitingEffects)?.drop(after: count) }
  }
}

extension SchemaStorage {
  /// Returns the exit actions of the states that a change leaves, in the order in which they run.
  fileprivate func exits(
    of source: State, leftBy change: StateChange
  ) -> [StateAction<Subject>] {
    func exits(
      _ rules: [StateRule<State, Event, Subject>], _ change: PathChange
    ) -> [StateAction<Subject>] {
      stride(from: change.left, to: change.shared, by: -1).flatMap { depth in
        rules.filter { $0.isAbout(depth, of: change.left) }.flatMap { rule in
          var exits: [StateAction<Subject>] = []
          rule.behavior(source).forEach { if let exit = $0.exit { exits.append(exit) } }
          return exits
        }
      }
    }
    return zip(additions.regions, change.regions).reversed().flatMap { exits($0.rules, $1) }
      + exits(additions.states, change.whole)
  }

  /// Returns the entry actions of the states that a change enters, in the order in which they run.
  fileprivate func entries(
    of target: State, enteredBy change: StateChange
  ) -> [StateAction<Subject>] {
    var entries: [StateAction<Subject>] = []
    forEachBehavior(in: target, enteredBy: change) { behavior, _ in
      behavior.forEach { if let entry = $0.entry { entries.append(entry) } }
    }
    return entries
  }
}

extension Effects: WaitingEffects {
  var count: Int { waiting.effects.count }
  func drop(after count: Int) { waiting.effects.removeLast(max(0, self.count - count)) }
}
