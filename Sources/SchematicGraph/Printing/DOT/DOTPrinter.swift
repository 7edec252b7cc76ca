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
/// States without a way out have a double border. What happens without leaving a state is on a
/// dotted loop: internal transitions, and events that are rejected for a reason. Events rejected
/// without one are kept in an attribute of the state, `rejects`, which is not drawn.
///
/// The language is described at <https://graphviz.org/doc/info/lang.html>.
public struct DOTPrinter: GraphPrinter {
  /// The name of the graph in the text.
  public var name: String

  /// The attribute of a state that keeps the events rejected without a reason.
  package static let rejectionAttribute = "rejects"

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
    let lines =
      ["digraph \(DOTIdentifier.quoted(name)) {"]
      + DOTStyle.defaults
      + [""]
      + initialState(of: graph)
      + [""]
      + states(of: graph)
      + edges(of: graph)
      + ["}"]
    return lines.map { $0 + "\n" }.joined()
  }

  private func initialState(of graph: StateGraph) -> [String] {
    let initial = DOTIdentifier.quotedInitial
    return [
      "  \(initial) [\(DOTStyle.initial)];",
      "  \(initial) -> \(DOTIdentifier.quoted(graph.initialState));",
    ]
  }

  private func states(of graph: StateGraph) -> [String] {
    let deadEnds = graph.deadEnds
    let silent = Dictionary(grouping: graph.rejections.filter { $0.reason == nil }, by: \.state)
    return graph.states.map { state in
      var attributes: [String] = []
      let label = DOTLabel.quoted(state.label)
      let identifier = DOTIdentifier.quoted(state.identifier)
      // Without a label Graphviz draws the identifier, by the rules of labels.
      if label != identifier || label.contains("\\") || label.contains("&") {
        attributes.append("label=\(label)")
      }
      if deadEnds.contains(state.identifier) {
        attributes.append(DOTStyle.deadEnd)
      }
      if let rejections = silent[state.identifier] {
        attributes.append(
          "\(Self.rejectionAttribute)=\(DOTLabel.quoted(encoded: stack(rejections.map(\.text))))")
      }
      return "  \(identifier)"
        + (attributes.isEmpty ? ";" : " [\(attributes.joined(separator: " "))];")
    }
  }

  private func edges(of graph: StateGraph) -> [String] {
    var order: [DOTEdge] = []
    var lines: [DOTEdge: [DOTTransitionText]] = [:]
    func add(_ text: DOTTransitionText, to edge: DOTEdge) {
      if lines[edge] == nil { order.append(edge) }
      lines[edge, default: []].append(text)
    }
    for transition in graph.transitions { add(transition.text, to: DOTEdge(of: transition)) }
    for rejection in graph.rejections where rejection.reason != nil {
      add(rejection.text, to: DOTEdge(of: rejection))
    }
    guard !order.isEmpty else { return [] }
    return [""]
      + order.map { edge in
        let texts = lines[edge, default: []]
        let label = DOTLabel.quoted(encoded: texts.count == 1 ? texts[0].encoded : stack(texts))
        let attributes = ["label=\(label)"] + DOTStyle.edge(edge.kind)
        return "  \(DOTIdentifier.quoted(edge.source)) -> \(DOTIdentifier.quoted(edge.target))"
          + " [\(attributes.joined(separator: " "))];"
      }
  }

  /// Returns lines one above the other, aligned at the left.
  private func stack(_ texts: [DOTTransitionText]) -> String {
    texts.map(\.encoded).map { ($0.isEmpty ? " " : $0) + "\\l" }.joined()
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
