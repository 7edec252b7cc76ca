extension GraphFinding.Kind {
  /// A case carries more combinations of samples than are listed.
  public static let sampleBound = GraphFinding.Kind(description: "sample bound met")
}

extension GraphFinding {
  /// Returns the cases of a state type, and a finding for each that has too many samples.
  static func declaredStates<State: Graphable>(_ type: State.Type) -> ([State], [GraphFinding]) {
    let (cases, omissions) = GraphSampling.noting { State.graphCases }
    return (cases, omissions.uniqued().map { sampleBound($0, state: $0.identifier) })
  }

  /// Returns the cases of an event type, and a finding for each that has too many samples.
  static func declaredEvents<Event: Graphable>(_ type: Event.Type) -> ([Event], [GraphFinding]) {
    let (cases, omissions) = GraphSampling.noting { Event.graphCases }
    return (cases, omissions.uniqued().map { sampleBound($0, event: $0.identifier) })
  }

  private static func sampleBound(
    _ omission: GraphOmission, state: String = "", event: String = ""
  ) -> GraphFinding {
    let total = omission.total == .max ? "more than can be counted" : "\(omission.total)"
    return GraphFinding(
      kind: .sampleBound,
      state: state,
      event: event,
      description: """
        what case \(omission.identifier) carries has \(total) combinations of samples, of which \
        \(omission.listed) are tried; name those that matter with @GraphSamples
        """
    )
  }
}
