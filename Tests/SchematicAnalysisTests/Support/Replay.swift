import SchematicAnalysis
import SchematicGraph

/// A record of walks that are followed on paper.
struct Replay {
  /// The steps that the walks took.
  private(set) var taken: Set<Walk.Step> = []
  /// The pairs of steps that followed each other.
  private(set) var pairs: Set<[Walk.Step]> = []
  /// The mistakes of the walks.
  private(set) var mistakes: [String] = []

  init(_ walks: some Sequence<Walk>, in graph: StateGraph) {
    let rules = Set(graph.rules)
    for walk in walks {
      if walk.start != graph.initialState { mistakes.append("starts in \(walk.start)") }
      var state = walk.start
      for step in walk.steps {
        if step.source != state { mistakes.append("\(step) is taken in \(state)") }
        if !rules.contains(step.rule) { mistakes.append("\(step) is not in the graph") }
        state = step.target
      }
      taken.formUnion(walk.steps)
      pairs.formUnion(zip(walk.steps, walk.steps.dropFirst()).map { [$0, $1] })
    }
  }

  /// The transitions that the walks took.
  var transitions: Set<StateGraph.Rule> { Set(taken.map(\.rule).filter { !$0.effect.isRefusal }) }
}
