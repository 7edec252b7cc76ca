import Schematic

/// A behavior of a state or of a composite state around it.
struct OwnedBehavior {
  /// The level of the composite state, or `nil` for the innermost state.
  let level: Int?
  var behavior: StateGraph.StateBehavior
}

extension OwnedBehavior {
  fileprivate init<State, Event, Subject>(
    of description: StateMachineSchema<State, Event, Subject>.BehaviorDescription
  ) {
    let level = description.owner.level
    let behavior =
      description.timeout.map { StateGraph.StateBehavior(after: $0.delay) }
      ?? StateGraph.StateBehavior(.init(description.kind), description.name?.text)
    self.init(level: level == 0 ? nil : level, behavior: behavior)
  }
}

extension StateGraph.StateBehavior.Kind {
  /// Creates the kind that diagrams show for a kind of a schema's behavior.
  package init(_ kind: BehaviorKind) {
    switch kind {
    case .entry: self = .entry
    case .exit: self = .exit
    case .task: self = .task
    case .timeout: self = .timeout
    }
  }
}

extension StateMachineSchema {
  /// Returns the behaviors of machines in a state, sorted by kind, without running them.
  ///
  /// If a region is finished, the machine goes on, and so do the behaviors of the composite states
  /// in the region.
  func behaviors(in state: State, ofRegion isRegion: Bool) -> [OwnedBehavior] {
    let (isFinal, goingOn) = (isFinal(state), levelsGoingOn(in: state, ofRegion: isRegion))
    let (descriptions, notes) = SourceRecord.recording { behaviorDescriptions(in: state) }
    let kinds = descriptions.map(\.kind)
    var lines = Dictionary(
      uniqueKeysWithValues: Set(kinds).map { kind in
        (kind, notes.lines(of: kind, count: kinds.count { $0 == kind })[...])
      })
    let behaviors = descriptions.compactMap { description -> OwnedBehavior? in
      let line = lines[description.kind]?.popFirst().flatMap { $0 }
      var owned = OwnedBehavior(of: description)
      // A machine in a final state is finished: it never leaves the state, and no task or timeout
      // begins.
      let goesOn = goingOn.contains(description.owner.level)
      guard !isFinal || goesOn || owned.behavior.kind == .entry else { return nil }
      owned.behavior.lines = SourceLines(line.map { [$0] } ?? [])
      return owned
    }
    return StateGraph.StateBehavior.Kind.allCases.flatMap { kind in
      behaviors.filter { $0.behavior.kind == kind }
    }
  }
}

extension StateMachineSchema {
  /// Returns the behaviors that the schema has for a state but that never run, because the state is
  /// final.
  func idleBehaviors(in state: State, ofRegion isRegion: Bool) -> [OwnedBehavior] {
    let goingOn = levelsGoingOn(in: state, ofRegion: isRegion)
    return idleBehaviorDescriptions(in: state).filter { !goingOn.contains($0.owner.level) }
      .map(OwnedBehavior.init)
  }

  /// Returns the levels of the composite states whose behaviors go on although the state is final;
  /// none unless the schema belongs to a region.
  private func levelsGoingOn(in state: State, ofRegion isRegion: Bool) -> Range<Int> {
    guard isRegion, let path = (state as? any Graphable)?.casePath else { return 1..<1 }
    return 1..<max(path.count, 1)
  }
}

extension [SourceRecord.Note] {
  /// Returns the line of each answer of a kind, in the order in which the answers were created.
  ///
  /// If the schema created more or fewer than the `count` answers that it returned, every line is
  /// `nil`.
  func lines(of kind: BehaviorKind, count: Int) -> [SourceLine?] {
    let lines = filter { $0.kind == .behavior(kind) }.map(\.line)
    return lines.count == count ? lines : Array<SourceLine?>(repeating: nil, count: count)
  }
}

/// The behaviors of states and composite states, merged from the answers for single values.
///
/// Several values may represent one state. If the answers for these values differ, conditions on the
/// payload tell the behaviors apart, and the graph has a note. Several states are inside a composite
/// state. If the answers for these states differ, the graph shows the behaviors of all answers, and
/// has a finding.
struct StateBehaviors {
  private typealias Behavior = StateGraph.StateBehavior

  /// The key for the answers about one state and one kind of behavior.
  private struct Cell: Hashable {
    let state: Statechart.Vertex
    let kind: Behavior.Kind
  }

  /// An answer, and the payloads of the values with that answer.
  private struct Answer {
    let behaviors: [Behavior]
    var values: [[PayloadField]]
  }

  private var cells: [Cell] = []
  private var answers: [Cell: [Answer]] = [:]

