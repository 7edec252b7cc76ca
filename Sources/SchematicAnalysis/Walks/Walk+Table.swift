import SchematicGraph

extension Walk {
  /// Returns the walk as a table with a row for each arrow that it takes: the number of the step, the rule,
  /// and the rule's line of code.
  ///
  /// ```text
  ///   1  closed -> open: push / squeak (Hatches/Hatch.swift:21)
  /// > 2  open -> closed: push / squeak (Hatches/Hatch.swift:18)
  ///      open: turnKey / rejected: close it first
  /// ```
  ///
  /// A step that several regions take together has a row for each of them; only the first has the number.
  ///
  /// - Parameters:
  ///   - first: The number of the first step.
  ///   - isMarked: `true` to mark the last step with `>`.
  ///   - others: Rules to list after the last step, without a number.
  /// - Returns: The rows of the steps, then the rows of `others`.
  package func table(
    from first: Int = 1, markingLast isMarked: Bool = false,
    with others: [StateGraph.Rule] = []
  ) -> [String] {
    let width = "\(first + steps.count - 1)".count
    let blank = String(repeating: " ", count: width)
    let rows = steps.enumerated().flatMap { index, step in
      step.parts.enumerated().map { position, rule in
        let mark = isMarked && index == steps.count - 1 ? ">" : " "
        let number = position == 0 ? "\(first + index)" : ""
        return "\(mark) \(blank.dropFirst(number.count))\(number)  \(rule)\(rule.place)"
      }
    }
    return rows + others.map { "  \(blank)  \($0)" }
  }
}
