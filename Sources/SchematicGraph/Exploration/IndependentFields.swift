/// The fields of a struct that one rule function treats independently: the next value of each field
/// depends on no other field.
///
/// Each field could be a region with rules of its own.
struct IndependentFields {
  /// A change of a field: the event, the conditions, and the field's next value.
  private struct Move: Hashable {
    let trigger: StateGraph.Trigger
    let conditions: [StateGraph.Condition]
    let target: String
  }

  /// The names of the fields, in declared order.
  let names: [String]

  /// Finds the independent fields of a machine's states.
  ///
  /// - Returns: The fields, or `nil` if fewer than two change independently of all others, or if
  ///   some state wasn't explored.
  /// - Complexity: O(*n* *m*) for *n* rules and *m* fields.
  init?(of machine: ExploredMachine) {
    var fields: [String] = []
    var values: [String: [String]] = [:]
    for case let state as any GraphableProduct in machine.explored {
      let regions = state.graphRegions
      fields = regions.map(\.name)
      values[state.graphIdentifier] = regions.map(\.state.graphIdentifier)
    }
    let states = machine.graph.states.map(\.identifier)
    guard fields.count > 1, machine.unexplored.isEmpty, states.allSatisfy({ values[$0] != nil })
    else { return nil }
    let rules = Dictionary(grouping: machine.graph.transitions, by: \.source)
    names = fields.indices.filter { field in
      var moves: [String: Set<Move>] = [:]
      for state in states {
        guard let value = values[state]?[field] else { return false }
        let here = rules[state, default: []].compactMap { rule -> Move? in
          guard let target = values[rule.target]?[field], target != value else { return nil }
          return Move(trigger: rule.trigger, conditions: rule.conditions, target: target)
        }
        guard moves[value, default: Set(here)] == Set(here) else { return false }
        moves[value] = Set(here)
      }
      return moves.values.contains { !$0.isEmpty }
    }.map { fields[$0] }
    if names.count < 2 { return nil }
  }

  /// The note that proposes regions.
  var finding: GraphFinding {
    GraphFinding(
      .independentFields,
      """
      the rules treat \(names.joined(separator: ", ")) apart, and the diagram shows their \
      combinations; let the state be `GraphableRegions`, and give each a schema of its own
      """
    )
  }
}
