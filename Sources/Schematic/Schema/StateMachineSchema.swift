/// The rules of a machine, written once and shared by any number of machines.
///
/// A schema is a value that never changes: the state a machine starts in, and a function that says
/// what an event means in a state. It holds no subject and runs no action, so the same rules serve
/// a running ``StateMachine`` and the diagram of it.
///
/// ```swift
/// let schema = StateMachineSchema<Door, Push, Void>(initialState: .closed) { state, event in
///   switch state {
///   case .closed: return .to(.open)
///   case .open: return .to(.closed)
///   }
/// }
/// schema.transition(from: .closed, on: .push).target  // .open
/// ```
///
/// A schema is `Sendable` when its state is: keep it in a `static let`. Switches may be nested as
/// deep as you like; write `return` in closures, and for machines of more than about fifteen states
/// a function instead, which the compiler checks ten times faster.
@frozen
public struct StateMachineSchema<State, Event, Subject> {
  /// The rules and all that goes with them, shared by copies of the schema.
  @usableFromInline var storage: SchemaStorage<State, Event, Subject>

  /// The state in which a machine starts unless it is told otherwise.
  public var initialState: State { storage.initialState }

  /// Creates a schema from rules that do not look at the subject.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - logic: What an event means in a state. It must be a pure function: it is asked as often as
  ///     machines and diagrams please, and its answers may be kept. Where state and event are a byte
  ///     each, as enums without payloads are, machines ask once about each pair and look the answer up
  ///     from then on; texts are asked for anew. Debug builds compare, and stop where the rules have
  ///     changed their mind.
  @inlinable
  public init(
    initialState: State,
    logic: @escaping @Sendable (_ state: State, _ event: Event) -> Transition<State, Subject>
  ) {
    storage = SchemaStorage(initialState: initialState, rules: Rules(logic))
  }

  /// Creates a schema from rules with guards.
  ///
  /// ```swift
  /// StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) { state, event, when in
  ///   switch (state, event) {
  ///   case (.locked, .coin):
  ///     return when("paid") { $0.coins >= 2 } ? .to(.unlocked) : .stay("count") { $0.coins += 1 }
  ///   // …
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - logic: What an event means in a state; the third parameter asks named conditions of the
  ///     subject. Apart from those it must be a pure function.
  @inlinable
  public init(
    initialState: State,
    logic:
      @escaping @Sendable (_ state: State, _ event: Event, _ when: Guard<Subject>)
      -> Transition<State, Subject>
  ) {
    storage = SchemaStorage(initialState: initialState, rules: Rules(logic))
  }

  /// Returns what an event means in a state.
  ///
  /// Asking changes nothing and runs no action and no condition, however often you ask.
  ///
  /// ```swift
  /// turnstile.transition(from: .locked, on: .coin).target                     // .unlocked
  /// turnstile.transition(from: .locked, on: .coin, guards: { _ in false }).kind  // .internal
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state the event arrives in.
  ///   - event: The event to interpret.
  ///   - answer: Whether the guard of a name holds. Unless you say otherwise, every guard does.
  /// - Returns: The transition to make; its kind is ``TransitionKind/ignored`` when `event` means
  ///   nothing in `state`.
  /// - Complexity: O(1) on top of the schema's own logic.
  public func transition(
    from state: State,
    on event: Event,
    guards answer: @escaping (_ name: String) -> Bool = { _ in true }
  ) -> Transition<State, Subject> {
    storage.answer(to: event, in: state, storage.features) { Guard(answers: answer) }
  }

  /// Returns whether a machine is finished in a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: `true` when the state is final.
  @inlinable
  public func isFinal(_ state: State) -> Bool {
    storage.features.contains(.finalStates) && storage.isFinal(state)
  }

  /// Returns the schema after a change of what it says besides its logic.
  func adding(
    _ change: (inout SchemaAdditions<State, Event, Subject>) -> Void
  ) -> StateMachineSchema {
    var schema = self
    var additions = storage.additions
    change(&additions)
    schema.storage = SchemaStorage(
      initialState: initialState, rules: storage.rules, additions: additions)
    return schema
  }
}

extension StateMachineSchema: Sendable where State: Sendable {}

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
  @usableFromInline var entries = StateAnswers<State, StateAction<Subject>>()
  @usableFromInline var exits = StateAnswers<State, StateAction<Subject>>()
  @usableFromInline
  var observers: [@Sendable (StepPhase<State, Event>, Subject) -> Void] = []
  var timeouts = StateAnswers<State, StateTimeout<Event>>()
  var works = StateAnswers<State, StateWork<Event, Subject>>()
  /// The answers about parts, in the declared order of the parts.
  var parts: [StatePart<State, Event, Subject>] = []
  var finalStates: [@Sendable (State) -> Bool] = []
  var commit: (@Sendable (TakenTransition<State, Event>, Subject) throws -> Void)?
  var unhandledEvents = UnhandledEventPolicy.ignore
  var isOnMainActor = false

  init() {}

  /// Adds a closure that commits each transition, after those that are there already.
  mutating func add(
    commit next: @escaping @Sendable (TakenTransition<State, Event>, Subject) throws -> Void
  ) {
    let first = commit
    commit = { transition, subject in
      try first?(transition, subject)
      try next(transition, subject)
    }
  }
}

