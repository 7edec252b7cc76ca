import SchematicGraph

extension RandomGraph {
  /// Returns a graph that behaves alike under other names, with one state doubled.
  mutating func disguised(_ graph: StateGraph) -> StateGraph {
    let twin = graph.states[Int.random(in: 0..<graph.states.count, using: &generator)].identifier
    func rename(_ name: String) -> String { "new " + name }
    var transitions: [StateGraph.Transition] = []
    for transition in graph.transitions {
      let sources = [rename(transition.source)] + (transition.source == twin ? ["twin"] : [])
      for source in sources {
        let leadsToTwin = transition.target == twin && Bool.random(using: &generator)
        let target =
          transition.isInternal ? source : leadsToTwin ? "twin" : rename(transition.target)
        transitions.append(
          .init(
            source: source, target: target, event: transition.event, guard: transition.guard,
            action: transition.action, isInternal: transition.isInternal))
      }
    }
    let states = graph.states.flatMap { state in
      [StateGraph.State(identifier: rename(state.identifier), isFinal: state.isFinal)]
        + (state.identifier == twin ? [.init(identifier: "twin", isFinal: state.isFinal)] : [])
    }
    let rejections = graph.rejections.flatMap { rejection in
      ([rename(rejection.state)] + (rejection.state == twin ? ["twin"] : [])).map {
        StateGraph.Rejection(state: $0, event: rejection.event, reason: rejection.reason)
      }
    }
    return StateGraph(
      states: states.reversed(), transitions: transitions, rejections: rejections,
      initialState: rename(graph.initialState))
  }

  /// Returns a graph in which one transition leads elsewhere, or is gone.
  mutating func changed(_ graph: StateGraph) -> StateGraph {
    guard !graph.transitions.isEmpty else { return graph }
    var transitions = graph.transitions
    let position = Int.random(in: 0..<transitions.count, using: &generator)
    let old = transitions.remove(at: position)
    if Bool.random(using: &generator) {
      let target = graph.states[Int.random(in: 0..<graph.states.count, using: &generator)]
      transitions.append(
        .init(
          source: old.source, target: old.isInternal ? old.source : target.identifier,
          event: old.event, guard: old.guard, action: old.action, isInternal: old.isInternal))
    }
    return StateGraph(
      states: graph.states, transitions: transitions, rejections: graph.rejections,
      initialState: graph.initialState)
  }
}
