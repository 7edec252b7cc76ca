// Closures that commit effects along with the state, and schemas with effects inside one another.
extension StateMachineSchema where Subject: EffectSubject {
  /// Returns the schema with a closure that commits each transition with its effects, for example to
  /// an outbox.
  ///
  /// The effects are those of the whole step, in order: of the exits, of the transition and of the
  /// entries, of all regions. Effects of another subject or of another type aren't among them: a
  /// schema that was adapted with ``mappingEffects(_:)`` commits no effects of its own, so add the
  /// closure to the result. Everything else is as with `onCommit(_:)` without effects.
  ///
  /// ```swift
  /// Outlet.schema.onCommit { transition, effects, outlet in
  ///   try outlet.rows.write(transition.target, outbox: effects)  // in one transaction
  /// }
  /// ```
  ///
  /// - Parameter commit: The closure, which receives the transition, its effects and the subject.
  /// - Returns: A schema with the same rules and one more closure.
  @_disfavoredOverload
  public func onCommit(
    _ commit:
      @escaping @Sendable (
        _ transition: HandledEvent<State, Event>, _ effects: [Subject.Effect], _ subject: Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    adding {
      $0.commits.append(
        Commit(takesEffects: true) { transition, effects, subject in
          try commit(transition, effects.map { $0 as! Subject.Effect }, subject)
        })
    }
  }

  /// Returns the schema with a closure that is isolated to the main actor and commits each
  /// transition with its effects.
  public func onCommit(
    on actor: MainActor.Type,
    _ commit:
      @escaping @MainActor @Sendable (
        _ transition: HandledEvent<State, Event>, _ effects: [Subject.Effect], _ subject: Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    onCommit { transition, effects, subject in
      // Sound because the closure is called synchronously, so both stay on the main actor.
      nonisolated(unsafe) let (transition, effects) = (transition, effects)
      try callHere(MainActorAction { try commit(transition, effects, $0) }, subject)
    }
  }
}

extension StateMachineSchema where Subject: Actor & EffectSubject {
  /// Returns the schema with a closure that is isolated to the subject and commits each transition
  /// with its effects.
  public func onCommit(
    _ commit:
      @escaping @Sendable (
        _ transition: HandledEvent<State, Event>, _ effects: [Subject.Effect],
        _ subject: isolated Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    adding {
      $0.commits.append(
        Commit(takesEffects: true) { transition, effects, subject in
          // Sound because the closure is called synchronously, so both stay on the actor.
          nonisolated(unsafe) let transition = transition
          nonisolated(unsafe) let effects = effects.map { $0 as! Subject.Effect }
          try subject.assumeIsolated { try commit(transition, effects, $0) }
        })
    }
  }
}

extension StateMachineSchema {
  /// Returns the schema for an outer subject, to whose effects the schema's own are translated.
  ///
  /// The outer subject may perform its effects, or be ``Effects`` itself. A schema can only be
  /// embedded in a schema with the same subject, so the compiler refuses other effects.
  ///
  /// ```swift
  /// radio.embedding(tuner.mappingEffects(RadioEffect.tuner), in: Radio.on)
  /// ```
  ///
  /// - Parameter map: Returns the outer effect for one of the schema's own.
  /// - Returns: A schema with the same rules.
  public func mappingEffects<Effect, Outer: EffectSubject>(
    _ map: @escaping @Sendable (_ effect: Effect) -> Outer.Effect
  ) -> StateMachineSchema<State, Event, Outer> where Subject == Effects<Effect> {
    SchemaMapping<State, Event, Subject, State, Event, Outer>(
      state: { $0 }, outerState: { state, _ in state }, event: { $0 }, outerEvent: { $0 },
      subject: { _ in Effects() }, action: { $0.mappingEffects(map) },
      guards: { $0.mappingSubject { _ in Effects() } },
      behavior: { $0.mapping({ $0 }, { _ in Effects() }, action: { $0.mappingEffects(map) }) }
    ).schema(self, startingIn: initialState)
  }
}

extension Action {
  /// Returns the action with its effects translated to those of an outer subject.
  func mappingEffects<Effect, Outer: EffectSubject>(
    _ map: @escaping (Effect) -> Outer.Effect
  ) -> Action<Outer> where Subject == Effects<Effect> {
    parts.map { part in
      switch part {
      // Never fails, because the effect is the subject's own.
      case .own(let effect): return Action<Outer>(performing: map(effect as! Effect))
      case .other(let action, let effects):
        let mapped = Action<Outer> { outer in
          let own = Effects<Effect>()
          try action(own)
          for effect in own._take() { try Outer._perform(map(effect), on: outer) }
        }
        return effects.isEmpty ? mapped : mapped.telling(effects)
      }
    }.reduce(nil) { whole, part in whole?.followed(by: part) ?? part }!
  }
}
