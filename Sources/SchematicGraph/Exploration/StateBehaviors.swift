import Schematic

/// A behavior of a state, or of a state around it.
struct OwnedBehavior {
  /// The level, or `nil` for the innermost state.
  let level: Int?
  var behavior: StateGraph.StateBehavior
}

extension OwnedBehavior {
  fileprivate init<State, Event, Subject>(
    of description: StateMachineSchema<State, Event, Subject>.BehaviorDescription
  ) {
    let owner = description.owner
    let behavior =
      switch description.kind {
      case .entry: StateGraph.StateBehavior(.entry, description.label)
      case .exit: StateGraph.StateBehavior(.exit, description.label)
      case .task: StateGraph.StateBehavior(.task, description.label)
      case .timeout(let timeout): StateGraph.StateBehavior(after: timeout.delay)
      }
    self.init(level: owner.level == 0 ? nil : owner.level, behavior: behavior)
  }
}

extension StateMachineSchema {
  /// Returns what machines do because of a state, without running any of it.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - isRegion: Whether the schema is that of a region: if that is finished, the machine goes on, and so
  ///     does what belongs to composite states.
  /// - Returns: The behaviors, by kind.
  func behaviors(in state: State, ofRegion isRegion: Bool) -> [OwnedBehavior] {
    let (isFinal, goingOn) = (isFinal(state), levelsGoingOn(in: state, ofRegion: isRegion))
    let (descriptions, notes) = SourceRecord.recording { behaviorDescriptions(in: state) }
    let kinds = descriptions.map(\.kind.noted)
    var lines = Dictionary(
      uniqueKeysWithValues: Set(kinds).map { kind in
        (kind, notes.lines(of: kind, count: kinds.count { $0 == kind })[...])
      })
    let behaviors = descriptions.compactMap { description -> OwnedBehavior? in
      let line = lines[description.kind.noted]?.popFirst().flatMap { $0 }
      var owned = OwnedBehavior(of: description)
      // A machine in a final state is finished: it leaves no more, and nothing begins.
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
  /// Returns what the schema answers for a state although it never happens, because the state is
  /// final.
  func idleBehaviors(in state: State, ofRegion isRegion: Bool) -> [OwnedBehavior] {
    let goingOn = levelsGoingOn(in: state, ofRegion: isRegion)
    return idleBehaviorDescriptions(in: state).filter { !goingOn.contains($0.owner.level) }
      .map(OwnedBehavior.init)
  }

  /// Returns the levels of the composite states around a state that go on if the state is final: those
  /// of a region.
  private func levelsGoingOn(in state: State, ofRegion isRegion: Bool) -> Range<Int> {
    guard isRegion, let path = (state as? any Graphable)?.casePath else { return 1..<1 }
    return 1..<max(path.count, 1)
  }
}

extension StateMachineSchema.BehaviorDescription.Kind {
  /// The kind of the answer that a line of code creates.
  fileprivate var noted: SourceRecord.Kind {
    switch self {
    case .entry: .entry
    case .exit: .exit
    case .task: .task
    case .timeout: .timeout
    }
  }
}

extension [SourceRecord.Note] {
  /// Returns the lines of all answers of a kind, which are given in the order of their creation.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - count: The number of answers that were given.
  /// - Returns: A line for each of them; none if others were created, too.
  func lines(of kind: SourceRecord.Kind, count: Int) -> [SourceLine?] {
    let lines = filter { $0.kind == kind }.map(\.line)
    return lines.count == count ? lines : Array<SourceLine?>(repeating: nil, count: count)
  }
}

/// The behaviors of states and composite states, merged from the answers for single values.
///
/// Several values may represent one state. If their answers differ, the graph shows each of them with
/// a condition on the payload, and a note says so. Several states are inside a composite state. If
/// their answers differ, the graph shows everything that any of them says, which is a finding.
struct StateBehaviors {
  private typealias Behavior = StateGraph.StateBehavior

  /// The key for the labels of one state and one kind of behavior.
  private struct Cell: Hashable {
    /// The number of the state.
    let state: Int
    let kind: Behavior.Kind
  }

  /// An answer, and what the values that it is for carry.
  private struct Answer {
    let behaviors: [Behavior]
    var values: [[PayloadField]]
  }

  /// The states and composite states, in the order of their numbers.
  private var vertices: [Statechart.Vertex] = []
  private var numbers: [Statechart.Vertex: Int] = [:]
  private var cells: [Cell] = []
  private var answers: [Cell: [Answer]] = [:]

  /// Records the answers for a value.
  ///
  /// - Parameters:
  ///   - behaviors: The answers.
  ///   - node: The node of the value.
  ///   - fields: What the value carries.
  ///   - depth: The number of nested states in the value, including the innermost.
  ///   - isFinal: Whether machines are finished in the state, so that only entries count.
  mutating func record(
    _ behaviors: [OwnedBehavior], for node: NodeDescription, carrying fields: [PayloadField],
    depth: Int, isFinal: Bool
  ) {
    let composites = node.composites.map { number(of: .composite($0.identifier)) }
    let state = number(of: .state(node.state.identifier))
    func owner(_ level: Int?) -> Int {
      guard let level, level < depth, !composites.isEmpty else { return state }
      return composites[min(level, composites.count) - 1]
    }
    let owned = Dictionary(grouping: behaviors) {
      Cell(state: owner($0.level), kind: $0.behavior.kind)
    }
    for vertex in composites + [state] {
      for kind in isFinal ? [.entry] : Behavior.Kind.allCases {
        // An innermost state shows its timeouts by arrows.
        if kind == .timeout, vertex == state { continue }
        let cell = Cell(state: vertex, kind: kind)
        record(owned[cell, default: []].map(\.behavior), fields, in: cell)
      }
    }
  }

  private mutating func number(of vertex: Statechart.Vertex) -> Int {
    if let number = numbers[vertex] { return number }
    numbers[vertex] = vertices.count
    vertices.append(vertex)
    return vertices.count - 1
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

  /// Returns a graph with the behaviors of its states, and their findings.
  ///
  /// - Parameters:
  ///   - graph: The graph, without behaviors.
  ///   - openEnds: Returns in which direction the values of a state continue that weren't explored.
  /// - Returns: The graph.
  func adding(
    to graph: StateGraph,
    _ openEnds: (_ state: String) -> UnexploredRanges = { _ in UnexploredRanges() }
  ) -> StateGraph {
    if cells.isEmpty { return graph }
    return StateGraph(
      states: graph.states.map { state in
        var state = state
        state.behaviors = behaviors(of: state.identifier, openEnds(state.identifier))
        return state
      },
      composites: graph.composites.map { composite in
        var composite = composite
        composite.behaviors = Behavior.Kind.allCases.flatMap { kind in
          Self.merged(answers(of: .composite(composite.identifier), kind).map(\.behaviors))
        }
        return composite
      },
      regions: graph.regions, rules: graph.rules, initialState: graph.initialState,
      findings: graph.findings + findings(openEnds))
  }

  private func answers(of vertex: Statechart.Vertex, _ kind: Behavior.Kind) -> [Answer] {
    numbers[vertex].flatMap { answers[Cell(state: $0, kind: kind)] } ?? []
  }

  /// Returns the behaviors of a state, each with the condition under which it is done.
  private func behaviors(of state: String, _ openEnds: UnexploredRanges) -> [Behavior] {
    Behavior.Kind.allCases.flatMap { kind -> [Behavior] in
      let answers = answers(of: .state(state), kind)
      guard answers.count > 1 else { return answers.first?.behaviors ?? [] }
      return Self.conditional(answers, openEnds).map(\.behavior)
    }
  }

  /// Returns all behaviors of different answers, each with the condition on what the values carry,
  /// and whether that condition tells the values from others.
  private static func conditional(
    _ answers: [Answer], _ openEnds: UnexploredRanges
  ) -> [(behavior: Behavior, isTold: Bool)] {
    let all = merged(answers.map(\.behaviors))
    /// Returns whether an answer has a behavior, given by its position, as often as that many.
    func has(_ position: Int, _ answer: Answer) -> Bool {
      let count = all[...position].count { $0 == all[position] }
      return answer.behaviors.count { $0 == all[position] } >= count
    }
    let isInOrder = answers.allSatisfy { answer in
      all.indices.filter { has($0, answer) }.map { all[$0] } == answer.behaviors
    }
    // Where the order differs, each answer stands for itself.
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
      let (inside, outside) = (
        chosen.flatMap { answers[$0].values }, others.flatMap { answers[$0].values }
      )
      let condition = PayloadCondition(of: inside, among: outside, openEnds)
      behavior.conditions =
        condition?.conditions
        ?? [.payload(PayloadCondition.fingerprint(of: inside, among: outside, at: chosen))]
      return (behavior, condition != nil)
    }
  }

  /// Returns the findings about answers that differ.
  private func findings(_ openEnds: (_ state: String) -> UnexploredRanges) -> [GraphFinding] {
    cells.flatMap { cell -> [GraphFinding] in
      let answers = answers[cell, default: []]
      guard answers.count > 1 else { return [] }
      switch vertices[cell.state] {
      case .state(let state), .history(let state, _):
        let isTold = Self.conditional(answers, openEnds(state)).allSatisfy(\.isTold)
        return [.behaviorsDisagree(cell.kind, of: state)]
          + (isTold ? [] : [.behaviorsUntold(cell.kind, of: state)])
      case .composite(let composite):
        return [
          .innerStateDecides(
            cell.kind == .timeout ? "timeouts" : cell.kind.rawValue, of: composite)
        ]
      }
    }
  }

  /// Returns all that some lists hold, each behavior as often as the list that has it most often.
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
