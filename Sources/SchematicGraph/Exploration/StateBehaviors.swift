import Schematic

/// A behavior of a state, and the state that it belongs to among the parts that a state has and the
/// states that it lies in.
struct OwnedBehavior {
  /// The position of the part among those that the schema has answers about; `nil` for the whole.
  let part: Int?
  /// The level; `nil` for the innermost.
  let level: Int?
  var behavior: StateGraph.StateBehavior
}

extension StateMachineSchema {
  /// Returns what machines do because of a state, and runs none of it.
  func behaviors(in state: State) -> [OwnedBehavior] {
    func behaviors(
      _ kind: StateGraph.StateBehavior.Kind, _ labels: [StateLabel]
    ) -> [OwnedBehavior] {
      labels.map {
        OwnedBehavior(
          part: $0.part, level: $0.level, behavior: StateGraph.StateBehavior(kind, $0.label))
      }
    }
    let entries = behaviors(.entry, entryLabels(in: state))
    // A machine in a final state is finished: it leaves no more, and no work begins.
    guard !isFinal(state) else { return entries }
    let timeouts = ownedTimeouts(in: state).map { part, level, timeout in
      OwnedBehavior(
        part: part, level: level,
        behavior: StateGraph.StateBehavior(.timeout, timeout.duration.label))
    }
    return entries + behaviors(.exit, exitLabels(in: state))
      + behaviors(.work, workLabels(in: state)) + timeouts
  }
}

/// The behaviors of states and of composite states, put together from the answers about single
/// values.
///
/// Several values stand for one state, and several states lie in a composite state. Where they answer
/// differently, all that any of them says is shown, and a finding says so.
struct StateBehaviors {
  private typealias Behavior = StateGraph.StateBehavior

  /// The labels that were answered for one state and kind.
  private struct Cell: Hashable {
    let state: Statechart.Vertex
    let kind: Behavior.Kind
  }

  private var cells: [Cell] = []
  private var answers: [Cell: [[String?]]] = [:]

  /// Records the answers about a value.
  ///
  /// - Parameters:
  ///   - behaviors: The answers.
  ///   - node: The node of the value.
  ///   - depth: The number of states that the value lies in, its own included.
  ///   - isFinal: Whether machines are finished in it, so that nothing but entry counts.
  mutating func record(
    _ behaviors: [OwnedBehavior], for node: NodeDescription, depth: Int, isFinal: Bool
  ) {
    let state = Statechart.Vertex.state(node.state.identifier)
    let composites = node.composites.map { Statechart.Vertex.composite($0.identifier) }
    func owner(_ level: Int?) -> Statechart.Vertex {
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
        record(owned[cell, default: []].map(\.behavior.label), in: cell)
      }
    }
  }

  private mutating func record(_ labels: [String?], in cell: Cell) {
    if answers[cell] == nil { cells.append(cell) }
    guard !answers[cell, default: []].contains(labels) else { return }
    answers[cell, default: []].append(labels)
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
    Behavior.Kind.allCases.flatMap { kind in
      Self.merged(answers[Cell(state: state, kind: kind), default: []]).map { Behavior(kind, $0) }
    }
  }

  /// The findings about answers that differ.
  private var findings: [GraphFinding] {
    cells.filter { answers[$0, default: []].count > 1 }.map { cell in
      switch cell.state {
      case .state(let state): .behaviorsDisagree(cell.kind, of: state)
      case .composite(let composite):
        .innerStateDecides(
          cell.kind == .timeout ? "timeouts" : cell.kind.rawValue, of: composite)
      }
    }
  }

  /// Returns all that some lists hold, each label as often as the list that has it most often.
  private static func merged(_ lists: [[String?]]) -> [String?] {
    lists.reduce([]) { merged, list in
      var known = merged
      return merged
        + list.filter { label in
          guard let index = known.firstIndex(of: label) else { return true }
          known.remove(at: index)
          return false
        }
    }
  }
}
