/// The rules of a machine, written once and shared by any number of machines.
///
/// A schema is an immutable value: the state in which a machine starts, and a function that says
/// what an event means in a state. It holds no subject and runs no action, so the same rules serve
/// a running ``StateMachine`` and its diagram.
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
/// A schema is `Sendable` if its state is, so you can store it in a `static let`. You can nest
/// switches as deeply as you like. Write `return` in closures. For more than about fifteen states,
/// pass a function instead of a closure: the compiler type-checks it much faster.
@frozen
public struct StateMachineSchema<State, Event, Subject> {
  /// The rules and everything that was added to them, shared by copies of the schema.
  @usableFromInline var storage: SchemaStorage<State, Event, Subject>

  init(storage: SchemaStorage<State, Event, Subject>) { self.storage = storage }

  /// The state in which a machine starts unless you pass another.
  public var initialState: State { storage.initialState }

  /// Creates a schema from rules without guards.
  ///
  /// Pass a function if there are more than about fifteen states. For rules of 40 states and 40
  /// events, the compiler takes a minute if they are a closure, and five seconds if they are a
  /// function:
  ///
  /// ```swift
  /// func transition(from state: Gate, on event: Visitor) -> Transition<Gate, Turnstile> { … }
  /// let schema = StateMachineSchema(initialState: .locked, logic: transition)
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - logic: Returns what an event means in a state. It must be a pure function: machines and
  ///     diagrams evaluate it any number of times and may cache its answers. If the state and the
  ///     event take at most one byte each, as most enums without payloads do, the schema caches
  ///     answers whose closures capture nothing, but not the reason of a rejection. Debug builds
  ///     also evaluate the logic, and stop the program if a cached answer has changed.
  ///   - states: An answer for each state, as if added by ``states(level:_:)``, or `nil` for none.
  @inlinable
  public init(
    initialState: State,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    logic: @escaping @Sendable (_ state: State, _ event: Event) -> Transition<State, Subject>,
    states: (@Sendable (_ state: State) -> StateBehavior<Event, Subject>)? = nil
  ) {
    storage = SchemaStorage(
      initialState: initialState, rules: Rules(logic), fileID: fileID, line: line)
    if let states { self = self.states(states) }
  }

  /// Creates a schema from rules with guards.
  ///
  /// ```swift
  /// StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) { state, event, when in
  ///   switch (state, event) {
  ///   case (.locked, .coin):
  ///     return when("paid") { $0.coins >= 2 } ? .to(.unlocked) : .stay("count") { $0.coins += 1 }
  ///   default: return .ignored
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - logic: Returns what an event means in a state. The third parameter evaluates named
  ///     conditions with the subject. Apart from these conditions, the logic must be a pure
  ///     function.
  ///   - states: An answer for each state, as if added by ``states(level:_:)``, or `nil` for none.
  @inlinable
  public init(
    initialState: State,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    logic:
      @escaping @Sendable (_ state: State, _ event: Event, _ when: Guard<Subject>)
      -> Transition<State, Subject>,
    states: (@Sendable (_ state: State) -> StateBehavior<Event, Subject>)? = nil
  ) {
    storage = SchemaStorage(
      initialState: initialState, rules: Rules(logic), fileID: fileID, line: line)
    if let states { self = self.states(states) }
  }

  /// Returns what an event means in a state.
  ///
  /// This changes nothing and runs no action and no condition, however often you call it.
  ///
  /// ```swift
  /// turnstile.transition(from: .locked, on: .coin).target                     // .unlocked
  /// turnstile.transition(from: .locked, on: .coin, guards: { _ in false }).kind  // .internal
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state in which the event arrives.
  ///   - event: The event to interpret.
  ///   - answer: Returns whether the guard with a name holds. By default, every guard holds.
  /// - Returns: The transition. Its ``Transition/kind`` says whether the event is taken, ignored or
  ///   rejected.
  /// - Complexity: O(1) on top of the schema's own logic.
  public func transition(
    from state: State,
    on event: Event,
    guards answer: @escaping (_ name: String) -> Bool = { _ in true }
  ) -> Transition<State, Subject> {
    if isFinal(state) { return .rejected(Self.finishedReason) }
    return storage.answer(to: event, in: state, storage.features) { Guard(answers: answer) }
  }

