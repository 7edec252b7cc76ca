/// Which composite states are entered as a whole, and where they start.
///
/// A composite state is one of them when several transitions lead into it from outside, all to the
/// same state. A single one leads to that state just as clearly.
struct CompositeEntries {
  private let nesting: Nesting
  private let entered: [String: String]

  init(of graph: StateGraph, _ transitions: [Statechart.Transition], _ nesting: Nesting) {
    self.nesting = nesting
    var targets: [String: Set<String>] = [:]
    var counts: [String: Int] = [:]
    func note(_ target: String, from source: Statechart.Vertex?) {
      for composite in Self.entered(by: target, from: source, nesting) {
        targets[composite, default: []].insert(target)
        counts[composite, default: 0] += 1
      }
    }
    note(graph.initialState, from: nil)
    for transition in transitions {
      if case .state(let target) = transition.target { note(target, from: transition.source) }
    }
    entered = targets.compactMapValues { $0.count == 1 ? $0.first : nil }
      .filter { counts[$0.key, default: 0] > 1 }
  }

  /// Where the composite states that are entered as a whole start.
  var starts: [String: Statechart.Vertex] {
    Dictionary(
      uniqueKeysWithValues: entered.map { composite, state in
        let inside = nesting.around[state, default: []].drop { $0 != composite }.dropFirst()
        let inner = inside.first { entered[$0] == state }
        return (composite, inner.map { .composite($0) } ?? .state(state))
      })
  }

  /// Returns what a transition to a state leads to: the state, or the outermost composite state
  /// around it that the transition enters as a whole.
  func vertex(entered state: String, from source: Statechart.Vertex?) -> Statechart.Vertex {
    let composites = Self.entered(by: state, from: source, nesting)
    return composites.first { entered[$0] == state }.map { .composite($0) } ?? .state(state)
  }

  /// Returns the composite states that a transition enters, the outermost first.
  private static func entered(
    by target: String, from source: Statechart.Vertex?, _ nesting: Nesting
  ) -> [String] {
    let around = Set(source.map { nesting.composites(around: $0) } ?? [])
    return nesting.around[target, default: []].filter { !around.contains($0) }
  }
}
