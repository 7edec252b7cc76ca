/// The contents of a schema, which all of its copies and machines share.
///
/// The storage never changes: a schema with one more addition has its own.
@usableFromInline
final class SchemaStorage<State, Event, Subject> {
  @usableFromInline let initialState: State
  @usableFromInline let rules: Rules<State, Event, Subject>
  @usableFromInline let additions: SchemaAdditions<State, Event, Subject>
  @usableFromInline let features: SchemaFeatures
  @usableFromInline let table = RuleTable<State, Event, Subject>()
  /// The file and the line that create the schema.
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
  }

  deinit { table.free() }

  /// Returns the answer of the rules after applying the policy for unhandled events.
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

  /// Adds the answers of regions.
  @inlinable
  @inline(__always)
  func gather(_ answers: inout RegionAnswers<State, Subject>, in state: State, _ event: Event) {
    rules.gather(state, event, &answers)
  }

  @usableFromInline var rejectsUnhandledEvents: Bool { additions.unhandledEvents == .reject }
}

// Checked by hand: the contents are sendable if states are. Threads share the table: see
// `RuleTable`.
extension SchemaStorage: Sendable where State: Sendable {}

/// The logic of a schema, with guards or without.
@frozen @usableFromInline
struct Rules<State, Event, Subject>: Sendable {
  @usableFromInline
  typealias Plain = @Sendable (State, Event) -> Transition<State, Subject>
  @usableFromInline
  typealias Guarded = @Sendable (State, Event, Guard<Subject>) -> Transition<State, Subject>
  /// Adds the answers of regions.
  @usableFromInline
  typealias Gather =
    @Sendable (State, Event, inout RegionAnswers<State, Subject>) -> Void

  @usableFromInline let hasGuards: Bool

  // Two properties of which one is used: an enum of two closures would be copied, and so retained,
  // at each event.
  @usableFromInline let plain: Plain
  @usableFromInline let guarded: Guarded
  /// A Boolean value that indicates whether the state consists of regions.
  @usableFromInline let areOfRegions: Bool
  // Not optional, for the same reason.
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

/// Everything in a schema besides its logic.
@usableFromInline
struct SchemaAdditions<State, Event, Subject>: Sendable {
  /// The answers for states, in the order in which they were added.
  @usableFromInline var states: [StateRule<State, Event, Subject>] = []
  /// The regions at any depth, each before those inside it.
  @usableFromInline var regions: [Region<State, Event, Subject>] = []
  var commits: [Commit<State, Event, Subject>] = []
  /// The answers for final states of embedded machines, of which ``states`` has only the entries.
  ///
  /// Machines don't ask for them, but whoever draws one does.
  var final: [StateRule<State, Event, Subject>] = []
  /// The embedded machines that can be final, each before those inside it.
  var completions: [Completion<State, Subject>] = []
  /// Returns whether all regions that the state consists of are in final states; `nil` if they can't be.
  var end: (@Sendable (State) -> Bool)?
  var composition = Composition<State, Event, Subject>()
  var unhandledEvents = UnhandledEventPolicy.ignore
  var isOnMainActor = false

  init() {}

  /// Returns the features that affect a step, for states that may be nested.
  func features(isNested: Bool) -> SchemaFeatures {
    var features: SchemaFeatures = []
    // Whether an array is empty is found out by its count: `isEmpty` is a witness that the runtime
    // looks up each time a schema is made.
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

/// A closure that commits transitions, and a predicate for the transitions that it commits.
///
/// It commits all of them unless it came with an embedded schema.
struct Commit<State, Event, Subject>: Sendable {
  /// Returns whether it commits a transition of an event, or of a completion for `nil`.
  var covers: @Sendable (_ source: State, _ target: State, _ event: Event?) -> Bool = { _, _, _ in
    true
  }
  let run: @Sendable (HandledEvent<State, Event>, Subject) throws -> Void
}

/// The features of a schema, besides its logic, that affect a step.
@frozen @usableFromInline
struct SchemaFeatures: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Answers for states.
  @inlinable static var states: SchemaFeatures { SchemaFeatures(rawValue: 1) }
  /// Nested states, some of which have answers by level.
  @inlinable static var levels: SchemaFeatures { SchemaFeatures(rawValue: 2) }
  /// Regions.
  @inlinable static var regions: SchemaFeatures { SchemaFeatures(rawValue: 4) }
  /// A policy for unhandled events that doesn't ignore them.
  @inlinable static var unhandledEvents: SchemaFeatures { SchemaFeatures(rawValue: 8) }
  /// Closures that commit transitions.
  @inlinable static var commits: SchemaFeatures { SchemaFeatures(rawValue: 16) }
  /// Answers to the completion of embedded machines.
  @inlinable static var completions: SchemaFeatures { SchemaFeatures(rawValue: 32) }
}
