import Schematic

extension StateGraph {
  /// Creates the graph of a hand-written machine that changes itself at each step.
  ///
  /// The machine is a value, and is copied before each step:
  ///
  /// ```swift
  /// StateGraph(initial: StreamMachine(), state: \.state) { try $0.receive($1) }
  /// ```
  ///
  /// A step that changes nothing and has no action is not shown; one that leads to the same state is
  /// an internal transition. One that throws is a rejection where it changed nothing; where it did, it
  /// is a transition, and the error stands in place of an action: `throws: badGreeting`. The other
  /// properties of the machine are explored with its state, and shown as a condition where they make a
  /// difference: `data [isPadded]`.
  ///
  /// An instance of a class cannot be copied: the graph has no transitions then, and a finding says to
  /// write `make:`. The same
  /// goes for a value whose copies share an object that a step changes.
  ///
  /// - Parameters:
  ///   - initial: The machine to start with.
  ///   - state: The state that a machine is in; a ``ReflectedState`` where it is private.
  ///   - events: The events to try in every state; one value for each declared case unless you say
  ///     otherwise.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - conditions: The conditions to show, instead of the properties of the machine.
  ///   - label: The text that the diagram shows for an action; `nil` for none. Unless you say
  ///     otherwise an action of an enum shows the name of its case.
  ///   - reason: The text that the diagram shows for an error; `nil`, as unless you say otherwise, for
  ///     none at a rejection, and for the name of the error elsewhere.
  ///   - step: Handles an event. It returns the action to be performed, which may
  ///     be `Void` or `nil`.
  /// - Complexity: one call of `step` for each value of the machine and each event.
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
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a machine that is finished.
  ///   - conditions: The conditions to show, instead of what the machine carries.
  ///   - label: The text that the diagram shows for an action.
  ///   - reason: The text that the diagram shows for an error.
  ///   - step: Handles an event: see
  ///     ``init(initial:state:events:bounds:isFinal:conditions:label:reason:step:)``.
  /// - Complexity: one call of `step` for each value of the machine and each event.
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
              in: "\(Machine.self)", state: source.graphIdentifier, event: event.graphLabel)))
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
