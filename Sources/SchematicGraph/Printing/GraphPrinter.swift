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
public protocol GraphPrinter: Sendable {
  /// Returns the document that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The document, lines ended by `\n`.
  func text(of graph: StateGraph) -> String
}
