import SchematicGraph

/// The notations besides DOT, each with the folder and the extension of its goldens.
enum Notation: String, CaseIterable {
  case mermaid = "Mermaid/.mmd"
  case plantUML = "PlantUML/.puml"
  case markdown = "Markdown/.md"
  case scxml = "SCXML/.scxml"
  case json = "JSON/.json"

  var folder: String { rawValue.split(separator: "/").first.map(String.init) ?? "" }
  var fileExtension: String { rawValue.split(separator: "/").last.map(String.init) ?? "" }

  func text(of graph: StateGraph, name: String = "StateMachine") -> String {
    switch self {
    case .mermaid: graph.mermaid()
    case .plantUML: graph.plantUML()
    case .markdown: graph.markdownTable()
    case .scxml: graph.scxml(name: name)
    case .json: graph.json()
    }
  }
}

extension StateGraph {
  /// A graph in which a text stands wherever text may stand.
  static func everywhere(_ text: String) -> StateGraph {
    StateGraph(
      states: [
        State(identifier: text, label: text),
        State(identifier: "inside", label: text, parent: text),
        State(identifier: "over", label: text, isFinal: true, parent: text),
      ],
      composites: [CompositeState(identifier: text, label: text)],
      transitions: [
        Transition(source: text, target: "inside", event: text, guard: text, action: text),
        Transition(source: text, target: "over", event: text),
        Transition(source: "inside", target: text, event: text, isInternal: true),
        Transition(source: text, target: text, event: text, isInternal: true),
      ],
      rejections: [
        Rejection(state: text, event: text, guard: text, reason: text),
        Rejection(state: "inside", event: text),
      ],
      initialState: text)
  }
}
