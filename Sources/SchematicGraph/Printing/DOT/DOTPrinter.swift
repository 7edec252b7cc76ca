/// Writes a graph in Graphviz's DOT language.
///
/// The graph is drawn as its ``Statechart``. Initial pseudo-state, states, transitions, each in the order of the graph. Every identifier is
/// quoted; a state's label is written where it differs from its identifier; transitions between the
/// same two states share one edge whose label has a line for each of them.
///
/// ```swift
/// DOTPrinter(name: "Turnstile").text(of: graph)
/// ```
///
/// Internal transitions, and events that are rejected for a reason, are listed inside their state;
/// events rejected without one are kept in an attribute of the state, `rejects`, which is not
/// drawn. States without a way out have a double border. Composite states and regions are clusters. Up to six
/// states run from left to right, more, and nested ones, from top to bottom.
///
/// The language is described at <https://graphviz.org/doc/info/lang.html>.
public struct DOTPrinter: GraphPrinter {
  /// The name of the graph in the text.
  public var name: String

  /// What the diagram looks like.
  public var style: DiagramStyle

  /// What is highlighted in it.
  public var marks: DiagramMarks

  /// The attribute of a state that keeps the events rejected without a reason.
  package static let rejectionAttribute = "rejects"

  /// The attribute of a state or an edge that keeps the transitions whose text is not shown.
  package static let transitionAttribute = "transitions"

  /// The class of final states.
  package static let finalClass = "final"

  /// The class of the edges along which no state is left.
  package static let internalClass = DOTStyle.internalClass

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - name: The name of the graph in the text.
  ///   - style: What the diagram looks like.
  ///   - marks: What is highlighted in it.
  public init(
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
  public func text(of graph: StateGraph) -> String {
    let style = DOTStyle(style: style, direction: DOTDirection(for: graph, style.direction))
    // Regions have room for where the machine is; other marks concern all of them.
    let showsRegions =
      !graph.regions.isEmpty && marks.transitions.isEmpty
      && marks.states.values.allSatisfy { $0 == .current }
    let lines =
      ["digraph \(DOTIdentifier.quoted(name)) {"]
      + style.defaults
      + [""]
      + (showsRegions ? DOTRegions(of: graph, style, marks).lines : statements(for: graph, style))
      + ["}"]
    return lines.map { $0 + "\n" }.joined()
  }

  private func statements(for graph: StateGraph, _ style: DOTStyle) -> [String] {
    let drawing = DOTDrawing(of: graph, style, marks)
    return ["  \(drawing.names.initial) [\(style.initial)];", ""]
      + DOTStates(of: drawing).lines
      // After the states, so that mentioning one does not change their order.
      + [""] + DOTEdges(of: drawing).lines
  }
}

extension StateGraph {
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
  ///   - style: What the diagram looks like.
  ///   - marks: What is highlighted in it.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func dot(
    name: String = "StateMachine", style: DiagramStyle = DiagramStyle(),
    marks: DiagramMarks = DiagramMarks()
  ) -> String {
    DOTPrinter(name: name, style: style, marks: marks).text(of: self)
  }
}

/// The statements of DOT text for regions, side by side.
private struct DOTRegions {
  private let graph: StateGraph
  private let style: DOTStyle
  private let marks: DiagramMarks

  init(of graph: StateGraph, _ style: DOTStyle, _ marks: DiagramMarks) {
    self.graph = graph
    self.style = style
    self.marks = marks
  }

  /// The statements, a line each.
  var lines: [String] {
    let current = marks.states.first { $0.value == .current }?.key
    let parts = current.flatMap { RegionProduct(of: graph.regions).parts(of: $0) } ?? []
    let keys = DOTNames.keys(ofRegions: graph.regions.map(\.name))
    return graph.regions.indices.flatMap { index in
      cluster(
        graph.regions[index], keys[index],
        parts.indices.contains(index) ? .current(parts[index]) : .init())
    }
  }

  private func cluster(
    _ region: StateGraph.Region, _ key: String, _ marks: DiagramMarks
  ) -> [String] {
    let names = DOTNames(region: key)
    let drawing = DOTDrawing(of: region.graph, style, marks, names)
    return
      ["  subgraph \(DOTNames.region(key)) {"]
      + [
        "    graph [\(DOTNames.regionAttribute)=\(DOTIdentifier.quoted(region.name))"
          + " label=\(DOTLabel.quoted(region.name)) \(style.region)];"
      ]
      + ["    \(names.initial) [\(style.initial)];"]
      + (DOTStates(of: drawing).lines + DOTEdges(of: drawing).lines).map { "  " + $0 }
      + ["  }"]
  }
}

/// What the statements of one graph, or of a region of one, are made with.
struct DOTDrawing {
  let chart: Statechart
  let style: DOTStyle
  let marks: DiagramMarks
  let names: DOTNames
  let nesting: Nesting

  init(
    of graph: StateGraph, _ style: DOTStyle, _ marks: DiagramMarks, _ names: DOTNames = DOTNames()
  ) {
    // What is drawn as one may be marked in parts; where a machine is says nothing of the others.
    let takesTogether = marks.transitions.values.allSatisfy { $0 == .current }
    chart = Statechart(of: graph, takesTogether: takesTogether)
    nesting = Nesting(of: graph)
    self.style = style
    self.marks = marks
    self.names = names
  }

  /// Returns the mark of a transition of the chart.
  func mark(of transition: Statechart.Transition) -> DiagramMark? {
    guard !marks.transitions.isEmpty else { return nil }
    return chart.flattened(transition, nesting).lazy.compactMap { marks.transitions[$0] }.first
  }

  /// Returns the line that shows a transition, as far as the style shows it.
  func line(_ transition: Statechart.Transition) -> String {
    let shown = style.style.labels
    let text = DOTTransitionText(
      event: shown.contains(.events) ? transition.event : "",
      guard: shown.contains(.guards) ? transition.guard : nil,
      effect: shown.contains(.actions) ? transition.action.map { .action($0) } : nil)
    guard case .taken(let times) = mark(of: transition) else { return text.encoded }
    return text.encoded + " (\(times)×)"
  }

  /// Whether labels say all that there is, and nothing else.
  var showsAll: Bool {
    style.style.labels.isSuperset(of: [.events, .guards, .actions])
      && !marks.transitions.values.contains {
        if case .taken = $0 { true } else { false }
      }
  }
}
