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
/// are rejected without a reason are stored in an attribute of the state, `rejects`, which isn't
/// drawn. Three or more events with one effect are in one line, and an attribute keeps their rules.
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

  /// The attribute of a state that stores the events rejected without a reason.
  static let rejectionAttribute = "rejects"

  /// The attribute of a state or an edge that stores the transitions whose text isn't shown.
  static let transitionAttribute = "transitions"

  /// The attribute of a state that stores the behaviors that aren't shown.
  static let behaviorAttribute = "behaviors"

  /// The attribute of a state that stores its label if the style shows another.
  static let labelAttribute = "name"

  /// The attribute of a graph whose transitions are committed.
  static let commitAttribute = "committing"

  /// The attribute of a graph that stores what a view leaves out.
  static let omissionAttribute = "omission"

  /// The attribute of an edge that stores the combination of states in which regions are entered.
  static let enteredAttribute = "entered"

  /// The attribute of an edge to a history that stores the states to return to, each with the
  /// conditions under which it is the one.
  static let memoryAttribute = "remembers"

  /// The class of final states; that of a final state of an embedded machine is its completion.
  static let finalClass = "final"

  /// The class of the edges along which no state is left.
  static let internalClass = DOTStyle.internalClass

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

  /// Returns the DOT text that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func text(of graph: StateGraph) -> String {
    let style = DOTStyle(style: style, direction: DOTDirection(for: graph, style.direction))
    // Marks and names are those of combinations.
    let showsRegions = marks.isEmpty && !namesElements
    let regions = DiagramOutline.regions(
      of: graph, marks: marks, labels: self.style.labelStyle, showingRegions: showsRegions)
    let lines =
      ["digraph \(DOTIdentifier.quoted(name)) {"]
      + style.defaults
      + (graph.isCommitting ? [caption] : [])
      + [""]
      + (regions.isEmpty
        ? DOTStatements(
          of: DiagramOutline(
            of: graph, marks: marks, labels: self.style.labelStyle, showingRegions: showsRegions),
          style,
          elements: namesElements ? SVGElementNames(region: 0) : nil
        ).lines
        : clusters(of: regions, style))
      + (graph.omission.map { caption(of: $0, in: graph) } ?? [])
      + ["}"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// The statement that says, below the picture, that transitions are committed.
  private var caption: String {
    "  graph [\(Self.commitAttribute)=true label=\(DOTLabel.quoted(StateGraph.commitCaption))];"
  }

  /// Returns the statements for what isn't shown, both below the picture and for the reader of the
  /// text.
  ///
  /// They come at the end, because clusters inherit what comes before them.
  private func caption(of omission: GraphOmission, in graph: StateGraph) -> [String] {
    let captions = (graph.isCommitting ? [StateGraph.commitCaption] : []) + ["\(omission)"]
    return [
      "  \(Self.omissionAttribute)=\(DOTLabel.quoted(omission.record));",
      "  label=\(DOTLabel.quoted(captions.joined(separator: "\n")));",
      "  labelloc=b;",
    ]
  }

  /// Returns the statements for regions, side by side.
  private func clusters(
    of regions: [(name: String, label: String, outline: DiagramOutline)], _ style: DOTStyle
  ) -> [String] {
    let keys = DOTNames.keys(ofRegions: regions.map(\.name))
    return zip(regions, keys).enumerated().flatMap { index, named in
      DOTStatements(
        of: named.0.outline, style, DOTNames(region: named.1),
        elements: namesElements ? SVGElementNames(region: index) : nil
      ).cluster(named: named.0.name, labeled: named.0.label, DOTNames.region(named.1))
    }
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
  /// Reading the text back gives an equal graph.
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
    DOTPrinter(name: name, style: style, marks: marks ?? DiagramMarks()).text(of: self)
  }
  /// Returns the diagram with the steps of a walk numbered in it, in Graphviz's DOT language.
  ///
  /// ```swift
  /// graph.dot(marking: walk, at: 2)  // the third step in red
  /// ```
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - index: The position of the step to highlight, from zero, or `nil` for none.
  /// - Returns: The text; the same graph and walk always give the same bytes.
  /// - Complexity: O(*n*) in the number of states, transitions and steps.
  package func dot(marking walk: Walk, at index: Int? = nil) -> String {
    dot(marks: .walk(walk, at: index))
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

extension GraphOmission {
  /// The parts, a line each: the numbers, the number of exits, these, and
  /// the views.
  fileprivate var record: String {
    (["\(states)", "\(transitions)", "\(refusals)", "\(exits.count)"] + exits + views)
      .map(Self.encoded).joined(separator: "\n")
  }

  /// Returns a part with line breaks written `\n`, and backslashes twice.
  private static func encoded(_ part: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in part.unicodeScalars {
      if scalar == "\n" || scalar == "\\" { result.append("\\") }
      result.append(scalar == "\n" ? "n" : scalar)
    }
    return String(result)
  }

  /// Returns a part as it was before a line break in it was written `\n`.
  private static func decoded(_ part: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = part.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      result.append(escaped == "n" ? "\n" : escaped)
    }
    return String(result)
  }

  /// Reads an omission from the attribute of a graph, or returns `nil` if it isn't one.
  init?(attribute: String) {
    let lines = DOTLabel.decode(attribute).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.decoded(Substring($0)) }
    guard lines.count > 4, let states = Int(lines[0]), let transitions = Int(lines[1]),
      let refusals = Int(lines[2]), let exits = Int(lines[3]), (0..<lines.count - 4) ~= exits
    else { return nil }
    self.init(
      views: Array(lines[(4 + exits)...]), states: states, transitions: transitions,
      refusals: refusals, exits: Array(lines[4..<4 + exits]))
    if !isPlausible { return nil }
  }
}
