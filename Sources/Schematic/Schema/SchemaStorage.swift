/// The contents of a schema, which all of its copies and machines share.
///
/// The contents never change, except that the rule table caches answers. Adding something to a
/// schema creates another storage.
@usableFromInline
final class SchemaStorage<State, Event, Subject> {
  @usableFromInline let initialState: State
  @usableFromInline let rules: Rules<State, Event, Subject>
  @usableFromInline let additions: SchemaAdditions<State, Event, Subject>
  @usableFromInline let features: SchemaFeatures
  @usableFromInline let table = RuleTable<State, Event, Subject>()
  /// A Boolean value that indicates whether a step that fails must take back the effects that it hands out.
  let keepsEffects: Bool
  /// The file and the line of code that create the schema.
  let source: (fileID: StaticString, line: UInt)

  @usableFromInline
  convenience init(
    initialState: State, rules: Rules<State, Event, Subject>, fileID: StaticString, line: UInt
  ) {
    self.init(
      initialState: initialState, rules: rules, additions: SchemaAdditions(),
      source: (fileID, line))
  }

  init(
    initialState: State, rules: Rules<State, Event, Subject>,
    additions: SchemaAdditions<State, Event, Subject>, source: (fileID: StaticString, line: UInt)
  ) {
    self.source = source
    self.initialState = initialState
    self.rules = rules
    self.additions = additions
    features = additions.features(isNested: State.self is any Hierarchical.Type)
    keepsEffects = features.contains(.commits) && Subject.self is any WaitingEffects.Type
  }

  deinit { table.free() }

  /// Returns the answer of the rules, or a rejection if the rules ignore the event and the policy
  /// rejects ignored events.
  ///
  /// The guards are created only if the rules use them.
  @inlinable
  @inline(__always)
  func answer(
    to event: Event, in state: State, _ features: SchemaFeatures, _ guards: () -> Guard<Subject>
  ) -> Transition<State, Subject> {
    let transition =
      rules.hasGuards ? rules.guarded(state, event, guards()) : rules.plain(state, event)
    if features.contains(.unhandledEvents), case .ignored = transition.form,
      rejectsUnhandledEvents
    {
      return .rejected
    }
    return transition
  }

  /// Gathers the answers that regions give to an event.
  @inlinable
  @inline(__always)
  func gather(_ answers: inout RegionAnswers<State, Subject>, in state: State, _ event: Event) {
    rules.gather(state, event, &answers)
  }

  @usableFromInline var rejectsUnhandledEvents: Bool { additions.unhandledEvents == .reject }
}

// The compiler checks this, except for the table that threads share: see `RuleTable`.
extension SchemaStorage: Sendable where State: Sendable {}
