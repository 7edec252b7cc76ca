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
  /// an internal transition; one that throws is a rejection. The other properties of the machine are
  /// explored with its state, and shown as a condition where they make a difference:
  /// `data [isPadded]`.
  ///
  /// - Parameters:
  ///   - initial: The machine to start with; an instance of a class cannot be copied and so cannot be
  ///     explored.
  ///   - state: The state that a machine is in.
  ///   - events: The events to try in every state; one value for each declared case unless you say
  ///     otherwise.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - label: The text that the diagram shows for an action; `nil` for none. Unless you say
  ///     otherwise an action of an enum shows the name of its case.
  ///   - reason: The text that the diagram shows for an error; `nil`, as unless you say otherwise, for
  ///     none.
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
    label: ((_ action: Action) -> String?)? = nil,
    reason: (_ error: any Error) -> String? = { _ in nil },
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    typealias Value = MachineValue<Machine, State>
    let rules = {
      (value: Value, event: Event, _: inout [GraphFinding]) -> [RuleEvaluation<Value>] in
      var machine = value.machine
      do {
        let action = try step(&machine, event)
        let text = label.map { $0(action) } ?? actionText(of: action)
        let target = Value(machine: machine, state: state(machine))
        return [RuleEvaluation(moving: value, to: target, action: text)]
      } catch {
        return [RuleEvaluation(kind: .rejected, reason: reason(error))]
      }
    }
    self = withoutActuallyEscaping(rules) { rules in
      withoutActuallyEscaping(isFinal) { isFinal in
        let cases = State.graphCases.map { NodeDescription(of: $0, isFinal: isFinal($0)) }
        var explorer = Explorer<Value, Event>(
          events: events, bounds: bounds, unexplored: cases, isFinal: { isFinal($0.state) },
          rules: rules)
        return explorer.graph(from: Value(machine: initial, state: state(initial)))
      }
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
  ///   - label: The text that the diagram shows for an action.
  ///   - reason: The text that the diagram shows for an error.
  ///   - step: Handles an event: see ``init(initial:state:events:bounds:isFinal:label:reason:step:)``.
  /// - Complexity: one call of `step` for each value of the machine and each event.
  @_disfavoredOverload
  public init<Machine: Graphable, Event: Graphable, Action>(
    initial: Machine,
    events: [Event] = Event.graphCases,
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: Machine) -> Bool = { _ in false },
    label: ((_ action: Action) -> String?)? = nil,
    reason: (_ error: any Error) -> String? = { _ in nil },
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self.init(
      initial: initial, state: { $0 }, events: events, bounds: bounds, isFinal: isFinal,
      label: label,
      reason: reason, step: step)
  }
}

extension RuleEvaluation {
  /// Creates the evaluation of a machine's step.
  fileprivate init<Machine, Node>(
    moving source: State, to target: State, action: String?
  ) where State == MachineValue<Machine, Node> {
    let isSame = VisitedSet.identity(of: source) == VisitedSet.identity(of: target)
    if source.graphIdentifier != target.graphIdentifier {
      self.init(kind: .external, target: target, action: action)
    } else if isSame, action == nil {
      self.init(kind: .ignored)
    } else {
      self.init(kind: .internal, target: target, action: action)
    }
  }
}

/// A hand-written machine as a state value: named by its state, told apart by everything it holds.
struct MachineValue<Machine, State: Graphable>: Graphable, ExploredParts {
  let machine: Machine
  let state: State

  /// None: a machine becomes what its events make of it.
  static var graphCases: [MachineValue] { [] }

  var casePath: [String] { state.casePath }
  var graphIdentifier: String { state.graphIdentifier }
  var graphLabel: String { state.graphLabel }
  var graphLabelPath: [String] { state.graphLabelPath }

  var identity: Any { machine }

  /// The payload of the state, then the other properties of the machine.
  var fields: [PayloadField] {
    guard !(machine is State) else { return PayloadField.fields(of: state) }
    // The state itself is left out once: a property that remembers another state stays.
    let identity = VisitedSet.identity(of: state)
    var isFound = false
    let rest = PayloadField.fields(of: Array(Mirror(reflecting: machine).children)) { value in
      guard !isFound, value is State, VisitedSet.identity(of: value) == identity else {
        return false
      }
      isFound = true
      return true
    }
    return PayloadField.fields(of: state) + rest
  }
}

/// A state value with an identity and fields of its own.
protocol ExploredParts {
  /// The value by which it is told from others.
  var identity: Any { get }
  /// The fields by which conditions tell it from others.
  var fields: [PayloadField] { get }
}
