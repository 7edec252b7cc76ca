import Schematic

/// What a schema answers for states although it never happens: exits, tasks and timeouts of final
/// states, and answers about levels that no state has.
struct IdleBehaviors {
  private typealias Behavior = StateGraph.PlacedBehavior

  private var idle: [Behavior] = []
  private var running: Set<Behavior> = []
  /// The greatest number of nested states.
  private var depth = 1

  /// Records the answers for a value.
  ///
  /// - Parameters:
  ///   - answers: The answers of the schema.
  ///   - value: The value.
  ///   - region: The region that it is a state of, or `nil`.
  ///   - running: Those of the answers that happen.
  mutating func record<State: Graphable, Event>(
    _ answers: ExploredAnswers<State, Event>, about value: State, in region: String?,
    _ running: [OwnedBehavior]
  ) {
    let path = value.casePath
    func placed(_ owned: OwnedBehavior) -> Behavior {
      let owner = path.prefix(owned.level ?? path.count).joined(separator: ".")
      return Behavior(state: StateGraph.Region.path(owner, in: region), behavior: owned.behavior)
    }
    self.running.formUnion(running.map(placed))
    idle += answers.idle(value).map(placed)
    depth = max(depth, path.count)
  }

  /// Returns the findings about answers that happen in no value of a state.
  ///
  /// - Parameters:
  ///   - answers: The answers of the schema.
  ///   - region: The region that the states are those of, or `nil`.
  ///   - isWhole: Whether all states were explored.
  /// - Returns: The findings.
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
