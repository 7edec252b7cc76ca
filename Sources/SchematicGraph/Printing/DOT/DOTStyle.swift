/// A style as attributes of the DOT language.
///
/// The attributes are described at <https://graphviz.org/doc/info/attrs.html>.
struct DOTStyle {
  let style: DiagramStyle
  let direction: DOTDirection

  private var palette: DiagramPalette { style.palette }

  /// The statements that set the defaults of the graph, its nodes and its edges.
  var defaults: [String] {
    [
      """
        graph [rankdir=\(direction.rawValue) compound=true newrank=true \
      bgcolor=\(quoted(palette.background)) pad=0.15 nodesep=0.4 ranksep=0.5 labeljust=l \
      fontname=\(quoted(style.font)) fontsize=12 fontcolor=\(quoted(palette.ink))];
      """,
      """
        node [shape=box style="rounded,filled" fillcolor=\(quoted(palette.paper)) \
      color=\(quoted(palette.line)) penwidth=1.2 margin="0.18,0.08" height=0.42 \
      fontname=\(quoted(style.font)) fontsize=12 fontcolor=\(quoted(palette.ink))];
      """,
      """
        edge [color=\(quoted(palette.line)) penwidth=1.1 arrowhead=vee arrowsize=0.7 \
      fontname=\(quoted(style.font)) fontsize=10 fontcolor=\(quoted(palette.line))];
      """,
    ]
  }

  /// The attributes of the initial pseudostate: UML's filled circle.
  var initial: String {
    "shape=circle style=filled fillcolor=\(quoted(palette.line)) label=\"\" width=0.16 "
      + "height=0.16 fixedsize=true"
  }

  /// Returns the attributes of a history: UML's circle with its symbol.
  func history(_ symbol: String) -> String {
    "shape=circle label=\(quoted(symbol)) width=0.3 height=0.3 margin=0 fixedsize=true fontsize=10"
  }

  /// The attributes of the point through which an arrow leads back to the state that it leaves.
  var turn: String { "shape=point style=invis width=0.01 height=0.01 label=\"\"" }

  /// Returns the attributes of a composite state.
  func composite(depth: Int) -> String {
    "style=\"rounded,filled\" fillcolor=\(quoted(palette.composite(depth: depth))) "
      + "color=\(quoted(palette.line)) penwidth=1.2 margin=14"
  }

  /// The attributes of a region: UML divides regions by dashed lines.
  var region: String {
    "style=\"rounded,dashed\" color=\(quoted(palette.line)) penwidth=1.2 margin=14"
  }

  /// Returns the attributes that a state has beyond the defaults.
  ///
  /// A state that accepts nothing any more has a double border or, if Graphviz draws only single ones, a
  /// thick border.
  func state(
    _ identifier: String, isEnd: Bool, hasCompartments: Bool, _ mark: DiagramMark?
  ) -> [String] {
    let border = !isEnd ? [] : hasCompartments ? ["penwidth=2.4"] : ["peripheries=2"]
    let fill = style.stateFills[identifier].map { ["fillcolor=\(quoted($0))"] } ?? []
    guard let mark else { return border + fill }
    let color = quoted(color(of: mark))
    switch mark {
    case .current:
      return border + ["fillcolor=\(color)", "fontcolor=\(quoted(palette.paper))"]
    case .neverTaken, .removed:
      let line = mark == .removed ? "dashed" : "dotted"
      return border + fill + [
        "color=\(color)", "fontcolor=\(color)", "style=\"rounded,filled,\(line)\"",
      ]
    case .steps, .taken, .added, .changed:
      return border + fill + ["color=\(color)", "fontcolor=\(color)"]
    }
  }

  /// Returns the attributes that a state with regions has in addition to the ones of a composite state.
  func box(isEnd: Bool, _ mark: DiagramMark?) -> [String] {
    let border = isEnd ? ["penwidth=2.4"] : []
    guard let mark else { return border }
    let color = quoted(color(of: mark))
    return border + ["pencolor=\(color)", "fontcolor=\(color)"]
  }

  /// Returns the attributes that an edge has in addition to the defaults.
  func edge(isInternal: Bool, isUncertain: Bool, _ mark: DiagramMark?) -> [String] {
    guard let mark else {
      return isInternal ? ["style=dotted"] : isUncertain ? ["style=dashed"] : []
    }
    let color = quoted(color(of: mark))
    let colors = ["color=\(color)", "fontcolor=\(color)"]
    switch mark {
    case .current, .steps(_, isCurrent: true): return colors + ["penwidth=2.4"]
    case .taken(let times): return colors + ["penwidth=\(Self.width(ofArrowTaken: times))"]
    case .steps, .added, .changed: return colors + ["penwidth=1.6"]
    case .neverTaken: return colors + ["style=dotted"]
    case .removed: return colors + ["style=dashed"]
    }
  }

  /// Returns the width of an arrow by the number of digits of its count.
  ///
  /// Readers see a width also in print and without colors.
  private static func width(ofArrowTaken times: Int) -> String {
    ["1.2", "2.4", "3.6", "4.8", "6"][min("\(max(1, times))".count, 5) - 1]
  }

  private func color(of mark: DiagramMark) -> String {
    switch mark {
    case .neverTaken: palette.line
    case .removed, .steps(_, isCurrent: true): palette.negative
    case .current, .steps, .taken, .added: palette.positive
    case .changed: palette.changed
    }
  }

  /// The padding between a label and the edges beside it: its own, and the next one.
  ///
  /// From left to right, a label is above its edge and needs no padding.
  var padding: String { direction == .topToBottom ? Self.padding : "" }

  private func quoted(_ text: String) -> String { DOTIdentifier.quoted(text) }

  /// Returns attributes as they follow a node or an edge.
  static func list(_ attributes: [String]) -> String {
    attributes.isEmpty ? "" : " [\(attributes.joined(separator: " "))]"
  }

  /// A no-break space, which Graphviz keeps at the beginning of a line.
  static let padding = "&nbsp;"
}

/// The direction in which a diagram runs.
enum DOTDirection: String {
  case leftToRight = "LR"
  case topToBottom = "TB"

  /// The maximum number of states side by side; more would be wider than a page.
  private static let widest = 6

  /// The number of characters in the texts of all edges that is too wide for a page.
  private static let widestTexts = 200

  /// The maximum length, in characters, of a text beside an edge.
  ///
  /// Graphviz reserves the width of the text on either side of the edge, and fails if the width is more
  /// than 65,535 points.
  private static let longestBeside = 5_000

  /// Chooses the direction that suits a graph, unless the style sets one.
  init(for graph: StateGraph, _ direction: DiagramStyle.Direction) {
    switch direction {
    case .leftToRight: self = .leftToRight
    case .topToBottom: self = .topToBottom
    case .automatic: self.init(for: graph)
    }
  }

  private init(for graph: StateGraph) {
    let lengths = graph.transitions.map { transition in
      let texts = [transition.event, transition.guard ?? "", transition.action ?? ""]
      return texts.map(\.unicodeScalars.count).reduce(0, +)
    }
    let isWide =
      graph.states.count > Self.widest || !graph.composites.isEmpty || !graph.regions.isEmpty
      || lengths.reduce(0, +) > Self.widestTexts
    let isShort = lengths.allSatisfy { $0 <= Self.longestBeside }
    self = isWide && isShort ? .topToBottom : .leftToRight
  }
}
