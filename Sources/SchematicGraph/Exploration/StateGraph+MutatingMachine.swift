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
  /// an internal transition; one that throws is a rejection. Whatever else the machine holds is explored with its state, and shown as a condition
  /// where it makes a difference: `data [isPadded]`.
  ///
  /// - Parameters:
  ///   - initial: The machine to start with; an instance of a class cannot be copied and so cannot be
  ///     explored.
  ///   - state: The state that a machine is in.
  ///   - events: The events to try in every state; one value for each declared case unless you say
  ///     otherwise.
  ///   - bounds: How far to explore; what lies beyond is a finding.
  ///   - isFinal: Whether a machine is finished in a state.
  ///   - label: The text that the diagram shows for an action; `nil` for none. Unless you say
  ///     otherwise an action of an enum shows the name of its case.
  ///   - reason: The text that the diagram shows for an error; `nil`, as unless you say otherwise, for
  ///     none.
  ///   - step: What the machine does with an event. It returns the action to be performed, which may
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
    let rules = { (value: Value, event: Event, _: inout [GraphFinding]) -> [Trial<Value>] in
      var machine = value.machine
      do {
        let action = try step(&machine, event)
        let text = label.map { $0(action) } ?? ActionLabel.text(of: action)
        let target = Value(machine: machine, state: state(machine))
        return [Trial(moving: value, to: target, action: text)]
      } catch {
        return [Trial(kind: .rejected, reason: reason(error))]
      }
    }
    self = withoutActuallyEscaping(rules) { rules in
      withoutActuallyEscaping(isFinal) { isFinal in
        let cases = State.graphCases.map { StatePlace(of: $0, isFinal: isFinal($0)) }
        var exploration = Exploration<Value, Event>(
          events: events, bounds: bounds, unexplored: cases, isFinal: { isFinal($0.state) },
          rules: rules)
        return exploration.graph(from: Value(machine: initial, state: state(initial)))
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
  ///   - bounds: How far to explore; what lies beyond is a finding.
  ///   - isFinal: Whether the machine is finished.
  ///   - label: The text that the diagram shows for an action.
  ///   - reason: The text that the diagram shows for an error.
  ///   - step: What the machine does with an event: see ``init(initial:state:events:bounds:isFinal:label:reason:step:)``.
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

extension Trial {
  /// Creates what a step of a machine amounts to.
  fileprivate init<Machine, Node>(
    moving source: State, to target: State, action: String?
  ) where State == MachineValue<Machine, Node> {
    let isSame = SeenValues.identity(of: source) == SeenValues.identity(of: target)
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

  /// None: a machine is made by what happens to it.
  static var graphCases: [MachineValue] { [] }

  var casePath: [String] { state.casePath }
  var graphIdentifier: String { state.graphIdentifier }
  var graphLabel: String { state.graphLabel }
  var graphLabelPath: [String] { state.graphLabelPath }

  var identity: Any { machine }

  /// What the state carries, then what the machine holds beside it.
  var fields: [PayloadField] {
    guard !(machine is State) else { return PayloadFields.fields(of: state) }
    // The state itself is left out once: a property that remembers another state stays.
    let identity = SeenValues.identity(of: state)
    var isFound = false
    let rest = PayloadFields.fields(of: Array(Mirror(reflecting: machine).children)) { value in
      guard !isFound, value is State, SeenValues.identity(of: value) == identity else {
        return false
      }
      isFound = true
      return true
    }
    return PayloadFields.fields(of: state) + rest
  }
}

/// A value that says itself what it is made of.
protocol ExploredParts {
  /// What tells it from other values.
  var identity: Any { get }
  /// What conditions tell it from others by.
  var fields: [PayloadField] { get }
}
