/// Writes a graph as a state diagram of PlantUML.
///
/// The graph is drawn as its ``Statechart``: states in the order of the graph, each composite state
/// around those inside it, then the arrows. Transitions between the same two states share one arrow
/// whose label has a line for each.
///
/// ```swift
/// PlantUMLPrinter().text(of: StateGraph(Turnstile.schema))
/// // @startuml
/// // hide empty description
/// // state locked
/// // state unlocked
/// // [*] --> locked
/// // locked --> unlocked : coin [paid] / open
/// // @enduml
/// ```
///
/// Internal transitions, and events that are rejected for a reason, are listed inside their state;
/// events rejected without one are kept in comments. An arrow leads from a final state to `[*]`.
/// States are named after their identifiers as far as the grammar allows, and show their labels.
///
/// The grammar is described at <https://plantuml.com/state-diagram>.
public struct PlantUMLPrinter: GraphPrinter {
  /// Creates a printer.
  public init() {}

  /// Returns the PlantUML text that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func text(of graph: StateGraph) -> String {
    PlantUMLDocument(of: graph).lines.map { $0 + "\n" }.joined()
  }
}

extension StateGraph {
  /// Returns the graph as a state diagram of PlantUML.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).plantUML())
  /// ```
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func plantUML() -> String {
    PlantUMLPrinter().text(of: self)
  }
}
