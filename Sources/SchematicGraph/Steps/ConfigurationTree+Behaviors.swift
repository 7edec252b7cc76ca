extension ConfigurationTree {
  /// Returns everything that machines do when they take transitions, besides the actions.
  ///
  /// ```swift
  /// let tree = ConfigurationTree(of: graph)
  /// tree.behaviors(along: [graph.transitions[0]], in: tree.initial).map(\.description)
  /// // ["idle: exit / wake up", "loading: entry / show spinner", "loading: do / download"]
  /// ```
  ///
  /// An external transition leaves the states that contain only its source, with everything inside, and
  /// enters those that contain only its target; it always leaves the source and enters the target. An
  /// internal transition leaves and enters nothing.
  ///
  /// - Parameters:
  ///   - rules: The transitions that are taken together, in the order of the regions.
  ///   - configuration: The configuration before them.
  /// - Returns: The actions on exit, those of the last region first, and the innermost first; the
  ///   actions on entry, in the order of the regions, and the outermost first; and the tasks that begin.
  /// - Complexity: O(*n*) in the number of states and composite states.
  package func behaviors(
    along rules: [StateGraph.Rule], in configuration: Configuration
  ) -> [StateGraph.PlacedBehavior] {
    guard graph.hasBehaviors else { return [] }
    let after = self.configuration(after: rules, in: configuration)
    let entered = entered(by: rules, in: after)
    // A region that is finished begins nothing.
    let finals = Set(graph.states.filter(\.isFinal).map(\.identifier))
    return placed(.exit, of: left(by: rules, in: configuration)) + placed(.entry, of: entered)
      + placed(.task, of: entered.filter { !finals.contains($0) })
  }

  /// Returns what machines do when they take a transition alone, with the regions inside its source in
  /// their initial states.
  package func behaviors(along rule: StateGraph.Rule) -> [StateGraph.PlacedBehavior] {
    behaviors(along: [rule], in: configuration(entering: rule.source))
  }

  private func placed(
    _ kind: StateGraph.StateBehavior.Kind, of states: [String]
  ) -> [StateGraph.PlacedBehavior] {
    states.flatMap { state in
      behaviors(of: state).filter { $0.kind == kind }.map { .init(state: state, behavior: $0) }
    }
  }
}
