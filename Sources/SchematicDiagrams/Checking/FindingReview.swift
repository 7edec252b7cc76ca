import SchematicGraph

/// What the rules of a diagram give away, held against what is meant to be so.
struct FindingReview {
  /// The findings that nobody allowed, each on a line of its own.
  let remarks: [String]

  /// Reviews the findings of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph of the diagram.
  ///   - diagram: The diagram, which says what is allowed.
  init(of graph: StateGraph, of diagram: Diagram) {
    let allowed = Set(diagram.allowedFindings)
    let open = graph.findings.filter {
      allowed.isDisjoint(with: [$0.kind.description, $0.name])
    }
    let found = Set(graph.findings.flatMap { [$0.kind.description, $0.name] })
    let idle = diagram.allowedFindings.filter { !found.contains($0) }
    remarks =
      open.map { "\(diagram.name): \($0.kind): \($0)" }
      + idle.map { "\(diagram.name): allows \"\($0)\", which is not found; remove it" }
  }
}
