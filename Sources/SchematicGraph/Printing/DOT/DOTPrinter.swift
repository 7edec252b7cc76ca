/// Writes a graph in Graphviz's DOT language.
///
/// The text contains the initial pseudo-state, the states and the transitions, each in the order of
/// the graph. Every identifier is quoted. A state's label is written if it differs from the
/// identifier. Transitions between the same two states share one edge, whose label has a line for
/// each of them. A transition that all states of a composite state share leaves the border of the
/// composite state, once.
///
/// ```swift
/// DOTPrinter(name: "Turnstile").text(of: graph)
/// ```
///
/// Entry, exit and tasks, internal transitions, and events that are rejected for a reason are
/// listed inside their state, and the behaviors of a composite state below its name. Events that
/// are rejected without a reason aren't drawn. Three or more events with one effect are in one line.
/// States without a way out have a double border. Composite states and regions are clusters. Up to
/// six states run from left to right; more states, and nested ones, run from top to bottom.
///
/// The language is described at <https://graphviz.org/doc/info/lang.html>.
package struct DOTPrinter: GraphPrinter {
  /// The name of the graph in the text.
  package var name: String

  /// The look of the diagram.
  package var style: DiagramStyle

  /// The marks of states and transitions.
  package var marks: DiagramMarks

  /// A Boolean value that indicates whether states and arrows have names in an SVG of the text.
  package var namesElements = false

  /// A Boolean value that indicates whether new arrows of a comparison leave states where they were.
  package var keepsPlaces = true

  /// Returns the link to some lines of code, if states and arrows have links.
  package var link: DOTLink.Maker?

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - name: The name of the graph in the text.
  ///   - style: The look of the diagram.
  ///   - marks: The marks of states and transitions.
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
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func text(of graph: StateGraph) -> String { picture(of: graph).text }

  /// Returns the picture of a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The picture, with the numbers of what it shows.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func picture(of graph: StateGraph) -> DOTPicture {
    // Graphs that differ in nothing but their order have the same picture.
    let graph = graph.inRecordedOrder
    let outline = DiagramOutline(of: graph, marks: marks, labels: style.labelStyle)
    let style = DOTStyle(style: style, direction: DOTDirection(for: graph, style.direction))
    let statements = DOTStatements(
      of: outline, in: DOTContext(of: outline, in: graph, style, by: self))
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

  /// Returns the statements for what isn't shown, and for what counts mean, below the picture.
  ///
  /// They come at the end, because clusters inherit what comes before them.
  private func captions(of graph: StateGraph) -> [String] {
    let captions = (graph.omission.map { ["\($0)"] } ?? []) + marks.legend
    guard !captions.isEmpty else { return [] }
    let all = (graph.isCommitting ? [StateGraph.commitCaption] : []) + captions
    return ["  label=\(DOTLabel.quoted(all.joined(separator: "\n")));", "  labelloc=b;"]
  }
}

extension StateGraph {
  /// Returns a style in which the picture of another graph runs in the direction of this one's.
  ///
  /// - Parameter style: The style of this graph's picture.
  /// - Returns: The style, with a direction that isn't chosen automatically.
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
  /// The record of the graph follows the picture, in comments, unless the picture has marks. Only the record
  /// is read back, and gives an equal graph.
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
/// A printer sees the graph and nothing else, and writes a whole document. The same graph gives the
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
  /// Returns the document that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The document, lines ended by `\n`.
  func text(of graph: StateGraph) -> String
}