  /// Records the answers for a value with `depth` nested states, including the innermost.
  ///
  /// If machines are finished in the state, only entries count.
  mutating func record(
    _ behaviors: [OwnedBehavior], for node: NodeDescription, carrying fields: [PayloadField],
    depth: Int, isFinal: Bool
  ) {
    let composites = node.composites.map { Statechart.Vertex.composite($0.identifier) }
    let state = Statechart.Vertex.state(node.state.identifier)
    func owner(_ level: Int?) -> Statechart.Vertex {
      // The level of the innermost state is no composite state.
      guard let level, level < depth, !composites.isEmpty else { return state }
      // A state that is too deep has fewer boxes than levels.
      return composites[min(level, composites.count) - 1]
    }
    let owned = Dictionary(grouping: behaviors) {
      Cell(state: owner($0.level), kind: $0.behavior.kind)
    }
    for vertex in composites + [state] {
      for kind in isFinal ? [.entry] : Behavior.Kind.allCases {
        // The arrows of an innermost state show its timeouts, so its behaviors don't include them.
        if kind == .timeout, vertex == state { continue }
        let cell = Cell(state: vertex, kind: kind)
        record(owned[cell, default: []].map(\.behavior), fields, in: cell)
      }
    }
  }

  private mutating func record(
    _ behaviors: [Behavior], _ fields: [PayloadField], in cell: Cell
  ) {
    if answers[cell] == nil { cells.append(cell) }
    let index = answers[cell, default: []].firstIndex { $0.behaviors == behaviors }
    if let index {
      answers[cell]?[index].values.append(fields)
    } else {
      answers[cell, default: []].append(Answer(behaviors: behaviors, values: [fields]))
    }
  }

  /// Adds the behaviors of a graph's states, and the findings about these behaviors.
  func add(to graph: inout StateGraph, _ openEnds: (_ state: String) -> UnexploredRanges) {
    for (index, state) in graph.states.map(\.identifier).enumerated() {
      graph.states[index].behaviors = behaviors(of: state, openEnds(state))
    }
    for (index, composite) in graph.composites.map(\.identifier).enumerated() {
      graph.composites[index].behaviors = Behavior.Kind.allCases.flatMap { kind in
        Self.merged(answers(of: .composite(composite), kind).map(\.behaviors))
      }
    }
    graph.findings += findings(openEnds)
  }

  private func answers(of vertex: Statechart.Vertex, _ kind: Behavior.Kind) -> [Answer] {
    answers[Cell(state: vertex, kind: kind), default: []]
  }

  /// Returns the behaviors of a state, each with the condition under which it runs.
  private func behaviors(of state: String, _ openEnds: UnexploredRanges) -> [Behavior] {
    Behavior.Kind.allCases.flatMap { kind -> [Behavior] in
      let answers = answers(of: .state(state), kind)
      guard answers.count > 1 else { return answers.first?.behaviors ?? [] }
      return Self.conditional(answers, openEnds).map(\.behavior)
    }
  }

  /// Returns the behaviors of all answers, each with the condition under which it runs.
  ///
  /// `isDistinguished` is `false` if no field of the payload tells the values with the behavior from the
  /// others. The condition is then a fingerprint of the values.
  private static func conditional(
    _ answers: [Answer], _ openEnds: UnexploredRanges
  ) -> [(behavior: Behavior, isDistinguished: Bool)] {
    let all = merged(answers.map(\.behaviors))
    /// Returns whether an answer contains the behavior at a position of `all` at least as often as
    /// `all` does up to that position.
    func has(_ position: Int, _ answer: Answer) -> Bool {
      let count = all[...position].count { $0 == all[position] }
      return answer.behaviors.count { $0 == all[position] } >= count
    }
    let isInOrder = answers.allSatisfy { answer in
      all.indices.filter { has($0, answer) }.map { all[$0] } == answer.behaviors
    }
    // If this order doesn't fit every answer, each answer gets its own lines.
    let lines =
      isInOrder
      ? all.indices.map { position in
        (all[position], answers.indices.filter { has(position, answers[$0]) })
      }
      : answers.indices.flatMap { index in answers[index].behaviors.map { ($0, [index]) } }
    return lines.map { behavior, chosen in
      guard chosen.count < answers.count else { return (behavior, true) }
      var behavior = behavior
      let others = answers.indices.filter { !chosen.contains($0) }
      let told = Decision.told(
        chosen.flatMap { answers[$0].values }, at: chosen,
        among: others.flatMap { answers[$0].values }, openEnds)
      (behavior.conditions, behavior.untold) = (told.conditions, told.digest)
      return (behavior, told.untold != [])
    }
  }

  /// Returns the findings about answers that differ.
  private func findings(_ openEnds: (_ state: String) -> UnexploredRanges) -> [GraphFinding] {
    cells.flatMap { cell -> [GraphFinding] in
      let answers = answers[cell, default: []]
      guard answers.count > 1 else { return [] }
      switch cell.state {
      case .state(let state), .history(let state, _):
        let isDistinguished = Self.conditional(answers, openEnds(state)).allSatisfy(
          \.isDistinguished)
        return [.behaviorsDisagree(cell.kind, of: state)]
          + (isDistinguished ? [] : [.behaviorsUntold(cell.kind, of: state)])
      case .composite(let composite):
        return [
          .innerStateDecides(
            cell.kind == .timeout ? "timeouts" : cell.kind.rawValue, of: composite)
        ]
      }
    }
  }

  /// Returns the behaviors of all lists, each as often as in the list that repeats it most.
  private static func merged(_ lists: [[Behavior]]) -> [Behavior] {
    lists.reduce([]) { merged, list in
      var known = merged
      return merged
        + list.filter { behavior in
          guard let index = known.firstIndex(of: behavior) else { return true }
          known.remove(at: index)
          return false
        }
    }
  }
}