/// The things that a step of a schema's machines has to look after besides the logic.
@frozen @usableFromInline
struct SchemaFeatures: OptionSet {
  @usableFromInline let rawValue: UInt16

  @inlinable
  init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable static var entries: SchemaFeatures { SchemaFeatures(rawValue: 1) }
  @inlinable static var exits: SchemaFeatures { SchemaFeatures(rawValue: 2) }
  /// Timeouts or work.
  @inlinable static var activities: SchemaFeatures { SchemaFeatures(rawValue: 4) }
  @inlinable static var finalStates: SchemaFeatures { SchemaFeatures(rawValue: 8) }
  /// Closures that look on.
  @inlinable static var onStep: SchemaFeatures { SchemaFeatures(rawValue: 16) }
  /// States inside one another, of which some are asked about by level.
  @inlinable static var levels: SchemaFeatures { SchemaFeatures(rawValue: 32) }
  /// A policy for unhandled events other than ignoring them.
  @inlinable static var unhandledEvents: SchemaFeatures { SchemaFeatures(rawValue: 64) }
  /// Rules that live on the main actor.
  @inlinable static var mainActor: SchemaFeatures { SchemaFeatures(rawValue: 128) }
  /// Closures that commit each transition.
  @inlinable static var commits: SchemaFeatures { SchemaFeatures(rawValue: 512) }

  /// Answers about parts of states.
  @inlinable static var parts: SchemaFeatures { SchemaFeatures(rawValue: 256) }

  /// Whatever may happen on leaving and entering states.
  @inlinable static var lively: SchemaFeatures { [.entries, .exits, .activities, .onStep] }

  /// Whatever concerns every step, however its event is answered.
  @inlinable static var looksOn: SchemaFeatures { [.onStep, .mainActor, .commits] }
}

/// The contents of a schema, kept once for all its copies and all machines over it.
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
    let hasLevels =
      additions.entries.haveLevels || additions.exits.haveLevels || additions.timeouts.haveLevels
      || additions.works.haveLevels || !additions.observers.isEmpty
    var features: SchemaFeatures = []
    func add(_ feature: SchemaFeatures, where isThere: Bool) {
      if isThere { features.insert(feature) }
    }
    add(.entries, where: !additions.entries.isEmpty)
    add(.exits, where: !additions.exits.isEmpty)
    add(.activities, where: !additions.timeouts.isEmpty || !additions.works.isEmpty)
    add(.finalStates, where: !additions.finalStates.isEmpty)
    add(.onStep, where: !additions.observers.isEmpty)
    add(.levels, where: hasLevels && State.self is any Hierarchical.Type)
    add(.unhandledEvents, where: additions.unhandledEvents != .ignore)
    add(.mainActor, where: additions.isOnMainActor)
    add(.commits, where: additions.commit != nil)
    // The types of parts are made only where there are any.
    if !additions.parts.isEmpty { features.formUnion(additions.featuresOfParts) }
    self.features = features
  }

  deinit { table.free() }

  /// Returns whether one of the final states is this one.
  @usableFromInline
  func isFinal(_ state: State) -> Bool {
    additions.finalStates.contains { $0(state) }
  }

  /// Returns what the rules say, after final states and the policy for unhandled events.
  ///
  /// Guards are made only where the rules take any.
  @inlinable
  @inline(__always)
  func answer(
    to event: Event, in state: State, _ features: SchemaFeatures, _ guards: () -> Guard<Subject>
  ) -> Transition<State, Subject> {
    if features.contains(.finalStates), isFinal(state) {
      return .rejected("the machine is finished")
    }
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

extension SchemaStorage: Sendable where State: Sendable {}

extension StateMachineSchema where Event == State {
  /// Creates a schema of a machine without events of its own: the event is the state wanted next.
  ///
  /// ```swift
  /// let schema = StateMachineSchema<Request, Request, Client>(
  ///   initialState: .ready,
  ///   shouldMove: { state, next in state.allows(next) },
  ///   didMove: { _, next, client in client.react(to: next) })
  /// machine.handle(.fetching)  // .moved, or .rejected where the rule does not allow it
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - shouldMove: Whether a machine may move from one state to another; a pure function. A move
  ///     that it does not allow is rejected.
  ///   - didMove: What to do after each move: the old state, the new one, and the subject.
  @_disfavoredOverload
  public init(
    initialState: State,
    shouldMove: @escaping @Sendable (_ state: State, _ next: State) -> Bool,
    didMove:
      @escaping @Sendable (_ previous: State, _ state: State, _ subject: Subject) throws -> Void
  ) {
    self.init(initialState: initialState) { state, next in
      guard shouldMove(state, next) else { return .rejected }
      return .to(next) { try didMove(state, next, $0) }
    }
  }
}
