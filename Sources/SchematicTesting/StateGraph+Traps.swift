import SchematicGraph
import SchematicTrials

extension StateGraph {
  /// Creates a graph that also shows traps: the events at which the rules stop the program.
  ///
  /// ```swift
  /// let graph = StateGraph.withTraps {
  ///   StateGraph(.value(Buffer()) { ReflectedState(of: $0) }, steps: Buffer.steps)
  /// }
  /// graph.traps.map(\.description)  // ["idle: write / traps: not started"]
  /// ```
  ///
  /// Each event is first tried in a copy of the process, so that a trap ends only the copy. Each trap
  /// takes about a millisecond. A step is abandoned after three attempts that don't return within five
  /// seconds each. After five abandoned steps, the exploration ends. Findings report both. Only Linux can
  /// copy the process. On other systems, a trap ends the program with a message that names the state and
  /// the event.
  ///
  /// - Parameter makeGraph: Creates the graph.
  /// - Returns: The graph.
  public static func withTraps(_ makeGraph: () throws -> StateGraph) rethrows -> StateGraph {
    try TrialRunner.$current.withValue(.child(), operation: makeGraph)
  }
}
