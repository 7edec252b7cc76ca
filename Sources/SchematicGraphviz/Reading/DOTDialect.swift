import SchematicGraph

/// Who wrote a DOT text, which decides how its names and labels are taken.
enum DOTDialect {
  /// ``DOTPrinter``, which writes everything so that it reads back.
  case ours
  /// Anybody else.
  case others

  /// Tells the dialects apart: in ours the initial pseudo-state has the empty name, and no label is
  /// HTML.
  init(of document: DOTDocument) {
    let (nodes, edges) = (document.nodes, document.edges)
    let isOurs =
      edges.contains { $0.tail == DOTIdentifier.initial }
      && !edges.contains { $0.head == DOTIdentifier.initial }
      && !(nodes.map(\.attributes) + edges.map(\.attributes)).contains { !$0.htmlNames.isEmpty }
    self = isOurs ? .ours : .others
  }

  /// Returns the identifier that the name of a node stands for.
  func identifier(_ name: String) -> String {
    // Two names of others may differ in nothing but how they spell a character.
    self == .ours ? DOTIdentifier.decode(name) : name
  }

  /// Returns the text that the label of a cluster shows; `nil` where it has none.
  func label(of subgraph: DOTSubgraph) -> String? {
    guard let label = subgraph.attributes["label"] else {
      // A cluster of ours always has a label, and one that is empty counts as none.
      let isOurs = self == .ours && subgraph.attributes[DOTNames.identifierAttribute] != nil
      return isOurs ? "" : nil
    }
    if self == .ours { return DOTLabel.decode(label) }
    if subgraph.attributes.htmlNames.contains("label") { return HTMLText.content(of: label) }
    return OthersLabel.decode(label)
  }
}
