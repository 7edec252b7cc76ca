/// How the states of a graph are called in a table, where no box shows what lies in what.
struct MarkdownNames {
  private var names: [Statechart.Vertex: String] = [:]

  init(of graph: StateGraph) {
    let nesting = Nesting(of: graph)
    let labels = Dictionary(
      graph.composites.map { ($0.identifier, $0.label) }, uniquingKeysWith: { first, _ in first })
    let path = { (composites: [String], own: [String]) in
      (composites.map { labels[$0, default: $0] } + own).joined(separator: ".")
    }
    var paths: [(vertex: Statechart.Vertex, identifier: String, path: String)] = []
    for composite in graph.composites {
      let vertex = Statechart.Vertex.composite(composite.identifier)
      paths.append((vertex, composite.identifier, path(nesting.composites(around: vertex), [])))
    }
    for state in graph.states {
      let vertex = Statechart.Vertex.state(state.identifier)
      let around = nesting.composites(around: vertex)
      paths.append((vertex, state.identifier, path(around, [state.label])))
    }
    let uses = Dictionary(grouping: paths, by: \.path).mapValues(\.count)
    for (vertex, identifier, path) in paths {
      let isClear = uses[path] == 1 && !path.isEmpty
      let name = isClear ? path : "\(path)\(path.isEmpty ? "" : " ")(\(identifier))"
      names[vertex] = MarkdownText.encode(name)
    }
  }

  /// Returns the name of a state or composite state, as it stands in a cell.
  subscript(vertex: Statechart.Vertex) -> String { names[vertex, default: ""] }
}
