import Schematic

extension StateGraph {
  /// Creates the graph of a machine by taking steps from every value that it reaches.
  ///
  /// - Parameters:
  ///   - initial: The machine to start with.
  ///   - events: The events to try in every state.
  ///   - bounds: The limits of the exploration.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
  ///   - steps: The steps to take.
  init<Origin, State: Graphable, Event: Graphable>(
    exploring initial: MachineValue<Origin, State>, events: [Event], bounds: ExplorationBounds,
    isFinal: (State) -> Bool, by steps: MachineSteps<Origin, State, Event>
  ) {
    typealias Value = MachineValue<Origin, State>
    self = withoutActuallyEscaping(isFinal) { isFinal in
      let cases = State.graphCases.map { NodeDescription(of: $0, isFinal: isFinal($0)) }
      let graph = StateGraph(
        exploring: ExploredRules<Value, Event>(
          events: events, unexplored: cases, reportsUndeclaredStates: !cases.isEmpty,
          treatsIgnoredAsUnchanged: true,
          boundAdvice: "try fewer arguments, or raise the bound where the rest matters",
          isFinal: { isFinal($0.state) }
        ) { value, event, _, findings in
          steps.step(value, event, &findings).map { [RuleEvaluation(from: value, $0)] } ?? []
        }, from: initial, bounds)
      guard let obstacle = steps.obstacle else { return graph }
      // Arrows that were found by then may be wrong, so none is shown.
      return StateGraph(
        states: graph.states, composites: graph.composites, rules: [],
        initialState: graph.initialState, findings: [obstacle])
    }
  }
}

/// The steps of a machine, each from one of its values by an event to the next.
final class MachineSteps<Origin, State: Graphable, Event: Graphable> {
  typealias Value = MachineValue<Origin, State>
  typealias Step = (
    _ value: Value, _ event: Event, _ findings: inout [GraphFinding]
  ) -> Result<MachineStepEnd<Value>, MachineObstacle>

  /// The reason why the machine can't be explored, or `nil` if it can.
  private(set) var obstacle: GraphFinding?
  private let perform: Step

  init(obstacle: GraphFinding? = nil, _ perform: @escaping Step) {
    self.obstacle = obstacle
    self.perform = perform
  }

  /// Takes a step, or returns `nil` if the machine can't be explored.
  func step(
    _ value: Value, _ event: Event, _ findings: inout [GraphFinding]
  ) -> MachineStepEnd<Value>? {
    guard obstacle == nil else { return nil }
    switch perform(value, event, &findings) {
    case .success(let end): return end
    case .failure(let error):
      obstacle = error.finding
      return nil
    }
  }
}

/// A reason why a machine can't be explored.
struct MachineObstacle: Error {
  let finding: GraphFinding
}

/// The result of a machine's step.
struct MachineStepEnd<Value> {
  /// The machine after the step.
  let value: Value
  let ending: MachineStepEnding
}

/// A description of what a step returned or threw.
enum MachineStepEnding {
  case returned(action: String?)
  case threw(reason: String?, name: String)

  /// Takes a step and describes its result.
  init(reason: (any Error) -> String?, of step: () throws -> String?) {
    do {
      self = .returned(action: try step())
    } catch {
      self = .threw(reason: reason(error), name: errorText(of: error))
    }
  }

  /// Returns what the step is in a diagram and in a trace.
  ///
  /// If a step throws and leaves the machine unchanged, it is a rejection. If it has changed the
  /// machine, the change remains, so the step is shown like any other, with the error in place of
  /// an action.
  func meaning(
    inSameState isSame: Bool, isUnchanged: Bool
  ) -> (kind: TransitionKind, action: String?, reason: String?) {
    switch self {
    case .threw(let reason, _) where isUnchanged: (.rejected, nil, reason)
    case .returned(nil) where isUnchanged: (.ignored, nil, nil)
    case .threw(let reason, let name):
      (isSame ? .internal : .external, "throws: \(reason ?? name)", nil)
    case .returned(let action): (isSame ? .internal : .external, action, nil)
    }
  }
}

extension RuleEvaluation {
  /// Creates the evaluation of a machine's step.
  fileprivate init<Origin, Node>(
    from source: State, _ end: MachineStepEnd<State>
  ) where State == MachineValue<Origin, Node> {
    let target = end.value
    let isSame = source.graphIdentifier == target.graphIdentifier
    let isUnchanged = isSame && source.snapshot.identity == target.snapshot.identity
    let (kind, action, reason) = end.ending.meaning(inSameState: isSame, isUnchanged: isUnchanged)
    let isTaken = kind == .internal || kind == .external
    self.init(kind: kind, target: isTaken ? target : nil, action: action, reason: reason)
  }
}

// MARK: - Values

/// A machine during exploration, named after its state and identified by everything that it
/// contains.
struct MachineValue<Origin, State: Graphable>: Graphable, ExploredParts {
  /// The machine, or the events that lead to it.
  let origin: Origin
  let state: State
  let snapshot: MachineFacts

  /// None, because the values of a machine result from its events.
  static var graphCases: [MachineValue] { [] }

  var casePath: [String] { state.casePath }
  var named: any Graphable { state }

  var identity: Any { snapshot.identity }
  var fields: [PayloadField] { snapshot.fields() }
}

/// Facts about a machine at one moment.
struct MachineFacts {
  /// The value that distinguishes the machine from others.
  let identity: AnyHashable
  /// The content of the objects that the machine refers to, or `nil` if there are none.
  let objects: String?
  /// Returns the fields with which conditions distinguish the machine.
  let fields: () -> [PayloadField]

  /// Creates the facts about a machine that is a value.
  init<State: Graphable>(of machine: Any, state: State, conditions: [PayloadField]?) {
    identity = VisitedSet.identity(of: machine)
    objects = ObjectContent.objects(in: machine)
    fields = { conditions ?? Self.fields(of: machine, in: state) }
  }

  /// Creates the facts about a machine that is an object or refers to objects and won't change.
  ///
  /// Objects with the same content are considered equal, even if they are different instances.
  init<State: Graphable>(ofObject machine: Any, state: State, conditions: [PayloadField]?) {
    identity = [VisitedSet.identity(of: state), ObjectContent.text(of: machine)] as [AnyHashable]
    objects = nil
    let fields = conditions ?? Self.fields(of: machine, in: state)
    self.fields = { fields }
  }

  /// Creates the facts about a machine that can't be inspected, so only its state and the conditions
  /// are known.
  init<State: Graphable>(of state: State, conditions: [PayloadField]?) {
    identity = [VisitedSet.identity(of: state), conditions?.map(\.value) ?? []] as [AnyHashable]
    objects = nil
    fields = { conditions ?? PayloadField.fields(of: state) }
  }

  /// Returns the payload of the state, followed by the other properties of the machine.
  private static func fields<State: Graphable>(
    of machine: Any, in state: State
  ) -> [PayloadField] {
    guard !(machine is State) else { return PayloadField.fields(of: state) }
    // The state itself is left out once: a property that remembers another state stays.
    let identity = VisitedSet.identity(of: state)
    let property = (state as? ReflectedState)?.property
    var isFound = false
    let children = ObjectContent.properties(of: machine).filter {
      property == nil || $0.label != property
    }
    let rest = PayloadField.fields(of: children) { value in
      guard !isFound, value is State, VisitedSet.identity(of: value) == identity else {
        return false
      }
      isFound = true
      return true
    }
    return PayloadField.fields(of: state)
      + rest.map { field in
        var field = field
        field.isOfMachine = true
        return field
      }
  }
}
