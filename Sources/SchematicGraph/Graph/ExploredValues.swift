/// The values behind the states of a graph, such as `retrying(1)`, and the steps between them.
///
/// A diagram shows conditions on payloads instead. An analysis of a machine in an environment needs
/// the values themselves.
package struct ExploredValues: Sendable {
  /// A step from one value to another, both given by their positions in ``ExploredValues/states``.
  package struct Step: Hashable, Sendable {
    package let source: Int
    /// The value after the step, or `nil` if it wasn't explored.
    package let target: Int?
  }

  /// The position of the value in which the machine starts, or `nil` if this value wasn't explored.
  package var initial: Int?
  /// The identifier of the state of each value.
  package var states: [String] = []
  /// The steps of each rule.
  package var steps: [StateGraph.Rule: Set<Step>] = [:]
}
