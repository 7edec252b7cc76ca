/// The statements of DOT text for regions, side by side.
struct DOTRegions {
  let regions: [StateGraph.Region]
  let direction: DOTDirection

  /// The statements, a line each.
  var lines: [String] { regions.flatMap(cluster) }

  private func cluster(_ region: StateGraph.Region) -> [String] {
    let chart = Statechart(of: region.graph)
    let names = DOTNames(region: region.name)
    return
      ["  subgraph \(DOTNames.region(region.name)) {"]
      + [
        "    graph [\(DOTNames.regionAttribute)=\(DOTIdentifier.quoted(region.name))"
          + " label=\(DOTLabel.quoted(region.name)) \(DOTStyle.region)];"
      ]
      + ["    \(names.initial) [\(DOTStyle.initial)];"]
      + (DOTStates(of: chart, direction, names).lines + DOTEdges(of: chart, direction, names).lines)
      .map { "  " + $0 }
      + ["  }"]
  }
}
