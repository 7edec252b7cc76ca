import SchematicGraph

extension StateGraph {
  /// Creates the graph of rules that stop the program for some states and events, and shows those
  /// as traps.
  ///
  /// ```swift
  /// let graph = StateGraph.withTraps {
  ///   StateGraph(of: Buffer(), state: { ReflectedState(of: $0) }, steps: Buffer.steps)
  /// }
  /// graph.traps.map(\.description)  // ["idle: write / traps: not started"]
  /// ```
  ///
  /// Before an event is tried here, it is tried in a copy of the process, which a trap may end.
  /// Each trap takes about a millisecond. A step that doesn't return within five seconds is
  /// abandoned, and after five such steps the exploration ends; findings report both. Only Linux
  /// can make such copies. On other systems, a trap ends the program with a message that names the
  /// state and the event.
  ///
  /// - Parameter makeGraph: Creates the graph.
  /// - Returns: The graph.
  public static func withTraps(_ makeGraph: () throws -> StateGraph) rethrows -> StateGraph {
    try TrialRunner.$current.withValue(.child(naming: "error"), operation: makeGraph)
  }
}
