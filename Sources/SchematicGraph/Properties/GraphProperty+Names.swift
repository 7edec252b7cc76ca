extension GraphProperty {
  /// Throws where the property names something that a graph does not have.
  func checkNames(in graph: StateGraph) throws(UnknownName) {
    switch self {
    case .true, .final, .moved: return
    case .states(let names):
      try Self.check(names, .state, known: graph.states.map(\.identifier))
    case .region(let name):
      let paths = graph.states.map { $0.identifier.split(separator: ".") }
      let regions = paths.flatMap { path in
        (1..<max(1, path.count)).map { path.prefix($0).joined(separator: ".") }
      }
      try Self.check([name], .region, known: regions.uniqued())
    case .events(let labels):
      try Self.check(labels, .event, known: graph.transitions.map(\.event).uniqued())
    case .actions(let labels):
      try Self.check(labels, .action, known: graph.transitions.compactMap(\.action).uniqued())
    case .not(let property), .ex(let property), .eg(let property), .ax(let property),
      .ag(let property):
      try property.checkNames(in: graph)
    case .and(let left, let right), .or(let left, let right), .eu(let left, let right),
      .au(let left, let right):
      try left.checkNames(in: graph)
      try right.checkNames(in: graph)
    }
  }

  private static func check(
    _ names: Set<String>, _ kind: UnknownName.Kind, known: [String]
  ) throws(UnknownName) {
    let unknown = names.subtracting(known).min()
    if let unknown { throw UnknownName(kind: kind, name: unknown, known: known) }
  }
}
