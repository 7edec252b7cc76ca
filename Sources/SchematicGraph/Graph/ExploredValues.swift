/// The values behind the states of a graph, and the rules that lead from one to another.
///
/// Conditions on payloads describe this for people. What a machine may do in an environment is found
/// with the values themselves.
struct ExploredValues: Sendable {
  /// A step from a value to another, by position.
  struct Step: Hashable, Sendable {
    let source: Int
    /// The value after the step, or `nil` if it wasn't explored.
    let target: Int?
  }

  /// The value in which the machine starts, or `nil` if it wasn't explored.
  var initial: Int?
  /// The identifier of the state of each value.
  var states: [String] = []
  /// The steps of each rule.
  var steps: [StateGraph.Rule: Set<Step>] = [:]
}
