import SchematicGraph

extension StateGraph {
  /// The transitions, one line each: `locked → unlocked: coin [paid] / open`, with a dotted arrow
  /// for internal ones.
  var lines: [String] {
    transitions.map { transition in
      "\(transition.source) \(transition.isInternal ? "⇢" : "→") \(transition.target): "
        + transition.event
        + (transition.guard.map { " [\($0)]" } ?? "")
        + (transition.action.map { " / \($0)" } ?? "")
    }
  }

  /// The findings that ask for something, one line each: `undeclared state: hidden`.
  var findingLines: [String] { findings.filter { $0.severity > .note }.map(\.name) }

  /// The findings that ask for nothing.
  var notes: [GraphFinding] { findings.filter { $0.severity == .note } }
}
