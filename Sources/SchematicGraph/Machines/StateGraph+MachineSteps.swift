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
  /// The machine is a value that is copied before each step. Otherwise steps are treated as in
  /// ``init(initial:state:events:bounds:isFinal:conditions:label:reason:step:)``.
  ///
  /// - Parameters:
  ///   - machine: The machine to start with.
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if it is private.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show instead of the properties of the machine.
  ///   - reason: Returns the text for an error in the diagram. By default, this is the name of its
  ///     case or type.
  /// - Complexity: One call of each step, with each of its samples, for each value of the machine.
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

  /// Creates the graph of a hand-written machine that is its own state and has a method for each
  /// event.
  ///
  /// ```swift
  /// StateGraph(of: Light.red, steps: [.step("next") { $0.next() }])
  /// ```
  ///
  /// - Parameters:
  ///   - machine: The machine to start with.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a machine that is finished.
  ///   - conditions: The conditions to show instead of the values that the machine carries.
  ///   - reason: Returns the text for an error in the diagram.
  /// - Complexity: One call of each step, with each of its samples, for each value of the machine.
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

  /// Returns the name of an error in diagrams: that of its case, or else of its type.
  ///
  /// - Parameter error: The error.
  /// - Returns: The name.
  public static func name(of error: any Error) -> String { errorText(of: error) }
}

// MARK: - Machines that cannot be copied

extension StateGraph {
  /// Creates the graph of a hand-written machine that is an object or refers to objects.
  ///
  /// An object can't be copied. For each step, a new one is created and sent the events that lead
  /// to the step's state:
  ///
  /// ```swift
  /// StateGraph(make: { Kettle() }, state: \.state, events: Press.allCases) { $0.handle($1) }
  /// ```
  ///
  /// Two objects with the same content are considered equal. If the same events lead to a different
  /// result the second time, the graph has a finding.
  ///
  /// - Parameters:
  ///   - make: Creates a machine, the same each time.
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if it is private.
  ///   - events: The events to try in every state.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show instead of the properties of the machine.
  ///   - label: Returns the label of an action in the diagram.
  ///   - reason: Returns the text for an error in the diagram.
  ///   - step: Handles an event: see
  ///     ``init(initial:state:events:bounds:isFinal:conditions:label:reason:step:)``.
  /// - Complexity: For each value of the machine and each event, one call of `make` and as many
  ///   calls of `step` as there are events on the way to that value.
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

  /// Creates the graph of a hand-written machine that can't be copied.
  ///
  /// For each step, a new machine is created and sent the events that lead to the step's state.
  /// Only its state is known, so machines with equal states, including their payloads, are
  /// considered equal.
  ///
  /// - Parameters:
  ///   - make: Creates a machine, the same each time.
  ///   - state: Returns the state of a machine.
  ///   - events: The events to try in every state.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show instead of the values that the state carries.
  ///   - label: Returns the label of an action in the diagram.
  ///   - reason: Returns the text for an error in the diagram.
  ///   - step: Handles an event.
  /// - Complexity: The same as for a machine that is an object.
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

  /// Creates the graph of a machine that is an object or refers to objects and has a method for
  /// each event.
  ///
  /// - Parameters:
  ///   - make: Creates a machine, the same each time.
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if it is private.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show instead of the properties of the machine.
  ///   - reason: Returns the text for an error in the diagram.
  /// - Complexity: For each value of the machine and each step, one call of `make` and as many
  ///   steps as lead to that value.
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

  /// Creates the graph of a machine that can't be copied and has a method for each event.
  ///
  /// - Parameters:
  ///   - make: Creates a machine, the same each time.
  ///   - state: Returns the state of a machine, which is all that is known of it.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show instead of the values that the state carries.
  ///   - reason: Returns the text for an error in the diagram.
  /// - Complexity: The same as for a machine that is an object.
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

  /// Creates the graph of a machine that is created anew before each step.
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
