import SchematicGraph

/// Reads the graph that a document shows.
struct DOTReader {
  let document: DOTDocument
  let dialect: DOTDialect
  let start: DOTStart
  let clusters: DOTClusters
  /// The nodes that are states.
  private let nodes: [DOTNode]
  /// The arrows that are transitions.
  private let arrows: [DOTArrow]

  init(_ document: DOTDocument, initialState: String?) throws(GraphvizError) {
    guard document.isDirected else { throw .notDirected }
    if let node = document.nodes.first(where: { $0.name.hasPrefix("%") }) {
      throw .renamed(node)
    }
    self.document = document
    dialect = DOTDialect(of: document)
    clusters = try DOTClusters(of: document, dialect)
    let drawn = try DOTArrow.all(in: document, dialect)
    start = try DOTStart(in: document, drawn, clusters, dialect, named: initialState)
    let (start, clusters, dialect) = (start, clusters, dialect)
    let isPseudoState = { start.marks.contains($0) || clusters.isStart($0) }
    let arrows = drawn.filter { !isPseudoState($0.tail) }
    let touched = Set(arrows.flatMap { [$0.tail, $0.head] } + [start.head])
    self.arrows = arrows
    nodes = document.nodes.filter {
      !isPseudoState($0.name)
        && (dialect == .ours || !$0.isInvisible || touched.contains($0.name))
    }
  }

  /// The graph.
  var graph: StateGraph {
    let left = Set(arrows.map(\.tail))
    let states = Set(nodes.map(\.name))
    return StateGraph(
      states: nodes.map { state(of: $0, isLeft: left.contains($0.name)) },
      composites: clusters.composites,
      transitions: nodes.flatMap { dialect.internalTransitions(of: $0) }
        + arrows.flatMap { transitions(of: $0, among: states) },
      rejections: nodes.flatMap { dialect.rejections(of: $0) },
      initialState: dialect.identifier(clusters.state(enteredAt: start.head)))
  }

  private func state(of node: DOTNode, isLeft: Bool) -> StateGraph.State {
    let isAccepting = dialect == .others && node.attributes["shape"] == "doublecircle"
    return StateGraph.State(
      identifier: dialect.identifier(node.name),
      label: dialect.label(of: node, in: document),
      isFinal: node.isFinal || isAccepting && !isLeft,
      parent: clusters.parent(of: node.name))
  }

  /// Returns the transitions that an arrow stands for, one for each line of its label and each state
  /// that it leads from.
  private func transitions(
    of arrow: DOTArrow, among states: Set<String>
  ) -> [StateGraph.Transition] {
    let entered = start.heads[arrow.border ?? ""] ?? arrow.head
    let target = dialect.identifier(clusters.state(enteredAt: entered))
    let texts = dialect.texts(of: arrow.edge, in: document)
    return clusters.sources(of: arrow).filter(states.contains).flatMap { source in
      texts.map { text in
        StateGraph.Transition(
          source: dialect.identifier(source), target: target,
          event: text.event, guard: text.guard, action: text.action,
          isInternal: arrow.edge.attributes["class"] == DOTPrinter.internalClass)
      }
    }
  }
}

/// An edge in the direction in which it is drawn.
struct DOTArrow {
  let edge: DOTEdge
  let tail: String
  let head: String
  /// The clusters at whose borders it begins and ends, where it does.
  let borders: (tail: String?, head: String?)

  /// The cluster at whose border the arrow ends.
  var border: String? { borders.head }

  private init(_ edge: DOTEdge, isTurned: Bool = false) {
    let (lower, upper) = (edge.attributes["ltail"], edge.attributes["lhead"])
    self.edge = edge
    tail = isTurned ? edge.head : edge.tail
    head = isTurned ? edge.tail : edge.head
    borders = isTurned ? (upper, lower) : (lower, upper)
  }

  /// Returns the arrows of a document: visible edges, in the direction of their tips.
  static func all(
    in document: DOTDocument, _ dialect: DOTDialect
  ) throws(GraphvizError) -> [DOTArrow] {
    guard dialect == .others else { return document.edges.map { DOTArrow($0) } }
    var arrows: [DOTArrow] = []
    for edge in document.edges where !edge.attributes.isInvisible {
      switch edge.attributes["dir"] {
      case "back": arrows.append(DOTArrow(edge, isTurned: true))
      case "both": arrows += [DOTArrow(edge), DOTArrow(edge, isTurned: true)]
      case "none": throw .withoutTip(edge)
      default: arrows.append(DOTArrow(edge))
      }
    }
    return arrows
  }
}

extension DOTAttributes {
  /// Whether what has the attributes is left out of the drawing.
  var isInvisible: Bool {
    self["style"]?.split(separator: ",").contains { $0.trimmingSpaces == "invis" } ?? false
  }
}

extension DOTNode {
  /// Whether the node is left out of the drawing.
  var isInvisible: Bool { attributes.isInvisible }

  /// Whether the node is a final state of ours.
  var isFinal: Bool { attributes["class"] == DOTPrinter.finalClass }
}
