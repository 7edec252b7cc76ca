/// What the diagrams look like, as attributes of the DOT language.
///
/// The attributes are described at <https://graphviz.org/doc/info/attrs.html>.
enum DOTStyle {
  private static let ink = "#0f172a"
  private static let line = "#475569"
  private static let paper = "#ffffff"
  private static let font = "Helvetica,Arial,sans-serif"

  /// The statements that set the defaults of the graph, its nodes and its edges.
  static let defaults = [
    """
      graph [rankdir=LR compound=true newrank=true bgcolor="#ffffff" pad=0.15 nodesep=0.4 \
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

  /// The attributes of the initial pseudo-state: UML's filled circle.
  static let initial =
    "shape=circle style=filled fillcolor=\"\(line)\" label=\"\" width=0.16 height=0.16 fixedsize=true"

  /// The attribute of a state without a way out.
  static let deadEnd = "peripheries=2"

  /// The attributes of an edge, which tell its kind to the eye and to the reader of the text.
  static func edge(_ kind: DOTEdge.Kind) -> [String] {
    switch kind {
    case .external: []
    case .internal: ["class=\(internalClass)", "style=dotted"]
    }
  }

  /// The class of edges along which no state is left.
  static let internalClass = "internal"
}
