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

/// The logic of a schema, with guards or without.
@frozen @usableFromInline
struct Rules<State, Event, Subject>: Sendable {
  @usableFromInline
  typealias Plain = @Sendable (State, Event) -> Transition<State, Subject>
  @usableFromInline
  typealias Guarded = @Sendable (State, Event, Guard<Subject>) -> Transition<State, Subject>
  /// A function that gathers the answers that regions give to an event.
  @usableFromInline
  typealias Gather =
    @Sendable (State, Event, inout RegionAnswers<State, Subject>) -> Void

  @usableFromInline let hasGuards: Bool

  // Two closures instead of an enum, because the enum would be copied, and so retained, at each
  // event.
  @usableFromInline let plain: Plain
  @usableFromInline let guarded: Guarded
  /// A Boolean value that indicates whether the state consists of regions.
  @usableFromInline let areOfRegions: Bool
  // Not optional, because an optional would be copied at each event, too.
  @usableFromInline let gather: Gather

  @inlinable
  init(_ logic: @escaping Plain) {
    hasGuards = false
    plain = logic
    guarded = { state, event, _ in logic(state, event) }
    areOfRegions = false
    gather = { _, _, _ in }
  }

  @inlinable
  init(_ logic: @escaping Guarded) {
    hasGuards = true
    plain = { _, _ in fatalError("Rules with guards were asked without.") }
    guarded = logic
    areOfRegions = false
    gather = { _, _, _ in }
  }

  @inlinable
  init(hasGuards: Bool, _ gather: @escaping Gather) {
    self.hasGuards = hasGuards
    areOfRegions = true
    self.gather = gather
    plain = { state, event in
      var answers = RegionAnswers<State, Subject>(in: state)
      gather(state, event, &answers)
      return answers.transition
    }
    guarded = { state, event, when in
      var answers = RegionAnswers<State, Subject>(in: state, GuardBox(when.inside(state)))
      gather(state, event, &answers)
      return answers.transition
    }
  }
}

/// Everything that is added to a schema's logic, such as answers for states.
@usableFromInline
struct SchemaAdditions<State, Event, Subject>: Sendable {
  /// The answers for states, in the order in which they were added.
  @usableFromInline var states: [StateRule<State, Event, Subject>] = []
  /// The regions at any depth, each before the regions inside it.
  @usableFromInline var regions: [Region<State, Event, Subject>] = []
  var commits: [Commit<State, Event, Subject>] = []
  /// The complete answers for the final states of embedded machines, for diagrams only.
  ///
  /// Machines use ``states``, which has only the entry actions of these answers.
  var final: [StateRule<State, Event, Subject>] = []
  /// The embedded machines that may have final states, each before the machines inside it.
  var completions: [Completion<State, Subject>] = []
  /// Returns whether all regions that the state consists of are in final states; `nil` if a region
  /// has no answers for states.
  var end: (@Sendable (State) -> Bool)?
  var composition = Composition<State, Event, Subject>()
  var unhandledEvents = UnhandledEventPolicy.ignore
  var isOnMainActor = false

  init() {}

  /// Returns the features that affect a step; `isNested` says whether states can be nested.
  func features(isNested: Bool) -> SchemaFeatures {
    var features: SchemaFeatures = []
    // `count > 0`, because the runtime would look up `isEmpty` each time a schema is created.
    if states.count > 0 || regions.contains(where: { $0.rules.count > 0 }) {
      features.insert(.states)
    }
    if isNested, states.count > 0, states.contains(where: { $0.level > 0 }) {
      features.insert(.levels)
    }
    if regions.count > 0 { features.insert(.regions) }
    if unhandledEvents != .ignore { features.insert(.unhandledEvents) }
    if commits.count > 0 { features.insert(.commits) }
    if completions.count > 0, completions.contains(where: { $0.answer != nil }) {
      features.insert(.completions)
    }
    return features
  }
}

/// A closure that commits transitions and, for diagrams, a predicate that selects them.
///
/// By default, the closure commits all transitions. The closure of an embedded schema commits only
/// the transitions inside the embedded machine.
struct Commit<State, Event, Subject>: Sendable {
  /// A Boolean value that indicates whether the closure commits only the steps in which a region takes part.
  var isOfRegion = false
  /// Returns whether the closure commits a transition; `event` is `nil` for a completion.
  var covers: @Sendable (_ source: State, _ target: State, _ event: Event?) -> Bool = { _, _, _ in
    true
  }
  /// A Boolean value that indicates whether the closure receives the effects of the step.
  var takesEffects = false
  /// Commits a transition; the effects are those of the step, or none if the closure doesn't take them.
  let run: @Sendable (HandledEvent<State, Event>, _ effects: [Any], Subject) throws -> Void
}

/// The features of a schema, besides its logic, that affect a step.
@frozen @usableFromInline
struct SchemaFeatures: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable static var states: SchemaFeatures { SchemaFeatures(rawValue: 1) }
  /// Answers for a level of nested states.
  @inlinable static var levels: SchemaFeatures { SchemaFeatures(rawValue: 2) }
  @inlinable static var regions: SchemaFeatures { SchemaFeatures(rawValue: 4) }
  /// A policy that rejects or traps unhandled events.
  @inlinable static var unhandledEvents: SchemaFeatures { SchemaFeatures(rawValue: 8) }
  /// Closures that commit transitions.
  @inlinable static var commits: SchemaFeatures { SchemaFeatures(rawValue: 16) }
  /// Answers to the completion of embedded machines.
  @inlinable static var completions: SchemaFeatures { SchemaFeatures(rawValue: 32) }
}
