extension StateMachine {
  /// Creates a machine in the initial state of its schema, or in any state that was saved earlier.
  ///
  /// ```swift
  /// let restored = StateMachine(schema: schema, subject: gate, state: .unlocked)
  /// ```
  ///
  /// No action and no hook is run: see ``enter()``. A machine that its subject keeps in a `lazy var`
  /// needs its type written out where the actions or guards of the schema mention the machine;
  /// without it the compiler looks for the type in the schema, and for the schema's in the machine.
  ///
  /// ```swift
  /// lazy var machine: StateMachine<GateState, Visitor, Gate> =
  ///   StateMachine(schema: Self.schema, subject: self)
  /// ```
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: What guards look at and actions act on. An object is held weakly, a value as it
  ///     is.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    subject: Subject,
    state: State? = nil
  ) {
    self.init(schema, SubjectReference(subject), state)
  }

  /// Creates a machine that keeps its subject alive.
  ///
  /// A subject that owns such a machine is never freed: let somebody else own the machine.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: What guards look at and actions act on, held strongly.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    owning subject: Subject,
    state: State? = nil
  ) {
    self.init(schema, SubjectReference(owning: subject), state)
  }
}

extension StateMachine where Subject == Void {
  /// Creates a machine that has no subject.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise.
  public convenience init(
    schema: StateMachineSchema<State, Event, Void>,
    state: State? = nil
  ) {
    self.init(schema: schema, subject: (), state: state)
  }
}
