import SchematicAnalysis
import SchematicGraph

/// A machine that runs a graph instead of rules.
final class PaperMachine {
  /// The current state.
  private(set) var state: String
  /// The transitions that were taken.
  private(set) var taken: Set<StateGraph.Rule> = []

  private let arrows: [String: Set<StateGraph.Rule>]

  init(_ graph: StateGraph) {
    state = graph.initialState
    arrows = Dictionary(grouping: graph.transitions, by: \.source).mapValues(Set.init)
  }

  /// Takes the transition of a step, where the current state has it.
  func follow(_ step: Walk.Step) {
    guard arrows[state, default: []].contains(step.rule) else { return }
    taken.insert(step.rule)
    state = step.target
  }

  /// Returns the transitions that walks take one after the other; `nil` where one cannot be followed.
  static func follow(
    _ walks: some Sequence<Walk>, in graph: StateGraph
  ) -> Set<StateGraph.Rule>? {
    var taken: Set<StateGraph.Rule> = []
    for walk in walks {
      let machine = PaperMachine(graph)
      guard walk.start == machine.state else { return nil }
      for step in walk.steps {
        machine.follow(step)
        guard machine.state == step.target, machine.taken.contains(step.rule)
        else { return nil }
      }
      taken.formUnion(machine.taken)
    }
    return taken
  }
}
