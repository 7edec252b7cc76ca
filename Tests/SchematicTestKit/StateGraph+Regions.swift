import SchematicGraph

extension StateGraph {
  /// Returns a graph that consists of machines without regions, side by side.
  package static func sideBySide(_ machines: [(name: String, graph: StateGraph)]) -> StateGraph {
    func inside(_ identifier: String, _ name: String) -> String { "\(name)/\(identifier)" }
    return StateGraph(
      states: machines.flatMap { name, graph in
        graph.states.map {
          State(
            identifier: inside($0.identifier, name), label: $0.label, isFinal: $0.isFinal,
            completion: $0.completion, parent: $0.parent.map { inside($0, name) } ?? name,
            behaviors: $0.behaviors)
        }
      },
      composites: machines.flatMap { name, graph in
        graph.composites.map {
          CompositeState(
            identifier: inside($0.identifier, name), label: $0.label,
            parent: $0.parent.map { inside($0, name) } ?? name, behaviors: $0.behaviors)
        }
      },
      regions: machines.map { name, graph in
        Region(name: name, initialState: inside(graph.initialState, name))
      },
      rules: machines.flatMap { name, graph in
        graph.rules.map {
          Rule(
            source: inside($0.source, name), target: inside($0.target, name), trigger: $0.trigger,
            conditions: $0.conditions, effect: $0.effect, change: $0.change)
        }
      }, initialState: nil)
  }
}
