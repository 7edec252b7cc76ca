import Schematic

/// A behavior of a state, and its owner: a region or the whole state, at some level.
struct OwnedBehavior {
  /// The position of the region among those that the schema has answers for, or `nil` for the whole
  /// state.
  let part: Int?
  /// The level, or `nil` for the innermost state.
  let level: Int?
  var behavior: StateGraph.StateBehavior
}

extension StateMachineSchema {
  /// Returns what machines do because of a state, without running any of it.
  func behaviors(in state: State) -> [OwnedBehavior] {
    let isFinal = isFinal(state)
    let behaviors = behaviorDescriptions(in: state).compactMap { description -> OwnedBehavior? in
      let behavior: StateGraph.StateBehavior
      switch description.kind {
      case .entry: behavior = StateGraph.StateBehavior(.entry, description.label)
      // A machine in a final state is finished: it leaves no more, and nothing begins.
      case .exit where isFinal, .task where isFinal, .timeout where isFinal: return nil
      case .exit: behavior = StateGraph.StateBehavior(.exit, description.label)
      case .task: behavior = StateGraph.StateBehavior(.task, description.label)
      case .timeout(let timeout):
        behavior = StateGraph.StateBehavior(after: timeout.duration)
      }
      let owner = description.owner
      return OwnedBehavior(
        part: owner.region, level: owner.level == 0 ? nil : owner.level, behavior: behavior)
    }
    return StateGraph.StateBehavior.Kind.allCases.flatMap { kind in
      behaviors.filter { $0.behavior.kind == kind }
    }
  }
}

/// The behaviors of states and composite states, merged from the answers for single values.
///
/// Several values may represent one state, and several states are inside a composite state. If
/// their answers differ, the graph shows everything that any of them says, and has a finding.
struct StateBehaviors {
  private typealias Behavior = StateGraph.StateBehavior

  /// The key for the labels of one state and one kind of behavior.
  private struct Cell: Hashable {
    /// The number of the state.
    let state: Int
    let kind: Behavior.Kind
  }

  /// A composite state identified by its place, because the identifiers of deeply nested states are
  /// long.
  private struct Place: Hashable {
    let parent: Int?
    let name: String
  }

  /// The states and composite states, in the order of their numbers.
  private var vertices: [Statechart.Vertex] = []
  private var numbers: [Statechart.Vertex: Int] = [:]
  private var composites: [Place: (number: Int, identifier: String)] = [:]
  private var cells: [Cell] = []
  private var answers: [Cell: [[Behavior]]] = [:]

  /// Records the answers for a value.
  ///
  /// - Parameters:
  ///   - behaviors: The answers.
  ///   - node: The node of the value.
  ///   - depth: The number of nested states in the value, including the innermost.
  ///   - isFinal: Whether machines are finished in the state, so that only entries count.
  mutating func record(
    _ behaviors: [OwnedBehavior], for node: NodeDescription, depth: Int, isFinal: Bool
  ) {
    let composites = compositeNumbers(along: node.path)
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
        record(owned[cell, default: []].map(\.behavior), in: cell)
      }
    }
  }

  /// Returns the numbers of the composite states along a path, the outermost first.
  private mutating func compositeNumbers(along path: [String]) -> [Int] {
    var numbers: [Int] = []
    var parent: (number: Int, identifier: String)?
    for name in path.dropLast() {
      let place = Place(parent: parent?.number, name: name)
      if composites[place] == nil {
        let identifier = parent.map { "\($0.identifier).\(name)" } ?? name
        composites[place] = (number(of: .composite(identifier)), identifier)
      }
      parent = composites[place]
      numbers += parent.map { [$0.number] } ?? []
    }
    return numbers
  }

  private mutating func number(of vertex: Statechart.Vertex) -> Int {
    if let number = numbers[vertex] { return number }
    numbers[vertex] = vertices.count
    vertices.append(vertex)
    return vertices.count - 1
  }

  private mutating func record(_ behaviors: [Behavior], in cell: Cell) {
    if answers[cell] == nil { cells.append(cell) }
    guard !answers[cell, default: []].contains(behaviors) else { return }
    answers[cell, default: []].append(behaviors)
  }

  /// Returns a graph with the behaviors of its states, and their findings.
  func adding(to graph: StateGraph) -> StateGraph {
    StateGraph(
      states: graph.states.map { state in
        var state = state
        state.behaviors = behaviors(of: .state(state.identifier))
        return state
      },
      composites: graph.composites.map { composite in
        var composite = composite
        composite.behaviors = behaviors(of: .composite(composite.identifier))
        return composite
      },
      rules: graph.rules, initialState: graph.initialState, findings: graph.findings + findings)
  }

  /// Returns the behaviors of a state.
  private func behaviors(of state: Statechart.Vertex) -> [StateGraph.StateBehavior] {
    guard let number = numbers[state] else { return [] }
    return Behavior.Kind.allCases.flatMap { kind in
      Self.merged(answers[Cell(state: number, kind: kind), default: []])
    }
  }

  /// The findings about answers that differ.
  private var findings: [GraphFinding] {
    cells.filter { answers[$0, default: []].count > 1 }.map { cell in
      switch vertices[cell.state] {
      case .state(let state): .behaviorsDisagree(cell.kind, of: state)
      case .composite(let composite):
        .innerStateDecides(
          cell.kind == .timeout ? "timeouts" : cell.kind.rawValue, of: composite)
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
