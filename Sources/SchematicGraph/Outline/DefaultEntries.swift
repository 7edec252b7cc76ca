/// The composite states at whose borders arrows end, each with the substate in which it starts.
///
/// Arrows end at the border if at least two transitions enter the composite state from outside, all at one
/// state. The arrow to the machine's initial state counts as a transition. Transitions to a history,
/// and new ones in a comparison, don't count.
struct DefaultEntries {
  private let hierarchy: StateHierarchy
  private let entered: [String: String]

  init(
    of graph: StateGraph, _ transitions: [Statechart.Transition], _ hierarchy: StateHierarchy
  ) {
    self.hierarchy = hierarchy
    var targets: [String: Set<String>] = [:]
    var counts: [String: Int] = [:]
    func record(_ target: String, from source: Statechart.Vertex?) {
      for composite in Self.entered(by: target, from: source, hierarchy) {
        targets[composite, default: []].insert(target)
        counts[composite, default: 0] += 1
      }
    }
    record(graph.initialState, from: nil)
    // In a picture of differences, new arrows don't change the ends of old ones.
    for transition in transitions where transition.target.symbol == nil && transition.mark != .added
    {
      record(transition.target.identifier, from: transition.source)
    }
    entered = targets.compactMapValues { $0.count == 1 ? $0.first : nil }
      .filter { counts[$0.key, default: 0] > 1 }
  }

  /// The initial substates of the composite states, by the identifiers of the composite states.
  var initialSubstates: [String: Statechart.Vertex] {
    Dictionary(
      uniqueKeysWithValues: entered.map { composite, state in
        let nested = hierarchy.ancestors(of: state).prefix { $0 != composite }
        let inner = nested.last { entered[$0] == state }
        return (composite, inner.map { .composite($0) } ?? .state(state))
      })
  }

  /// Returns the vertex at which the arrow of a transition ends.
  func target(of transition: Statechart.Transition) -> Statechart.Vertex {
    transition.target.symbol == nil
      ? vertex(entered: transition.target.identifier, from: transition.source)
      : transition.target
  }

  /// Returns the vertex at which an arrow to a state ends: the state, or the outermost composite state
  /// that the arrow enters and that starts in this state.
  func vertex(entered state: String, from source: Statechart.Vertex?) -> Statechart.Vertex {
    let composites = Self.entered(by: state, from: source, hierarchy)
    return composites.first { entered[$0] == state }.map { .composite($0) } ?? .state(state)
  }

  /// Returns the composite states that a transition enters, the outermost first.
  private static func entered(
    by target: String, from source: Statechart.Vertex?, _ hierarchy: StateHierarchy
  ) -> [String] {
    let left: [String] =
      switch source {
      case .state(let state)?: hierarchy.ancestors(of: state)
      case .composite(let composite)?: [composite] + hierarchy.ancestors(ofComposite: composite)
      case .history?, nil: []
      }
    let around = hierarchy.ancestors(of: target).reversed()
    // The composite states around both ends aren't entered; they come first in both lists.
    return Array(around.dropFirst(zip(around, left.reversed()).prefix { $0 == $1 }.count))
  }
}
