import Schematic

/// What the rules have answered in an exploration.
struct ExplorationRecord<Event: Graphable> {
  var cells: [TransitionCell] = []
  private var positions: [CellKey: Int] = [:]
  var behaviors = StateBehaviors()
  private(set) var idle = IdleBehaviors()
  var courses = TimeoutCourses()
  /// The labels of the events that timeouts send.
  private var timeoutEvents: [ExploredMachine.Timeout: Set<String>] = [:]

  /// The key of a ``TransitionCell``: a state and a trigger.
  ///
  /// Several timeouts of a state may have the same trigger; `level` and `number` distinguish them.
  private struct CellKey: Hashable {
    let source: String
    let trigger: StateGraph.Trigger
    let level: Int?
    let number: Int
  }

  /// Records the behaviors of a value's state.
  mutating func add<State>(
    _ answers: ExploredAnswers<State, Event>, about value: State, of node: NodeDescription,
    by rules: ExploredRules<State, Event>
  ) {
    let (isFinal, all) = (rules.isFinal(value), answers.behaviors(value))
    idle.record(answers, about: value, in: rules.region, all)
    behaviors.record(
      all, for: node.final(isFinal, isComplete: false), carrying: PayloadField.fields(of: value),
      depth: value.casePath.count, isFinal: isFinal && rules.region == nil)
  }

  /// Records the events of composite states' timeouts.
  ///
  /// Other regions may take them, even if this machine is finished.
  mutating func addOuterTimeouts(_ timeouts: [ExploredTimeout<Event>], of source: String) {
    for timeout in timeouts where timeout.level != nil {
      let key = ExploredMachine.Timeout(source: source, trigger: .timeout(timeout.delay))
      timeoutEvents[key, default: []].insert(timeout.event.eventLabel)
    }
  }

  /// Records the outcomes of a step in the cell of its state and trigger.
  mutating func add(
    _ outcomes: [CellOutcome], of step: ExploredStep<Event>, in source: String
  ) {
    let timeout = step.timeout
    let key = CellKey(
      source: source, trigger: step.trigger, level: timeout?.level, number: timeout?.number ?? 0)
    let cell = positions[key, default: cells.count]
    if cell == cells.count {
      positions[key] = cell
      cells.append(
        TransitionCell(source: source, trigger: step.trigger, composite: timeout?.composite))
    }
    cells[cell].answers.append(
      CellAnswer(event: step.event, course: step.course, outcomes: outcomes))
  }

  /// The labels of the events that each timeout sends.
  var sentEvents: [ExploredMachine.Timeout: Set<String>] {
    cells.filter(\.trigger.isTimeout).reduce(into: timeoutEvents) { events, cell in
      let key = ExploredMachine.Timeout(source: cell.source, trigger: cell.trigger)
      events[key, default: []].insert(cell.eventLabel)
    }
  }

  /// Returns a finding for each timeout whose event the machine never takes.
  ///
  /// Each finding comes with the event's label, so that the caller can drop the finding if another
  /// region takes the event.
  func refusedTimeouts(in region: String?) -> [(finding: GraphFinding, event: String)] {
    var refused = cells.filter(\.isShownByArrows).compactMap { cell in
      cell.refusal.map { cell.refused(in: cell.source, $0) }
    }
    let outer = Dictionary(grouping: cells.filter { $0.composite != nil }) { $0.composite ?? [] }
    for (path, cells) in outer.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let owner = RegionPath.joined(path.joined(separator: "."), in: region)
      let timeouts = Dictionary(grouping: cells, by: \.trigger)
      for (_, cells) in timeouts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        let refusals = cells.compactMap(\.refusal)
        // If one of the states in the composite state takes the event, nothing is refused.
        guard refusals.count == cells.count else { continue }
        let refusal = refusals.contains("ignored") ? "ignored" : "rejected"
        refused.append(cells[0].refused(in: owner, refusal))
      }
    }
    return refused
  }
}

extension TransitionCell {
  fileprivate func refused(
    in owner: String, _ refusal: String
  ) -> (finding: GraphFinding, event: String) {
    (.refusedTimeout("\(trigger)", of: owner, sending: eventLabel, refusal), eventLabel)
  }
}
