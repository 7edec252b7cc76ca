import Schematic

extension StateGraph {
  /// Creates the graph of a hand-written machine that changes itself in each step.
  ///
  /// The machine is a value that is copied before each step:
  ///
  /// ```swift
  /// StateGraph(initial: StreamMachine(), state: \.state) { try $0.receive($1) }
  /// ```
  ///
  /// A step without an action that changes nothing isn't shown. A step that leads to the same state
  /// is an internal transition. If a step throws and hasn't changed anything, it is a rejection. If
  /// it has, it is a transition with the error in place of an action: `throws: badGreeting`. The
  /// machine's other properties are explored together with its state, and shown as a condition if
  /// they make a difference: `data [isPadded]`.
  ///
  /// An instance of a class can't be copied. The graph then has no transitions, and a finding says
  /// to use `make:`. The same applies to a value whose copies share an object that a step changes.
  ///
  /// - Parameters:
  ///   - initial: The machine to start with.
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if it is private.
  ///   - events: The events to try in every state. By default, one value for each declared case.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show instead of the properties of the machine.
  ///   - label: Returns the label of an action in the diagram, or `nil` for none. By default, the
  ///     label of an enum's action is the name of its case, and a list or a struct is named after the
  ///     cases of its parts.
  ///   - reason: Returns the text for an error in the diagram. If it returns `nil`, as it does by
  ///     default, a rejection has no text and other steps show the name of the error.
  ///   - step: Handles an event and returns the action to perform, which may be `Void` or `nil`.
  /// - Complexity: One call of `step` for each value of the machine and each event.
  @_disfavoredOverload
  public init<Machine, State: Graphable, Event: Graphable, Action>(
    initial: Machine,
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
      copying: initial, state: state, events: events, bounds: bounds, isFinal: isFinal,
      conditions: conditions, reason: reason
    ) { machine, event in
      let action = try step(&machine, event)
      return label.map { $0(action) } ?? actionText(of: action)
    }
  }

  /// Creates the graph of a hand-written machine that is its own state.
  ///
  /// ```swift
  /// StateGraph(initial: Light.red, events: Tick.allCases) { $0.handle($1) }
  /// ```
  ///
  /// - Parameters:
  ///   - initial: The machine to start with.
  ///   - events: The events to try in every state.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a machine that is finished.
  ///   - conditions: The conditions to show instead of the values that the machine carries.
  ///   - label: Returns the label of an action in the diagram.
  ///   - reason: Returns the text for an error in the diagram.
  ///   - step: Handles an event: see
  ///     ``init(initial:state:events:bounds:isFinal:conditions:label:reason:step:)``.
  /// - Complexity: One call of `step` for each value of the machine and each event.
  @_disfavoredOverload
  public init<Machine: Graphable, Event: Graphable, Action>(
    initial: Machine,
    events: [Event] = Event.graphCases,
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: Machine) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    label: ((_ action: Action) -> String?)? = nil,
    reason: (_ error: any Error) -> String? = { _ in nil },
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self.init(
      initial: initial, state: { $0 }, events: events, bounds: bounds, isFinal: isFinal,
      conditions: conditions, label: label, reason: reason, step: step)
  }

  /// Creates the graph of a machine that is copied before each step.
  init<Machine, State: Graphable, Event: Graphable>(
    copying initial: Machine, state: (Machine) -> State, events: [Event],
    bounds: ExplorationBounds, isFinal: (State) -> Bool, conditions: [MachineCondition<Machine>],
    reason: (any Error) -> String?, step: (inout Machine, Event) throws -> String?
  ) {
    typealias Value = MachineValue<Machine, State>
    func value(_ machine: Machine) -> Value {
      let state = state(machine)
      return Value(
        origin: machine, state: state,
        snapshot: MachineFacts(
          of: machine, state: state, conditions: conditions.fields(of: machine)))
    }
    let isObject = type(of: initial as Any) is AnyClass
    let perform: MachineSteps<Machine, State, Event>.Step = { source, event, _ in
      var machine = source.origin
      let ending = MachineStepEnding(reason: reason) { try step(&machine, event) }
      // Copies of a value may share storage, as long as a step on one leaves the other alone.
      if let before = source.snapshot.objects, ObjectContent.objects(in: source.origin) != before {
        return .failure(
          .init(
            finding: .sharedStorage(
              in: "\(Machine.self)", state: source.graphIdentifier, event: event.diagramLabel)))
      }
      return .success(MachineStepEnd(value: value(machine), ending: ending))
    }
    self = withoutActuallyEscaping(perform) { perform in
      StateGraph(
        exploring: value(initial), events: events, bounds: bounds, isFinal: isFinal,
        by: MachineSteps(
          obstacle: isObject ? .sharedInstance(of: "\(type(of: initial as Any))") : nil, perform))
    }
  }
}
