extension TransitionCoverage {
  /// What a picture of the graph says about what was taken, how often, and what never was.
  ///
  /// ```swift
  /// graph.dot(marks: coverage.marks)
  /// ```
  public var marks: DiagramMarks { .taken(counts, in: graph) }
}
