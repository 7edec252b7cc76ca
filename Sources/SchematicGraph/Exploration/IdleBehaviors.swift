import Schematic

/// The answers of a schema that have no effect: exits, tasks and timeouts of final states, and
/// answers for levels that no state has.
struct IdleBehaviors {
  private typealias Behavior = StateGraph.PlacedBehavior

  private var idle: [Behavior] = []
  private var running: Set<Behavior> = []
  /// The greatest number of levels in a value.
  private var depth = 1

  /// Records the answers for a value; `running` are the answers that have an effect.
  mutating func record<State: Graphable, Event>(
    _ answers: ExploredAnswers<State, Event>, about value: State, in region: String?,
    _ running: [OwnedBehavior]
  ) {
    let path = value.casePath
    func placed(_ owned: OwnedBehavior) -> Behavior {
      let owner = path.prefix(owned.level ?? path.count).joined(separator: ".")
      return Behavior(state: RegionPath.joined(owner, in: region), behavior: owned.behavior)
    }
    self.running.formUnion(running.map(placed))
    idle += answers.idle(value).map(placed)
    depth = max(depth, path.count)
  }

  /// Returns the findings about answers that have no effect for any value of a state.
  ///
  /// A level that no state has is reported only if all states were explored.
  func findings<State, Event>(
    _ answers: ExploredAnswers<State, Event>, in region: String?, isWhole: Bool
  ) -> [GraphFinding] {
    idle.uniqued().filter { !running.contains($0) }.map(GraphFinding.finalBehavior)
      + answers.levels.filter { isWhole && $0 > depth }.sorted().map {
        .unaskedAnswer(aboutLevel: $0, of: region)
      }
  }
}

extension GraphFinding {
  fileprivate static func finalBehavior(_ placed: StateGraph.PlacedBehavior) -> GraphFinding {
    GraphFinding(
      .behaviorNeverRuns, state: placed.state,
      """
      state \(placed.state) has "\(placed.behavior)", but is final, and a final state does nothing \
      but its entry; remove it, or let the state not be final
      """
    )
  }

  fileprivate static func unaskedAnswer(aboutLevel level: Int, of region: String?) -> GraphFinding {
    GraphFinding(
      .behaviorNeverRuns,
      """
      the schema answers about level \(level)\(region.map { " of region \($0)" } ?? ""), which no state has; remove the \
      answer, or make the type that a case carries `Hierarchical`
      """
    )
  }
}