  /// The reason that a finished machine gives for rejecting an event.
  @usableFromInline static var finishedReason: String { "the machine is finished" }

  /// Returns whether a machine is finished in a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: `true` if the answer for the state is final, or if all regions are in final states.
  @inlinable
  public func isFinal(_ state: State) -> Bool {
    storage.features.contains(.states) && storage.isFinal(state)
  }

  /// Returns the schema with a closure that commits each transition, for example to a database.
  ///
  /// The machine calls the closure after the action, for external and internal transitions alike,
  /// before it enters the state and calls observers. If the closure throws, the machine undoes the
  /// step as if the action had thrown: it returns to the old state, and the outcome is
  /// ``Outcome/failed(_:)``. It doesn't undo what the exit actions and the action have done to the
  /// subject.
  ///
  /// ```swift
  /// schema.onCommit { transition, order in
  ///   try order.rows.update(order.id, from: transition.source, to: transition.target)
  /// }
  /// ```
  ///
  /// The closure of a region's schema is called for the steps that the region takes part in. The
  /// closure of an embedded schema is called for the transitions inside the embedded machine.
  ///
  /// A diagram notes once that transitions are committed. For databases with an asynchronous
  /// interface, see `handle(_:persisting:)`.
  ///
  /// - Parameter commit: The closure, which receives the transition and the subject. The closures
  ///   of one schema are called in the order in which they were added, until one throws.
  /// - Returns: A schema with the same rules and one more closure.
  @_disfavoredOverload
  public func onCommit(
    _ commit:
      @escaping @Sendable (_ transition: HandledEvent<State, Event>, _ subject: Subject) throws
      -> Void
  ) -> StateMachineSchema {
    adding {
      $0.commits.append(Commit { transition, _, subject in try commit(transition, subject) })
    }
  }

  /// Returns the schema with another policy for events that the rules ignore.
  ///
  /// ```swift
  /// schema.unhandledEvents(.reject)
  /// ```
  ///
  /// An event is unhandled if all rules ignore it, including the rules of regions and of embedded
  /// schemas. The policies of these schemas don't apply.
  ///
  /// - Parameter policy: The policy. By default, it is ``UnhandledEventPolicy/ignore``.
  /// - Returns: A schema with the same rules.
  /// - Precondition: If the schema consists of regions, the policy isn't `.trap`, because no
  ///   diagram could show the trap in a region. Embed the schema in a state, and set the outer
  ///   schema's policy.
  public func unhandledEvents(_ policy: UnhandledEventPolicy) -> StateMachineSchema {
    precondition(
      policy != .trap || composition.regions.isEmpty,
      "A schema of regions can't trap unhandled events; embed it in a state of a schema that does.")
    return adding { $0.unhandledEvents = policy }
  }

  /// Returns the schema with its additions changed by a function.
  func adding(
    _ change: (inout SchemaAdditions<State, Event, Subject>) -> Void
  ) -> StateMachineSchema {
    var additions = storage.additions
    change(&additions)
    var schema = self
    schema.storage = SchemaStorage(
      initialState: initialState, rules: storage.rules, additions: additions,
      source: storage.source)
    return schema
  }

  /// What a schema and its copies share, and no other schema has.
  package var identity: AnyObject { storage }

  package var unhandledEventPolicy: UnhandledEventPolicy { storage.additions.unhandledEvents }

  /// The line of code that creates the schema.
  package var sourceLine: SourceLine {
    SourceLine(fileID: "\(storage.source.fileID)", line: Int(storage.source.line))
  }

  /// A Boolean value that indicates whether closures commit some or all transitions.
  package var commitsTransitions: Bool { storage.features.contains(.commits) }

  /// Returns whether a closure commits each step of the regions inside a state, whichever of them takes part.
  package func commitsRegions(of state: State) -> Bool {
    storage.additions.commits.contains { !$0.isOfRegion && $0.covers(state, state, nil) }
  }

  /// Returns whether any closure commits a transition.
  package func commitsTransition(from source: State, to target: State, on event: Event?) -> Bool {
    storage.additions.commits.contains { $0.covers(source, target, event) }
  }
}

extension StateMachineSchema: Sendable where State: Sendable {}
