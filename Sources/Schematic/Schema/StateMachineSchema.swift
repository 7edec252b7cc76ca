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
/// A schema is `Sendable` if its state is: store it in a `static let`. Switches may be nested as
/// deep as you like; write `return` in closures, and for machines of more than about fifteen states
/// a function instead, which the compiler checks ten times faster.
@frozen
public struct StateMachineSchema<State, Event, Subject> {
  /// The rules and all that goes with them, shared by copies of the schema.
  @usableFromInline var storage: SchemaStorage<State, Event, Subject>

  /// The state in which a machine starts unless you name another.
  public var initialState: State { storage.initialState }

  /// Creates a schema from rules that do not look at the subject.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - logic: What an event means in a state. It must be a pure function: it is evaluated as often as
  ///     machines and diagrams please, and its answers may be cached. If state and event are a byte
  ///     each, as enums without payloads are, machines evaluate each pair once and look the answer up
  ///     from then on; the reason of a rejection is made anew. Debug builds compare, and stop if the
  ///     rules answer otherwise.
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
  ///   - logic: What an event means in a state; the third parameter evaluates named conditions of the
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
  /// - Returns: The transition to make; its kind is ``TransitionKind/ignored`` if `event` means
  ///   nothing in `state`.
  /// - Complexity: O(1) on top of the schema's own logic.
  public func transition(
    from state: State,
    on event: Event,
    guards answer: @escaping (_ name: String) -> Bool = { _ in true }
  ) -> Transition<State, Subject> {
    if isFinal(state) { return .rejected(Self.finishedReason) }
    return storage.answer(to: event, in: state, storage.features) { Guard(answers: answer) }
  }

  /// The reason for which a finished machine rejects an event.
  @usableFromInline static var finishedReason: String { "the machine is finished" }

  /// Returns whether a machine is finished in a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: `true` if the answer about the state is final.
  @inlinable
  public func isFinal(_ state: State) -> Bool {
    storage.features.contains(.states) && storage.isFinal(state)
  }

  /// Returns the schema with a closure that commits each transition, such as to a database.
  ///
  /// It is called once the action has run, for external and internal transitions alike, before the
  /// state is entered and any observer is called. If it throws, the step is undone like one whose action
  /// threw: the state is as it was, and the outcome is ``Outcome/failed(_:)``. What the exit action
  /// and the action have done to the subject stays done.
  ///
  /// ```swift
  /// schema.onCommit { transition, order in
  ///   try order.rows.update(order.id, from: transition.source, to: transition.target)
  /// }
  /// ```
  ///
  /// Diagrams say once that transitions are committed. For databases that are asked asynchronously see
  /// ``StateMachine/handle(_:persisting:)``.
  ///
  /// - Parameter commit: The closure, which is given the event as it will have been handled; those of one
  ///   schema are called in the order of their addition, up to the first that throws.
  /// - Returns: A schema with the same rules and this closure more.
  @_disfavoredOverload
  public func onCommit(
    _ commit:
      @escaping @Sendable (_ transition: HandledEvent<State, Event>, _ subject: Subject) throws
      -> Void
  ) -> StateMachineSchema {
    adding { $0.commits.append(Commit(run: commit)) }
  }

  /// Returns the schema with another policy for events that the rules ignore.
  ///
  /// ```swift
  /// schema.unhandledEvents(.reject)
  /// ```
  ///
  /// - Parameter policy: The policy; such events are ignored unless you say otherwise.
  /// - Returns: A schema with the same rules.
  public func unhandledEvents(_ policy: UnhandledEventPolicy) -> StateMachineSchema {
    adding { $0.unhandledEvents = policy }
  }

  /// Returns the schema after a change of what it says besides its logic.
  func adding(
    _ change: (inout SchemaAdditions<State, Event, Subject>) -> Void
  ) -> StateMachineSchema {
    var additions = storage.additions
    change(&additions)
    var schema = self
    schema.storage = SchemaStorage(
      initialState: initialState, rules: storage.rules, additions: additions)
    return schema
  }

  /// A Boolean value that indicates whether closures commit transitions, be it some of them.
  package var commitsTransitions: Bool { storage.features.contains(.commits) }

  /// Returns whether any closure commits a transition.
  package func commitsTransition(from source: State, to target: State, on event: Event) -> Bool {
    storage.additions.commits.contains { $0.covers(source, target, event) }
  }
}

extension StateMachineSchema: Sendable where State: Sendable {}

/// The fate of an event that the rules ignore.
public enum UnhandledEventPolicy: Hashable, Sendable {
  /// It is ignored, and the outcome says so.
  case ignore
  /// It is rejected, as a mistake.
  case reject
  /// In debug builds the program stops and names the event; in others it is ignored.
  case trap
}
