extension DiagramCatalogue {
  /// Returns the catalogue with the graphs of the given diagrams made, so that their rules are run
  /// once however often the graphs are asked for.
  ///
  /// No names stand for all diagrams.
  @MainActor func explored(
    only names: [String] = [], telling progress: ProgressLine? = nil
  ) throws(DiagramError) -> DiagramCatalogue {
    let chosen = Set(try self.diagrams(named: names).map(\.name))
    return DiagramCatalogue(
      diagrams.map { diagram in
        guard chosen.contains(diagram.name) else { return diagram }
        progress?.show("running the rules of \(diagram.name)")
        let graph = diagram.graph
        return Diagram(diagram.name, graph, allowing: diagram.allowedFindings)
      })
  }
}
