/// Writes a graph in Graphviz's DOT language.
///
/// The text contains the initial pseudostate, the states and the transitions, in the order of the
/// graph's record. The name of every node is quoted. Transitions between the same two states share one
/// edge, whose label has a line for each. A transition that all states of a composite state share is one
/// edge, which leaves the border of the composite state.
///
/// ```swift
/// DOTPrinter(name: "Turnstile").text(of: graph)
/// ```
///
/// Entry, exit and tasks, internal transitions, and events that are rejected for a reason are
/// listed inside their state, and the behaviors of a composite state below its name. Events that
/// are rejected without a reason aren't drawn. Three or more events with one effect are in one line.
/// States that accept nothing any more have a double or thick border. Composite states and regions are clusters.
/// By default, up to six states run from left to right; more states, and nested ones, from top to bottom.
///
/// The language is described at <https://graphviz.org/doc/info/lang.html>.
package struct DOTPrinter: GraphPrinter {
  /// The name of the graph in the text.
  package var name: String

  /// The look of the diagram.
  package var style: DiagramStyle

  /// The marks of states and transitions.
  package var marks: DiagramMarks

  /// A Boolean value that indicates whether states and arrows have names in an SVG made from the text.
  package var namesElements = false

  /// A Boolean value that indicates whether the new arrows of a comparison must not move states.
  package var keepsPlaces = true

  /// Returns the link to some lines of code; `nil` if the picture has no links.
  package var link: DOTLink.Maker?

  package init(
    name: String = "StateMachine", style: DiagramStyle = DiagramStyle(),
    marks: DiagramMarks = DiagramMarks()
  ) {
    self.name = name
    self.style = style
    self.marks = marks
  }

  /// Returns the DOT text that shows a graph, without the graph's record.
  ///
  /// The same graph always gives the same bytes.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func text(of graph: StateGraph) -> String { picture(of: graph).text }

  /// Returns the picture of a graph, with the numbers of its nodes and arrows.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func picture(of graph: StateGraph) -> DOTPicture {
    // Graphs that differ only in their order have the same picture.
    let graph = graph.inRecordedOrder
    let outline = DiagramOutline(of: graph, marks: marks, labels: style.labelStyle)
    let style = DOTStyle(style: style, direction: DOTDirection(for: graph, style.direction))
    var context = DOTContext(of: outline, in: graph, style, by: self)
    let arrangement = self.style.arrangement ?? .declared
    if arrangement != .declared {
      context.walk = DOTWalk(
        along: DOTStatements(of: outline, in: context).steps,
        isLeveled: arrangement == .straightLevels)
      context.isStraight = arrangement != .walk
    }
    let statements = DOTStatements(of: outline, in: context)
    let lines =
      ["digraph \(DOTIdentifier.quoted(name)) {"] + style.defaults
      + (graph.isCommitting ? [caption] : []) + [""] + statements.lines + captions(of: graph) + [
        "}"
      ]
    return DOTPicture(lines: lines, statements.size)
  }

  /// The statement that says, below the picture, that transitions are committed.
  private var caption: String {
    "  graph [label=\(DOTLabel.quoted(StateGraph.commitCaption))];"
  }

  /// Returns the statements of the text below the picture: the graph's omission, and a legend of counts.
  ///
  /// The statements come at the end, because a cluster inherits a label that is set before it.
  private func captions(of graph: StateGraph) -> [String] {
    let captions = (graph.omission.map { ["\($0)"] } ?? []) + marks.legend
    guard !captions.isEmpty else { return [] }
    let all = (graph.isCommitting ? [StateGraph.commitCaption] : []) + captions
    return ["  label=\(DOTLabel.quoted(all.joined(separator: "\n")));", "  labelloc=b;"]
  }
}

extension StateGraph {
  /// Returns a style that gives the picture of another graph the direction of this graph's picture.
  package func keepingDirection(of style: DiagramStyle) -> DiagramStyle {
    var kept = style
    switch DOTDirection(for: self, style.direction) {
    case .leftToRight: kept.direction = .leftToRight
    case .topToBottom: kept.direction = .topToBottom
    }
    return kept
  }

