/// Which transitions stand in which state of an SCXML document.
struct SCXMLTransitions {
  private let transitions: [Statechart.Vertex: [Statechart.Transition]]

  /// Sorts the transitions of a statechart.
  ///
  /// A machine in a final state is finished. In SCXML it is not where the final state lies in another:
  /// transitions of that one would still be taken. They are therefore written in each of the other
  /// states inside.
  init(of chart: Statechart) {
    let nesting = Nesting(of: chart.graph)
    let final = Set(chart.graph.states.filter(\.isFinal).map(\.identifier))
    var transitions: [Statechart.Vertex: [Statechart.Transition]] = [:]
    for transition in chart.transitions {
      var sources = [transition.source]
      if case .composite(let composite) = transition.source,
        !final.isDisjoint(with: nesting.states[composite, default: []])
      {
        sources = nesting.lively[composite, default: []].map { .state($0) }
      }
      for source in sources { transitions[source, default: []].append(transition) }
    }
    self.transitions = transitions
  }

  /// Returns the transitions that stand in a state, in the order of the statechart.
  func transitions(in vertex: Statechart.Vertex) -> [Statechart.Transition] {
    transitions[vertex, default: []]
  }
}
