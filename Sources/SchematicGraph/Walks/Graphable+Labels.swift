extension Graphable {
  /// Returns the declared values that a diagram shows by a label, in declared order.
  ///
  /// ```swift
  /// Visitor.graphCases(labelled: step.event)  // [.coin]
  /// ```
  ///
  /// - Parameter label: The label.
  /// - Returns: The values; none where no declared value has the label.
  /// - Complexity: O(*n*) in the number of declared values.
  public static func graphCases(labelled label: String) -> [Self] {
    graphCases.filter { $0.graphLabel == label }
  }
}
