import SchematicGraph

extension DiagramMarks {
  /// Returns the marks of a walk: the numbers of its steps, from one.
  ///
  /// ```swift
  /// graph.dot(marks: .walk(walk, at: 2))  // the third step in red
  /// ```
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - index: The position of the step to highlight, from zero, or `nil` for none.
  /// - Returns: The marks.
  package static func walk(_ walk: Walk, at index: Int? = nil) -> DiagramMarks {
    var marks = DiagramMarks()
    for (position, step) in walk.steps.enumerated() {
      let mark = DiagramMark.steps([position + 1], isCurrent: position == index)
      for rule in step.parts {
        if !rule.effect.isTrap { marks.rules[rule].merge(mark) }
        // Internal transitions and refused events have no arrow, so the state is highlighted.
        if position == index, rule.isInternal || rule.effect.isRefusal {
          marks.states[rule.source] = mark
        }
      }
    }
    return marks
  }
}

extension StateGraph {
  /// Returns the diagram with the steps of a walk numbered in it, in Graphviz's DOT language.
  ///
  /// ```swift
  /// graph.dot(marking: walk, at: 2)  // the third step in red
  /// ```
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - index: The position of the step to highlight, from zero, or `nil` for none.
  /// - Returns: The text; the same graph and walk always give the same bytes.
  /// - Complexity: O(*n*) in the number of states, transitions and steps.
  package func dot(marking walk: Walk, at index: Int? = nil) -> String {
    dot(marks: .walk(walk, at: index))
  }
}
