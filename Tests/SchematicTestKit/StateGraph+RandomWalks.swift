import SchematicAnalysis
import SchematicGraph

extension StateGraph {
  /// Returns random walks from the initial state; the same seed gives the same walks.
  ///
  /// Each step is one of those out of the configuration, all equally likely. A walk ends early if there is none, and
  /// goes on until a machine can stay.
  package func randomWalks(_ count: Int, length: Int, seed: UInt64) -> [Walk] {
    var generator = SplitMix64(seed: seed)
    let steps = GraphSteps(of: self)
    return (0..<count).map { _ in
      var (taken, place) = ([CombinedRule](), steps.tree.initial)
      while taken.count < length + states.count {
        let all = steps.combinedRules(in: place).filter { !$0.rule.effect.isRefusal }
        let moves = taken.count < length ? all : all.filter { $0.rule.trigger == .completion }
        guard !moves.isEmpty else { break }
        taken.append(moves[generator.next(below: moves.count)])
        place = taken[taken.count - 1].target
      }
      return Walk(start: steps.tree.initial.name, steps: taken.map(Walk.Step.init))
    }
  }
}

extension WalkSet {
  /// The total number of steps in all walks.
  package var eventCount: Int { walks.reduce(0) { $0 + $1.steps.count } }
}
