extension GraphFinding.Kind {
  /// A case carries more combinations of samples than are listed.
  public static let sampleBound = GraphFinding.Kind(description: "sample bound met")
}

extension GraphFinding {
  /// Returns the declared cases of a type, and a finding for each case that lists too few.
  static func declaredCases<Value: Graphable>(of type: Value.Type) -> ([Value], [GraphFinding]) {
    let (cases, omissions) = GraphSampling.noting { Value.graphCases }
    return (cases, omissions.uniqued().map(GraphFinding.sampleBound))
  }

  private static func sampleBound(_ omission: GraphOmission) -> GraphFinding {
    let total = omission.total == .max ? "more than can be counted" : "\(omission.total)"
    return GraphFinding(
      kind: .sampleBound,
      state: omission.identifier,
      description: """
        what case \(omission.identifier) carries has \(total) combinations of samples, of which \
        \(omission.listed) are tried; name those that matter with @GraphSamples
        """
    )
  }
}
