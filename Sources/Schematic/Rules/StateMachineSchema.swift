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
public struct StateMachineSchema<State, Event, Subject> {
  /// The rules and all that goes with them, shared by copies of the schema.
  @usableFromInline var storage: SchemaStorage<State, Event, Subject>

  /// The state in which a machine starts unless it is told otherwise.
  public var initialState: State { storage.initialState }

  /// What the schema says besides its logic.
  var extras: SchemaExtras<State, Event, Subject> {
    get { storage.extras }
    set { storage = storage.with(newValue) }
  }

  /// Creates a schema from rules that do not look at the subject.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - logic: What an event means in a state. It must be a pure function: it is asked as often as
  ///     machines and diagrams please.
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
    self.answer(to: event, in: state) { Guard(answers: answer) }
  }

  /// Returns what the rules say, after final states and the policy for unhandled events.
  ///
  /// Guards are made only where the rules take any.
  @inlinable
  @inline(__always)
  func answer(
    to event: Event, in state: State, _ guards: () -> Guard<Subject>
  ) -> Transition<State, Subject> {
    if isFinal(state) { return .rejected(Self.finishedReason) }
    let transition =
      storage.rules.hasGuards
      ? storage.rules.guarded(state, event, guards()) : storage.rules.plain(state, event)
    if case .ignored = transition.form, !storage.ignoresUnhandledEvents, rejectsUnhandledEvents {
      return .rejected
    }
    return transition
  }
}

extension StateMachineSchema: Sendable where State: Sendable {}
