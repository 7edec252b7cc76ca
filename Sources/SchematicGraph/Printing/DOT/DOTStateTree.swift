/// States and composite states in the order in which DOT text lists them: what lies in a composite
/// state stands together.
struct DOTStateTree {
  /// An entry of the list.
  enum Item {
    case state(StateGraph.State)
    case composite(StateGraph.CompositeState)
  }

  private var items: [String?: [Item]] = [:]

  init(of graph: StateGraph) {
    let composites = Dictionary(
      graph.composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var listed: Set<String> = []
    func list(_ identifier: String?, in items: inout [String?: [Item]]) {
      guard let identifier, let composite = composites[identifier],
        listed.insert(identifier).inserted
      else { return }
      list(composite.parent, in: &items)
      items[composite.parent, default: []].append(.composite(composite))
    }
    for state in graph.states {
      list(state.parent, in: &items)
      items[state.parent, default: []].append(.state(state))
    }
  }

  /// Returns what lies directly in a composite state; in none for `nil`.
  func items(in composite: String?) -> [Item] {
    items[composite, default: []]
  }
}
