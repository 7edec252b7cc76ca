/// Writes a graph as a state diagram of Mermaid, which many sites draw inside Markdown.
///
/// The graph is drawn as its ``Statechart``: states in the order of the graph, each composite state
/// around those inside it, then the arrows. Transitions between the same two states share one arrow
/// whose label has a line for each.
///
/// ```swift
/// MermaidPrinter().text(of: StateGraph(Turnstile.schema))
/// // stateDiagram-v2
/// //   locked
/// //   unlocked
/// //   [*] --> locked
/// //   locked --> unlocked : coin [paid] / open
/// ```
///
/// Internal transitions, and events that are rejected for a reason, are listed inside their state;
/// events rejected without one are kept in comments. An arrow leads from a final state to `[*]`.
/// States are named after their identifiers as far as the grammar allows, and show their labels.
///
/// The grammar is described at <https://mermaid.js.org/syntax/stateDiagram.html>. Mermaid refuses
/// texts of more than 50,000 characters unless it is configured otherwise (`maxTextSize`).
public struct MermaidPrinter: GraphPrinter {
  /// Creates a printer.
  public init() {}

  /// Returns the Mermaid text that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func text(of graph: StateGraph) -> String {
    MermaidDocument(of: graph).lines.map { $0 + "\n" }.joined()
  }
}

extension StateGraph {
  /// Returns the graph as a state diagram of Mermaid.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).mermaid())
  /// ```
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func mermaid() -> String {
    MermaidPrinter().text(of: self)
  }
}
