import SchematicAnalysis
import SchematicGraph
import SchematicTestKit

/// Small graphs by seed.
struct RandomGraph {
  var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// Returns a graph of up to a number of states, from sparse to dense.
  mutating func next(
    states bound: Int, events: [String] = ["a", "b", "c"], isDeterministic: Bool = false
  ) -> StateGraph {
    let count = Int.random(in: 1...bound, using: &generator)
    let density = Int.random(in: 20...90, using: &generator)
    let names = (0..<count).map { "s\($0)" }
    var transitions: [StateGraph.Rule] = []
    for source in names {
      for event in events {
        for _ in 0..<(isDeterministic ? 1 : 2) where chance(density) {
          let isInternal = chance(20)
          transitions.append(
            StateGraph.Rule(
              source: source,
              target: isInternal ? source : names[Int.random(in: 0..<count, using: &generator)],
              event: event,
              guard: isDeterministic || chance(70) ? nil : "ready",
              action: chance(80) ? nil : "act",
              isInternal: isInternal))
        }
      }
    }
    return StateGraph(
      states: names.map { .init(identifier: $0, isFinal: chance(10)) },
      transitions: transitions, rejections: rejections(in: names), initialState: names[0])
  }

  private mutating func rejections(in names: [String]) -> [StateGraph.Rule] {
    names.filter { _ in chance(15) }.map { .init(state: $0, event: "r", reason: "not here") }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }
}

extension RandomGraph {
  /// Returns a graph that behaves alike under other names, with one state doubled.
  mutating func disguised(_ graph: StateGraph) -> StateGraph {
    let twin = graph.states[Int.random(in: 0..<graph.states.count, using: &generator)].identifier
    func rename(_ name: String) -> String { "new " + name }
    var transitions: [StateGraph.Rule] = []
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
      ([rename(rejection.source)] + (rejection.source == twin ? ["twin"] : [])).map {
        StateGraph.Rule(state: $0, event: rejection.event, reason: rejection.effect.reason)
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