  /// Returns the graph in Graphviz's DOT language.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).dot())
  /// ```
  ///
  /// The record of the graph follows the picture, in comments, unless the picture has marks. Reading the
  /// text back uses only the record, and gives an equal graph.
  ///
  /// - Parameters:
  ///   - name: The name of the graph in the text.
  ///   - style: The look of the diagram.
  ///   - marks: The marks of states and transitions.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func dot(
    name: String = "StateMachine", style: DiagramStyle = DiagramStyle(),
    marks: DiagramMarks? = nil
  ) -> String {
    let printer = DOTPrinter(name: name, style: style, marks: marks ?? DiagramMarks())
    let picture = printer.text(of: self)
    guard printer.marks.isEmpty else { return picture }
    return picture + GraphRecord.lines(of: self).map { $0 + "\n" }.joined()
  }
}

/// A notation that a graph can be written in.
///
/// A printer writes a whole document from the graph and its own properties. The same graph gives the
/// same text on every run and every system.
///
/// ```swift
/// struct StateList: GraphPrinter {
///   func text(of graph: StateGraph) -> String {
///     graph.states.map { $0.label + "\n" }.joined()
///   }
/// }
/// ```
package protocol GraphPrinter: Sendable {
  /// Returns the document that shows a graph; each line ends with `\n`.
  func text(of graph: StateGraph) -> String
}

/// A picture in DOT, and the numbers that are compared with limits before it is drawn.
package struct DOTPicture: Hashable, Sendable {
  /// The text of the picture, without the record of the graph.
  package let text: String
  /// The number of nodes: states, histories, starting points, and points at which arrows turn.
  package let nodes: Int
  /// The number of edges: one for each starting point and each arrow, and a second for an arrow that turns.
  package let edges: Int
  /// The largest number of boxes that are inside one another.
  package let depth: Int
  /// The length of the longest line, in bytes.
  package let longestLine: Int

  /// Creates a picture from its text and its numbers.
  package init(_ text: String, nodes: Int, edges: Int, depth: Int = 0) {
    self.init(lines: [text], DOTSize(nodes: nodes, edges: edges, depth: depth))
  }

  init(lines: [String], _ size: DOTSize) {
    text = lines.map { $0 + "\n" }.joined()
    longestLine = lines.map(\.utf8.count).max() ?? 0
    (nodes, edges, depth) = (size.nodes, size.edges, size.depth)
  }
}

/// The numbers of elements in a picture, or in a part of one.
struct DOTSize {
  var nodes = 0
  var edges = 0
  var depth = 0

  /// Adds a part that is inside a number of boxes.
  fileprivate mutating func add(_ part: DOTSize, in boxes: Int) {
    nodes += part.nodes
    edges += part.edges
    depth = max(depth, part.depth + boxes)
  }
}

extension DOTStatements {
  /// The numbers of nodes and edges, including starting points and their edges, and the depth of boxes.
  var size: DOTSize {
    let regions = outline.regions
    guard regions.isEmpty else { return size(of: regions) }
    let turns = outline.arrows.count(where: leadsRound)
    var size = DOTSize(nodes: 1 + turns, edges: outline.arrows.count + 1 + turns)
    for state in outline.states { size.add(self.size(of: state), in: 0) }
    return size
  }

  private func size(of regions: [DiagramOutline.Region]) -> DOTSize {
    regions.reduce(into: DOTSize()) { $0.add(statements(of: $1).size, in: 1) }
  }

  private func size(of state: DiagramOutline.State) -> DOTSize {
    if case .state = state.vertex, state.regions.isEmpty { return DOTSize(nodes: 1) }
    let starts = state.initialSubstate == nil ? 0 : 1
    var size = DOTSize(nodes: starts + state.histories.count, edges: starts, depth: 1)
    for state in state.substates { size.add(self.size(of: state), in: 1) }
    size.add(self.size(of: state.regions), in: 1)
    return size
  }
}
