import SchematicGraph

extension DOTDialect {
  /// Returns what an edge says, a text for each transition; there is always at least one.
  func texts(of edge: DOTEdge, in document: DOTDocument) -> [TransitionText] {
    switch self {
    case .ours:
      let label = edge.attributes[DOTPrinter.transitionAttribute] ?? edge.attributes["label"]
      return DOTTransitionText.all(in: label ?? "").map {
        TransitionText(event: $0.event, guard: $0.guard, action: $0.action)
      }
    case .others:
      let name = edge.attributes["label"] == nil ? "xlabel" : "label"
      let label = edge.attributes[name] ?? ""
      let texts: [TransitionText]
      if edge.attributes.htmlNames.contains(name) {
        texts = HTMLText.content(of: label).split(separator: "\n").map {
          TransitionText(ofOthers: String($0)) { $0 }
        }
      } else {
        let words: [Unicode.Scalar: String] = [
          "E": "\(edge.tail)->\(edge.head)", "T": edge.tail, "H": edge.head,
          "G": document.name ?? "",
        ]
        texts = OthersLabel.lines(of: OthersLabel.replacing(words, in: label)).map {
          TransitionText(ofOthers: $0, decode: OthersLabel.decode(line:))
        }
      }
      let spoken = texts.filter { !$0.isEmpty }
      return spoken.isEmpty ? [TransitionText(event: "")] : spoken
    }
  }
}
