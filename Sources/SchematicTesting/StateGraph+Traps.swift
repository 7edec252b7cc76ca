import SchematicChild
import SchematicGraph

extension StateGraph {
  /// Creates the graph of rules that stop the program on some states and events, and shows these as
  /// traps.
  ///
  /// ```swift
  /// let graph = StateGraph.withTraps {
  ///   StateGraph(of: Buffer(), state: { ReflectedState(of: $0) }, steps: Buffer.steps)
  /// }
  /// graph.traps.map(\.description)  // ["idle: write / traps: not started"]
  /// ```
  ///
  /// Every event is tried in a copy of the process, which a trap may end, before it is tried here. That
  /// takes about a millisecond for each trap. A step that does not return in five seconds is given up,
  /// and after five of them the exploration ends; findings say so. Copies are made on Linux. Elsewhere a trap
  /// ends the program, and a sentence names the state and the event.
  ///
  /// - Parameter makeGraph: Creates the graph.
  /// - Returns: The graph.
  public static func withTraps(_ makeGraph: () throws -> StateGraph) rethrows -> StateGraph {
    try TrapWatch.$current.withValue(.child(naming: "error"), operation: makeGraph)
  }
}
