/// The transitions of a graph, with those that all states of a composite state share taken together.
struct SharedTransitions {
  /// In the order of the graph; what is taken together stands where the first of it stood.
  let transitions: [Statechart.Transition]

  init(of graph: StateGraph, _ nesting: Nesting) {
    var sources: [StateGraph.Transition: Set<String>] = [:]
    for transition in graph.transitions where !transition.isInternal {
      sources[transition.withoutSource, default: []].insert(transition.source)
    }
    var drawn: Set<Statechart.Transition> = []
    transitions = graph.transitions.compactMap { transition in
      let alike = sources[transition.withoutSource, default: []]
      let composite = nesting.around[transition.source, default: []].first { composite in
        let inside = nesting.lively[composite, default: []]
        return inside.count > 1 && alike.isSuperset(of: inside)
          && !nesting.states[composite, default: []].contains(transition.target)
      }
      guard let composite, !transition.isInternal else {
        return Statechart.Transition(transition, from: .state(transition.source))
      }
      let shared = Statechart.Transition(transition, from: .composite(composite))
      return drawn.insert(shared).inserted ? shared : nil
    }
  }
}

extension StateGraph.Transition {
  /// The transition as it would be from nowhere, to tell what several states share.
  fileprivate var withoutSource: StateGraph.Transition {
    StateGraph.Transition(
      source: "", target: target, event: event, guard: `guard`, action: action,
      isInternal: isInternal)
  }
}
