extension StateGraph {
  /// Creates the graph of a hand-written machine that has a method for each of its events.
  ///
  /// ```swift
  /// StateGraph(
  ///   of: Buffer(), state: { ReflectedState(of: $0) },
  ///   steps: [
  ///     .step("next") { $0.next() },
  ///     .step("write", with: [1, 5]) { $0.write($1) },
  ///   ])
  /// ```
  ///
  /// The machine is a value, and is copied before each step. Otherwise steps are treated as in
  /// ``init(initial:state:events:bounds:isFinal:conditions:label:reason:step:)``.
  ///
  /// - Parameters:
  ///   - machine: The machine to start with.
  ///   - state: The state that a machine is in; a ``ReflectedState`` where it is private.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show, instead of the properties of the machine.
  ///   - reason: The text that the diagram shows for an error; unless you say otherwise the name of
  ///     its case, or of its type.
  /// - Complexity: one call of each step, with each of its samples, for each value of the machine.
  public init<Machine, State: Graphable>(
    of machine: Machine,
    state: (_ machine: Machine) -> State,
    steps: [MachineStep<Machine>],
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: State) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    reason: (_ error: any Error) -> String? = { StateGraph.name(of: $0) }
  ) {
    self.init(
      copying: machine, state: state, events: StepCall.all(of: steps), bounds: bounds,
      isFinal: isFinal, conditions: conditions, reason: reason
    ) { machine, call in
      try steps[call.step].calls[call.call].perform(&machine)
    }
  }

  /// Creates the graph of a hand-written machine that is its own state and has a method for each of its
  /// events.
  ///
  /// ```swift
  /// StateGraph(of: Light.red, steps: [.step("next") { $0.next() }])
  /// ```
  ///
  /// - Parameters:
  ///   - machine: The machine to start with.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a machine that is finished.
  ///   - conditions: The conditions to show, instead of what the machine carries.
  ///   - reason: The text that the diagram shows for an error.
  /// - Complexity: one call of each step, with each of its samples, for each value of the machine.
  public init<Machine: Graphable>(
    of machine: Machine,
    steps: [MachineStep<Machine>],
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: Machine) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    reason: (_ error: any Error) -> String? = { StateGraph.name(of: $0) }
  ) {
    self.init(
      of: machine, state: { $0 }, steps: steps, bounds: bounds, isFinal: isFinal,
      conditions: conditions, reason: reason)
  }

  /// Returns the name of an error as diagrams show it: of its case, or of its type.
  ///
  /// - Parameter error: The error.
  /// - Returns: The name.
  public static func name(of error: any Error) -> String { errorText(of: error) }
}

// MARK: - Machines that cannot be copied

