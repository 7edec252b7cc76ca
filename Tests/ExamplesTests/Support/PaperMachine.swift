import SchematicGraph

/// A graph that is followed with a finger on the paper.
final class PaperMachine {
  /// Where the finger is.
  private(set) var state: String
  /// What was come by.
  private(set) var taken: Set<StateGraph.Transition> = []

  private let arrows: [String: Set<StateGraph.Transition>]

  init(_ graph: StateGraph) {
    state = graph.initialState
    arrows = Dictionary(grouping: graph.transitions, by: \.source).mapValues(Set.init)
  }

  /// Follows an arrow, where there is one like it.
  func follow(_ step: Walk.Step) {
    guard let transition = step.transition, arrows[state, default: []].contains(transition)
    else { return }
    taken.insert(transition)
    state = transition.target
  }

  /// Returns what walks come by when they are followed one after the other; `nil` where one strays.
  static func follow(
    _ walks: some Sequence<Walk>, in graph: StateGraph
  ) -> Set<StateGraph.Transition>? {
    var taken: Set<StateGraph.Transition> = []
    for walk in walks {
      let machine = PaperMachine(graph)
      guard walk.start == machine.state else { return nil }
      for step in walk.steps {
        machine.follow(step)
        guard machine.state == step.target, machine.taken.contains(where: { step == .init($0) })
        else { return nil }
      }
      taken.formUnion(machine.taken)
    }
    return taken
  }
}
