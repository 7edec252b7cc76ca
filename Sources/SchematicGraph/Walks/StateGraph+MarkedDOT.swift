extension StateGraph {
  /// Returns the diagram with a walk drawn over it, in Graphviz's DOT language.
  ///
  /// Each step is an arrow of its own with its number; one of them may stand out.
  ///
  /// ```swift
  /// graph.dot(marking: walk, at: 2)  // the third step in red
  /// ```
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - index: The position of the step that stands out, from zero.
  /// - Returns: The text; the same graph and walk always give the same bytes.
  /// - Complexity: O(*n*) in the number of states, transitions and steps.
  public func dot(marking walk: Walk, at index: Int? = nil) -> String {
    let marks = walk.steps.enumerated().map { position, step in
      let ends = [step.source, step.target].map { DOTIdentifier.quoted($0) }
      let label = DOTLabel.quoted("\(position + 1). \(step.event)")
      let style = position == index ? "color=red fontcolor=red penwidth=3" : "color=blue penwidth=2"
      return "  \(ends[0]) -> \(ends[1]) [label=\(label) constraint=false \(style)];\n"
    }
    return dot().dropLast("}\n".count) + marks.joined() + "}\n"
  }
}
