/// The contents of a schema, shared by all its copies and all machines over it.
///
/// It never changes: a schema with one addition more has a storage of its own.
@usableFromInline
final class SchemaStorage<State, Event, Subject> {
  @usableFromInline let initialState: State
  @usableFromInline let rules: Rules<State, Event, Subject>
  @usableFromInline let additions: SchemaAdditions<State, Event, Subject>
  @usableFromInline let features: SchemaFeatures
  @usableFromInline let table = RuleTable<State, Event, Subject>()

  @usableFromInline
  convenience init(initialState: State, rules: Rules<State, Event, Subject>) {
    self.init(initialState: initialState, rules: rules, additions: SchemaAdditions())
  }

  init(
    initialState: State, rules: Rules<State, Event, Subject>,
    additions: SchemaAdditions<State, Event, Subject>
  ) {
    self.initialState = initialState
    self.rules = rules
    self.additions = additions
    features = additions.features(isNested: State.self is any Hierarchical.Type)
  }

  deinit { table.free() }

  /// Returns the answer of the rules, after the policy for unhandled events.
  ///
  /// Guards are made only if the rules take any.
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

  @usableFromInline var rejectsUnhandledEvents: Bool { additions.unhandledEvents == .reject }
}

// Checked: what it holds is sendable if states are. The table is shared by threads: see there.
extension SchemaStorage: Sendable where State: Sendable {}

/// The logic of a schema, with guards or without.
@frozen @usableFromInline
struct Rules<State, Event, Subject>: Sendable {
  @usableFromInline
  typealias Plain = @Sendable (State, Event) -> Transition<State, Subject>
  @usableFromInline
  typealias Guarded = @Sendable (State, Event, Guard<Subject>) -> Transition<State, Subject>

  @usableFromInline let hasGuards: Bool

  // Two properties of which one is used: an enum of two closures would be copied, and so counted, at
  // each event.
  @usableFromInline let plain: Plain
  @usableFromInline let guarded: Guarded

  @inlinable
  init(_ logic: @escaping Plain) {
    hasGuards = false
    plain = logic
    guarded = { state, event, _ in logic(state, event) }
  }

  @inlinable
  init(_ logic: @escaping Guarded) {
    hasGuards = true
    plain = { _, _ in fatalError("Rules with guards were asked without.") }
    guarded = logic
  }
}

/// The parts of a schema besides its logic.
@usableFromInline
struct SchemaAdditions<State, Event, Subject>: Sendable {
  /// The answers about states, in the order of their addition.
  @usableFromInline var states: [StateRule<State, Event, Subject>] = []
  /// The answers about regions, in the declared order of the regions.
  @usableFromInline var regions: [Region<State, Event, Subject>] = []
  var commits: [Commit<State, Event, Subject>] = []
  var unhandledEvents = UnhandledEventPolicy.ignore
  var isOnMainActor = false

  init() {}

  /// Returns the things that a step has to look after, of states that may lie inside one another or not.
  func features(isNested: Bool) -> SchemaFeatures {
    var features: SchemaFeatures = []
    if !states.isEmpty || !regions.isEmpty { features.insert(.states) }
    if isNested, states.contains(where: { $0.level > 0 }) { features.insert(.levels) }
    if !regions.isEmpty { features.insert(.regions) }
    if unhandledEvents != .ignore { features.insert(.unhandledEvents) }
    if !commits.isEmpty { features.insert(.commits) }
    return features
  }
}

/// A closure that commits transitions, and the transitions that it commits: all of them, unless it came
/// with an embedded schema.
struct Commit<State, Event, Subject>: Sendable {
  var covers: @Sendable (_ source: State, _ target: State, _ event: Event) -> Bool = { _, _, _ in
    true
  }
  let run: @Sendable (HandledEvent<State, Event>, Subject) throws -> Void
}

/// The things that a step of a schema's machines has to look after besides the logic.
@frozen @usableFromInline
struct SchemaFeatures: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Answers about states.
  @inlinable static var states: SchemaFeatures { SchemaFeatures(rawValue: 1) }
  /// States inside one another, of which some are asked about by level.
  @inlinable static var levels: SchemaFeatures { SchemaFeatures(rawValue: 2) }
  /// Answers about regions.
  @inlinable static var regions: SchemaFeatures { SchemaFeatures(rawValue: 4) }
  /// A policy for unhandled events other than ignoring them.
  @inlinable static var unhandledEvents: SchemaFeatures { SchemaFeatures(rawValue: 8) }
  /// Closures that commit transitions.
  @inlinable static var commits: SchemaFeatures { SchemaFeatures(rawValue: 16) }
}
