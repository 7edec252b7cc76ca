extension StateGraph {
  /// A short name for what the graph describes: equal graphs have the same one.
  ///
  /// Save it beside a state, and a later version of the program notices that the rules have changed
  /// since.
  ///
  /// ```swift
  /// let saved = (state: machine.state, rules: StateGraph(Turnstile.schema).fingerprint)
  /// ```
  ///
  /// Sixteen hexadecimal digits, the same on every run and system. It does not depend on how graphs
  /// are printed.
  ///
  /// - Complexity: O(*n* log *n*) in the number of states and transitions.
  public var fingerprint: String {
    let records =
      [["initial", initialState]]
      + states.map {
        ["state", $0.identifier, $0.label, "\($0.isFinal)"] + ($0.parent.map { [$0] } ?? [])
      }
      + composites.map { ["composite", $0.identifier, $0.label, Self.field($0.parent)] }
      + transitions.map { transition in
        [
          "transition", transition.source, transition.target, transition.event,
          Self.field(transition.guard), Self.field(transition.action), "\(transition.isInternal)",
        ]
      }
      + rejections.map { rejection in
        [
          "rejection", rejection.state, rejection.event, Self.field(rejection.guard),
          Self.field(rejection.reason),
        ]
      }
    // With its length before it, no field can be taken for two.
    let lines = records.map { $0.map { "\($0.utf8.count):\($0)" }.joined() }
    return Fingerprint(of: lines.sorted().joined(separator: "\n")).description
  }

  /// Tells text that is not there from text that is empty.
  private static func field(_ text: String?) -> String {
    text.map { "=\($0)" } ?? ""
  }
}
