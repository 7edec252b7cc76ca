import SchematicGraph

/// A reader of the diagrams that other people and programs write.
///
/// The rules by which it finds states, transitions and the initial state are those that
/// ``SchematicGraph/StateGraph/init(dot:initialState:)`` tells.
struct ForeignReader {
  private let document: DOTDocument
  private let clusters: ClusterTree
  private let start: InitialPseudostate
  /// The nodes that are states.
  private let nodes: [DOTNode]
  /// The arrows that are transitions.
  private let arrows: [ForeignArrow]

  /// Creates a reader of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - initialState: The state to start in; `nil` for the one that is marked.
  /// - Throws: A ``GraphvizError`` where the start is not told, or something has no meaning.
  init(_ document: DOTDocument, startingIn initialState: String?) throws(GraphvizError) {
    self.document = document
    clusters = try ClusterTree(of: document) {
      StateGraph.CompositeState(identifier: $0.name ?? "", label: Self.label(of: $0))
    }
    let visible = try ForeignArrow.all(in: document)
    let start = try InitialPseudostate(in: document, visible, clusters, named: initialState)
    let arrows = visible.filter { !start.marks.contains($0.tail) }
    let touched = Set(arrows.flatMap { [$0.tail, $0.head] } + [start.head])
    self.start = start
    self.arrows = arrows
    nodes = document.nodes.filter {
      !start.marks.contains($0.name)
        && (!$0.attributes.isInvisible || touched.contains($0.name))
    }
  }

  /// Returns the graph that the document shows.
  func graph() throws(GraphvizError) -> StateGraph {
    let left = Set(arrows.map(\.tail))
    let states = nodes.map { state(of: $0, isLeft: left.contains($0.name)) }
    return StateGraph(
      states: states,
      composites: clusters.composites,
      transitions: try transitions(among: states),
      initialState: start.head)
  }

  private func state(of node: DOTNode, isLeft: Bool) -> StateGraph.State {
    let isAccepting = node.attributes["shape"] == "doublecircle"
    return StateGraph.State(
      identifier: node.name, label: label(of: node),
      isFinal: node.isFinal || isAccepting && !isLeft, parent: clusters.parent(of: node.name))
  }

  /// Returns the transitions that the arrows stand for, one for each line of a label and each state
  /// that an arrow leaves.
  private func transitions(
    among states: [StateGraph.State]
  ) throws(GraphvizError) -> [StateGraph.Transition] {
    let hierarchy = StateHierarchy(states: states, composites: clusters.composites)
    var transitions: [StateGraph.Transition] = []
    for arrow in arrows {
      let target = start.heads[arrow.borders.head ?? ""] ?? arrow.head
      let texts = texts(of: arrow.edge)
      let sources = clusters.sources(
        of: arrow.tail, border: arrow.borders.tail, among: hierarchy)
      try ReadingBounds.check(transitions: transitions.count + sources.count * texts.count)
      for source in sources {
        transitions += texts.map { text in
          StateGraph.Transition(
            source: source, target: target, event: text.event, guard: text.guard,
            action: text.action,
            isInternal: arrow.edge.attributes["class"] == DOTPrinter.internalClass)
        }
      }
    }
    return transitions
  }

  /// Returns the text that a node shows; `nil` where it is its name.
  private func label(of node: DOTNode) -> String? {
    // `\N` is Graphviz's word for the name of the node, and the label of nodes that have none.
    guard let label = node.attributes["label"], label != "\\N" else { return nil }
    if node.attributes.htmlNames.contains("label") { return HTMLText.content(of: label) }
    let isRecord = ["record", "Mrecord"].contains(node.attributes["shape"])
    let text = ForeignLabel.replacing(["N": node.name, "G": document.name ?? ""], in: label)
    return ForeignLabel.decode(isRecord ? ForeignLabel.fields(ofRecord: text) : text)
  }

  /// Returns the text that a cluster shows; `nil` where it has none.
  private static func label(of cluster: DOTSubgraph) -> String? {
    guard let label = cluster.attributes["label"] else { return nil }
    let isHTML = cluster.attributes.htmlNames.contains("label")
    return isHTML ? HTMLText.content(of: label) : ForeignLabel.decode(label)
  }

  /// Returns the texts beside an edge, one for each transition; there is always at least one.
  private func texts(of edge: DOTEdge) -> [ForeignTransitionText] {
    let name = edge.attributes["label"] == nil ? "xlabel" : "label"
    let label = edge.attributes[name] ?? ""
    let texts: [ForeignTransitionText]
    if edge.attributes.htmlNames.contains(name) {
      texts = HTMLText.content(of: label).split(separator: "\n").map {
        ForeignTransitionText(String($0)) { $0 }
      }
    } else {
      let words: [Unicode.Scalar: String] = [
        "E": "\(edge.tail)->\(edge.head)", "T": edge.tail, "H": edge.head, "G": document.name ?? "",
      ]
      texts = ForeignLabel.lines(of: ForeignLabel.replacing(words, in: label)).map {
        ForeignTransitionText($0, decode: ForeignLabel.decode(line:))
      }
    }
    let spoken = texts.filter { !$0.isEmpty }
    return spoken.isEmpty ? [ForeignTransitionText("") { $0 }] : spoken
  }
}

/// A visible edge in the direction of its tip.
struct ForeignArrow {
  let edge: DOTEdge
  let tail: String
  let head: String
  /// The clusters at whose borders it begins and ends, where it does.
  let borders: (tail: String?, head: String?)

  private init(_ edge: DOTEdge, isTurned: Bool = false) {
    let (lower, upper) = (edge.attributes["ltail"], edge.attributes["lhead"])
    self.edge = edge
    tail = isTurned ? edge.head : edge.tail
    head = isTurned ? edge.tail : edge.head
    borders = isTurned ? (upper, lower) : (lower, upper)
  }

  /// Returns the visible arrows of a document: two for an edge with two tips.
  static func all(in document: DOTDocument) throws(GraphvizError) -> [ForeignArrow] {
    var arrows: [ForeignArrow] = []
    for edge in document.edges where !edge.attributes.isInvisible {
      switch edge.attributes["dir"] {
      case "back": arrows.append(ForeignArrow(edge, isTurned: true))
      case "both": arrows += [ForeignArrow(edge), ForeignArrow(edge, isTurned: true)]
      case "none": throw .withoutTip(edge)
      default: arrows.append(ForeignArrow(edge))
      }
    }
    return arrows
  }
}

extension DOTAttributes {
  /// A Boolean value that indicates whether the node or edge with the attributes is not drawn.
  var isInvisible: Bool {
    self["style"]?.split(separator: ",").contains { $0.trimmingSpaces == "invis" } ?? false
  }
}
