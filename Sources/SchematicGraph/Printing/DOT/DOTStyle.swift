/// What the diagrams look like, as attributes of the DOT language.
///
/// The attributes are described at <https://graphviz.org/doc/info/attrs.html>.
enum DOTStyle {
  private static let ink = "#0f172a"
  private static let line = "#475569"
  private static let paper = "#ffffff"
  private static let font = "Helvetica,Arial,sans-serif"

  /// The statements that set the defaults of the graph, its nodes and its edges.
  static func defaults(_ direction: DOTDirection) -> [String] {
    [
      """
        graph [rankdir=\(direction.rawValue) compound=true newrank=true bgcolor="#ffffff" pad=0.15 nodesep=0.4 \
      ranksep=0.5 labeljust=l fontname="\(font)" fontsize=12 fontcolor="\(ink)"];
      """,
      """
        node [shape=box style="rounded,filled" fillcolor="\(paper)" color="\(line)" penwidth=1.2 \
      margin="0.18,0.08" height=0.42 fontname="\(font)" fontsize=12 fontcolor="\(ink)"];
      """,
      """
        edge [color="\(line)" penwidth=1.1 arrowhead=vee arrowsize=0.7 \
      fontname="\(font)" fontsize=10 fontcolor="\(line)"];
      """,
    ]
  }

  /// The attributes of the initial pseudo-state: UML's filled circle.
  static let initial =
    "shape=circle style=filled fillcolor=\"\(line)\" label=\"\" width=0.16 height=0.16 fixedsize=true"

  /// The fill of clusters, the outermost first; the last one serves all deeper ones.
  private static let clusterFills = ["#f1f5f9", "#e2e8f0", "#d3dce7"]

  /// The attributes of a cluster.
  static func cluster(depth: Int) -> String {
    let fill = clusterFills[min(depth, clusterFills.count - 1)]
    return #"style="rounded,filled" fillcolor="\#(fill)" color="\#(line)" penwidth=1.2 margin=14"#
  }

  /// The attributes of a region: UML divides regions by dashed lines.
  static let region = #"style="rounded,dashed" color="\#(line)" penwidth=1.2 margin=14"#

  /// Returns attributes as they follow a node or an edge.
  static func list(_ attributes: [String]) -> String {
    attributes.isEmpty ? "" : " [\(attributes.joined(separator: " "))]"
  }

  /// The attribute of a state without a way out: a double border or, where Graphviz draws only
  /// single ones, a thick one.
  static func deadEnd(hasCompartments: Bool) -> String {
    hasCompartments ? "penwidth=2.4" : "peripheries=2"
  }

  /// What keeps a label that stands beside its edge off the line.
  ///
  /// A label of ours writes a no-break space as it is, so that this spelling of it is known for
  /// what it is when it is read.
  static let padding = "&nbsp;"

  /// The attributes of an edge, which tell its kind to the eye and to the reader of the text.
  static func edge(_ edge: DOTEdge) -> [String] {
    edge.isInternal ? ["class=\(internalClass)", "style=dotted"] : []
  }

  /// The class of edges that stand for internal transitions.
  static let internalClass = "internal"
}
