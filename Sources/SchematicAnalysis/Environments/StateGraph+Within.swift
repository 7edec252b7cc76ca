import SchematicGraph

extension StateGraph {
  /// Returns the graph with only those traps that somebody else can reach, and with a finding about each.
  ///
  /// ```swift
  /// let shown = graph.within(.only("data", after: "opened"))
  /// shown.findings.first?.name  // "trap that others reach: closing, data"
  /// ```
  ///
  /// In the list of diagrams, write `Diagram("Connection", of: Connection.graph.within(…))`.
  ///
  /// The finding has a shortest walk to the trap. Traps that only a mistake of the caller reaches, and those that
  /// can't happen, are left out, and the diagram says how many there are. If an environment names something that
  /// the graph lacks, a finding says so.
  ///
  /// - Parameter environments: The environments, as in ``driven(by:)``.
  /// - Returns: The graph, with the findings.
  /// - Complexity: As that of ``driven(by:)``.
  public func within(_ environments: MachineEnvironment...) -> StateGraph {
    let walks: [Walk]
    do throws(UnknownNameError) {
      walks = try driven(by: environments).reachableTraps
    } catch {
      var graph = self
      graph.findings.insert(.unknownName(error), at: 0)
      return graph
    }
    let reached = Set(walks.compactMap(\.steps.last?.rule))
    var graph = leavingOut(
      Set(traps).subtracting(reached), calling: "only traps that others reach")
    graph.findings = walks.map(GraphFinding.reachableTrap) + findings
    return graph
  }
}

extension GraphFinding {
  fileprivate static func reachableTrap(_ walk: Walk) -> GraphFinding {
    let rule = walk.steps.last?.rule
    return GraphFinding(
      .reachableTrap, state: rule?.source ?? "", event: rule?.event ?? "",
      "\(walk); change the rules, or let an environment say why this can't happen")
  }

  fileprivate static func unknownName(_ error: UnknownNameError) -> GraphFinding {
    GraphFinding(.unknownName, "an environment is of another machine: \(error)")
  }
}