extension StateGraph {
  /// Creates the graph of a hand-written machine that is an object, or holds some.
  ///
  /// An object cannot be copied. A new one is made for each step, and goes the way to its state again:
  ///
  /// ```swift
  /// StateGraph(make: { Kettle() }, state: \.state, events: Press.allCases) { $0.handle($1) }
  /// ```
  ///
  /// Two objects that hold the same are taken for the same. Where the same way leads to something else
  /// the second time, a finding says so.
  ///
  /// - Parameters:
  ///   - make: Makes a machine to start with, the same each time.
  ///   - state: The state that a machine is in; a ``ReflectedState`` where it is private.
  ///   - events: The events to try in every state.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show, instead of the properties of the machine.
  ///   - label: The text that the diagram shows for an action.
  ///   - reason: The text that the diagram shows for an error.
  ///   - step: Handles an event: see
  ///     ``init(initial:state:events:bounds:isFinal:conditions:label:reason:step:)``.
  /// - Complexity: for each value of the machine and each event, one call of `make` and as many of
  ///   `step` as events lead there.
  public init<Machine, State: Graphable, Event: Graphable, Action>(
    make: () -> Machine,
    state: (_ machine: Machine) -> State,
    events: [Event] = Event.graphCases,
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: State) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    label: ((_ action: Action) -> String?)? = nil,
    reason: (_ error: any Error) -> String? = { _ in nil },
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self.init(
      replaying: make, state: state, snapshot: Self.snapshot(of:in:given:), events: events,
      bounds: bounds, isFinal: isFinal, conditions: conditions, reason: reason
    ) { machine, event in
      let action = try step(&machine, event)
      return label.map { $0(action) } ?? actionText(of: action)
    }
  }

  /// Creates the graph of a hand-written machine that cannot be copied.
  ///
  /// A new machine is made for each step, and goes the way to its state again. All that is known of it
  /// is its state: machines in equal states, with what these carry, are taken for the same.
  ///
  /// - Parameters:
  ///   - make: Makes a machine to start with, the same each time.
  ///   - state: The state that a machine is in.
  ///   - events: The events to try in every state.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show, instead of what the state carries.
  ///   - label: The text that the diagram shows for an action.
  ///   - reason: The text that the diagram shows for an error.
  ///   - step: Handles an event.
  /// - Complexity: as for a machine that is an object.
  @_disfavoredOverload
  public init<Machine: ~Copyable, State: Graphable, Event: Graphable, Action>(
    make: () -> Machine,
    state: (_ machine: borrowing Machine) -> State,
    events: [Event] = Event.graphCases,
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: State) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    label: ((_ action: Action) -> String?)? = nil,
    reason: (_ error: any Error) -> String? = { _ in nil },
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self.init(
      replaying: make, state: state,
      snapshot: { _, state, conditions in MachineFacts(of: state, conditions: conditions) },
      events: events, bounds: bounds, isFinal: isFinal, conditions: conditions, reason: reason
    ) { machine, event in
      let action = try step(&machine, event)
      return label.map { $0(action) } ?? actionText(of: action)
    }
  }

  /// Creates the graph of a machine that is an object, or holds some, and has a method for each of its
  /// events.
  ///
  /// - Parameters:
  ///   - make: Makes a machine to start with, the same each time.
  ///   - state: The state that a machine is in; a ``ReflectedState`` where it is private.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show, instead of the properties of the machine.
  ///   - reason: The text that the diagram shows for an error.
  /// - Complexity: for each value of the machine and each step, one call of `make` and as many steps as
  ///   lead there.
  public init<Machine, State: Graphable>(
    make: () -> Machine,
    state: (_ machine: Machine) -> State,
    steps: [MachineStep<Machine>],
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: State) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    reason: (_ error: any Error) -> String? = { StateGraph.name(of: $0) }
  ) {
    self.init(
      replaying: make, state: state, snapshot: Self.snapshot(of:in:given:),
      events: StepCall.all(of: steps), bounds: bounds, isFinal: isFinal, conditions: conditions,
      reason: reason
    ) { machine, call in
      try steps[call.step].calls[call.call].perform(&machine)
    }
  }

  /// Creates the graph of a machine that cannot be copied and has a method for each of its events.
  ///
  /// - Parameters:
  ///   - make: Makes a machine to start with, the same each time.
  ///   - state: The state that a machine is in: all that is known of it.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show, instead of what the state carries.
  ///   - reason: The text that the diagram shows for an error.
  /// - Complexity: as for a machine that is an object.
  @_disfavoredOverload
  public init<Machine: ~Copyable, State: Graphable>(
    make: () -> Machine,
    state: (_ machine: borrowing Machine) -> State,
    steps: [MachineStep<Machine>],
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: State) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    reason: (_ error: any Error) -> String? = { StateGraph.name(of: $0) }
  ) {
    self.init(
      replaying: make, state: state,
      snapshot: { _, state, conditions in MachineFacts(of: state, conditions: conditions) },
      events: StepCall.all(of: steps), bounds: bounds, isFinal: isFinal, conditions: conditions,
      reason: reason
    ) { machine, call in
      try steps[call.step].calls[call.call].perform(&machine)
    }
  }

  private static func snapshot<Machine, State: Graphable>(
    of machine: Machine, in state: State, given conditions: [PayloadField]?
  ) -> MachineFacts {
    MachineFacts(ofObject: machine, state: state, conditions: conditions)
  }

  /// Creates the graph of a machine that is made anew before each step.
  private init<Machine: ~Copyable, State: Graphable, Event: Graphable>(
    replaying make: () -> Machine, state: (borrowing Machine) -> State,
    snapshot: (borrowing Machine, State, [PayloadField]?) -> MachineFacts, events: [Event],
    bounds: ExplorationBounds, isFinal: (State) -> Bool, conditions: [MachineCondition<Machine>],
    reason: (any Error) -> String?, step: (inout Machine, Event) throws -> String?
  ) {
    typealias Value = MachineValue<[Event], State>
    func value(_ machine: borrowing Machine, after way: [Event]) -> Value {
      let state = state(machine)
      return Value(
        origin: way, state: state,
        snapshot: snapshot(machine, state, conditions.fields(of: machine)))
    }
    let perform: MachineSteps<[Event], State, Event>.Step = { source, event, findings in
      var machine = make()
      // Errors are part of the way: what a step has changed stays when it throws.
      for event in source.origin { _ = try? step(&machine, event) }
      if value(machine, after: source.origin).snapshot.identity != source.snapshot.identity {
        findings.append(.replayDiffers(state: source.graphIdentifier))
      }
      let ending = MachineStepEnding(reason: reason) { try step(&machine, event) }
      let end = value(machine, after: source.origin + [event])
      return .success(MachineStepEnd(value: end, ending: ending))
    }
    let initial = value(make(), after: [])
    self = withoutActuallyEscaping(perform) { perform in
      StateGraph(
        exploring: initial, events: events, bounds: bounds, isFinal: isFinal,
        by: MachineSteps(perform))
    }
  }
}
