/// Writes a graph in Graphviz's DOT language.
///
/// Initial pseudo-state, states, transitions, each in the order of the graph. Every identifier is
/// quoted; a state's label is written where it differs from its identifier; transitions between the
/// same two states share one edge whose label has a line for each of them.
///
/// ```swift
/// DOTPrinter(name: "Turnstile").text(of: graph)
/// ```
///
/// Internal transitions, and events that are rejected for a reason, are listed inside their state;
/// events rejected without one are kept in an attribute of the state, `rejects`, which is not
/// drawn. States without a way out have a double border. Up to six states run from left to right,
/// more from top to bottom.
///
/// The language is described at <https://graphviz.org/doc/info/lang.html>.
public struct DOTPrinter: GraphPrinter {
  /// The name of the graph in the text.
  public var name: String

  /// The attribute of a state that keeps the events rejected without a reason.
  package static let rejectionAttribute = "rejects"

  /// The class of final states.
  package static let finalClass = "final"

  /// The class of the edges along which no state is left.
  package static let internalClass = DOTStyle.internalClass

  /// Creates a printer.
  ///
  /// - Parameter name: The name of the graph in the text.
  public init(name: String = "StateMachine") {
    self.name = name
  }

  /// Returns the DOT text that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func text(of graph: StateGraph) -> String {
    let direction = DOTDirection(for: graph)
    let edges = edges(of: graph, direction)
    let lines =
      ["digraph \(DOTIdentifier.quoted(name)) {"]
      + DOTStyle.defaults(direction)
      + ["", "  \(DOTIdentifier.quotedInitial) [\(DOTStyle.initial)];", ""]
      + states(of: graph, direction)
      // After the states, so that mentioning one does not change their order.
      + ["", "  \(DOTIdentifier.quotedInitial) -> \(DOTIdentifier.quoted(graph.initialState));"]
      + edges
      + ["}"]
    return lines.map { $0 + "\n" }.joined()
  }

  private func states(of graph: StateGraph, _ direction: DOTDirection) -> [String] {
    let deadEnds = graph.deadEnds
    let transitions = Dictionary(grouping: graph.transitions.filter(\.isInside), by: \.source)
    let rejections = Dictionary(grouping: graph.rejections, by: \.state)
    return graph.states.map { state in
      let rejections = rejections[state.identifier, default: []]
      let inside =
        transitions[state.identifier, default: []].map(\.text)
        + rejections.filter { $0.reason != nil }.map(\.text)
      let silent = rejections.filter { $0.reason == nil }.map(\.text)
      var attributes = labelAttributes(of: state, inside: inside, direction)
      if state.isFinal { attributes.append("class=\(Self.finalClass)") }
      if state.isFinal || deadEnds.contains(state.identifier) {
        attributes.append(DOTStyle.deadEnd(hasCompartments: !inside.isEmpty))
      }
      if !silent.isEmpty {
        let list = DOTLabel.quoted(encoded: DOTTransitionText.stack(silent))
        attributes.append("\(Self.rejectionAttribute)=\(list)")
      }
      return "  \(DOTIdentifier.quoted(state.identifier))\(list(attributes));"
    }
  }

  private func labelAttributes(
    of state: StateGraph.State, inside: [DOTTransitionText], _ direction: DOTDirection
  ) -> [String] {
    guard inside.isEmpty else {
      let label = DOTRecord.encode(
        name: DOTLabel.encode(state.label), inside: DOTTransitionText.stack(inside), direction)
      return ["shape=\(DOTRecord.shape)", "label=\(DOTLabel.quoted(encoded: label))"]
    }
    // Without a label Graphviz draws the identifier, by the rules of labels.
    let label = DOTLabel.quoted(state.label)
    let isDrawnAsIs =
      label == DOTIdentifier.quoted(state.identifier)
      && !label.contains("\\") && !label.contains("&")
    return isDrawnAsIs ? [] : ["label=\(label)"]
  }

  private func edges(of graph: StateGraph, _ direction: DOTDirection) -> [String] {
    var order: [DOTEdge] = []
    var lines: [DOTEdge: [DOTTransitionText]] = [:]
    for transition in graph.transitions where !transition.isInside {
      let edge = DOTEdge(of: transition)
      if lines[edge] == nil { order.append(edge) }
      lines[edge, default: []].append(transition.text)
    }
    return order.map { edge in
      let label = label(of: lines[edge, default: []], direction)
      let attributes = ["label=\(DOTLabel.quoted(encoded: label))"] + DOTStyle.edge(edge)
      return "  \(DOTIdentifier.quoted(edge.source)) -> \(DOTIdentifier.quoted(edge.target))"
        + "\(list(attributes));"
    }
  }

  /// Returns the label of an edge, without quotes.
  private func label(of lines: [DOTTransitionText], _ direction: DOTDirection) -> String {
    // From left to right a label stands above its edge.
    let padding = direction == .topToBottom ? DOTStyle.padding : ""
    return lines.count == 1
      ? padding + lines[0].encoded : DOTTransitionText.stack(lines, padding: padding)
  }

  private func list(_ attributes: [String]) -> String {
    attributes.isEmpty ? "" : " [\(attributes.joined(separator: " "))]"
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
  /// - Parameter name: The name of the graph in the text.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func dot(name: String = "StateMachine") -> String {
    DOTPrinter(name: name).text(of: self)
  }
}
