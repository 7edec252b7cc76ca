import Schematic

/// What a schema answers for states although it never happens: exits, tasks and timeouts of final
/// states, and answers about regions or levels that no state has.
struct IdleBehaviors {
  private typealias Behavior = StateGraph.PlacedBehavior

  private var idle: [Behavior] = []
  private var running: Set<Behavior> = []
  /// The greatest number of nested states in the whole state, for `nil`, and in each region.
  private var depths: [Int?: Int] = [:]

  /// Records the answers for a value.
  ///
  /// - Parameters:
  ///   - answers: The answers of the schema.
  ///   - value: The value.
  ///   - running: Those of the answers that happen.
  mutating func record<State: Graphable, Event>(
    _ answers: ExploredAnswers<State, Event>, about value: State, _ running: [OwnedBehavior]
  ) {
    let (whole, parts) = (value.casePath, answers.paths(value))
    func placed(_ owned: OwnedBehavior) -> Behavior {
      let path = owned.part.map { parts[$0] ?? [] } ?? whole
      let owner = path.prefix(owned.level ?? path.count)
      let name = owned.part.map { [answers.parts[$0]] } ?? []
      return Behavior(state: (name + owner).joined(separator: "."), behavior: owned.behavior)
    }
    self.running.formUnion(running.map(placed))
    idle += answers.idle(value).map(placed)
    depths[nil] = max(depths[nil] ?? 1, whole.count)
    for (part, path) in parts.enumerated() {
      guard let path else { continue }
      depths[part] = max(depths[part] ?? 1, path.count)
    }
  }

  /// Returns the findings about answers that happen in no value of a state.
  ///
  /// - Parameters:
  ///   - answers: The answers of the schema.
  ///   - isWhole: Whether all states were explored.
  /// - Returns: The findings.
  func findings<State, Event>(
    _ answers: ExploredAnswers<State, Event>, isWhole: Bool
  ) -> [GraphFinding] {
    let unasked = answers.owners.filter { owner in
      isWhole && (depths[owner.region].map { owner.level > $0 } ?? true)
    }
    return idle.uniqued().filter { !running.contains($0) }.map(GraphFinding.finalBehavior)
      + unasked.sorted { ($0.region ?? -1, $0.level) < ($1.region ?? -1, $1.level) }.map { owner in
        .unaskedAnswer(about: owner.region.map { answers.parts[$0] }, level: owner.level)
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

  fileprivate static func unaskedAnswer(about region: String?, level: Int) -> GraphFinding {
    let place = (level > 0 ? ["level \(level)"] : []) + (region.map { ["region \($0)"] } ?? [])
    return GraphFinding(
      .behaviorNeverRuns,
      """
      the schema answers about \(place.joined(separator: " of ")), which no state has; remove the \
      answer, or make the type that a case carries `Hierarchical`
      """
    )
  }
}
