import SchematicGraph

/// The nodes of a machine: the values that an exploration has found, or the states if it found no values.
struct MachineNodes {
  let initial: Int
  /// The position of the state of each node.
  let states: [Int]
  /// The rules that apply in each node, with the node that they lead to; `nil` for a value that wasn't
  /// explored.
  let arcs: [[(rule: StateGraph.Rule, target: Int?)]]
  /// A Boolean value that indicates whether nodes are values, for which payload conditions are already
  /// decided.
  private let areValues: Bool

  init(of graph: StateGraph) {
    let names = graph.states.map(\.identifier)
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    // A machine leaves some states at once, so only completions apply in them.
    let passed = graph.passedStates
    let rules = graph.rules.filter {
      !passed.contains($0.source) || $0.trigger == .completion
    }
    var arcs: [[(rule: StateGraph.Rule, target: Int?)]]
    if let values = graph.values, let initial = values.initial {
      areValues = true
      self.initial = initial
      states = values.states.map { numbers[$0] ?? 0 }
      arcs = Array(repeating: [], count: values.states.count)
      for rule in rules {
        // The steps are sorted, because the order of a set isn't the same in every run.
        let steps = values.steps[rule, default: []].sorted {
          ($0.source, $0.target ?? -1) < ($1.source, $1.target ?? -1)
        }
        for step in steps { arcs[step.source].append((rule, step.target)) }
      }
    } else {
      areValues = false
      initial = numbers[graph.initialState] ?? 0
      states = Array(names.indices)
      arcs = Array(repeating: [], count: names.count)
      for rule in rules { arcs[numbers[rule.source] ?? 0].append((rule, numbers[rule.target])) }
    }
    self.arcs = arcs
  }

  /// Returns whether some rule for a trigger applies in a node, whatever the guards answer.
  ///
  /// If no rule is unconditional and the rules have more than ten guards, this returns `false`.
  func always(answers trigger: StateGraph.Trigger, in node: Int) -> Bool {
    let conditions = arcs[node].filter { $0.rule.trigger == trigger }.map { arc in
      arc.rule.conditions.filter { $0.guardAnswer != nil || !areValues }
    }
    if conditions.contains(where: \.isEmpty) { return true }
    let answers = conditions.map { $0.map(\.guardAnswer) }.filter { !$0.contains { $0 == nil } }
      .map { $0.compactMap(\.self) }
    let names = answers.joined().map(\.name).uniqued()
    guard !names.isEmpty, names.count <= 10 else { return false }
    return (0..<1 << names.count).allSatisfy { number in
      let truth = Dictionary(
        uniqueKeysWithValues: names.enumerated().map { ($1, number >> $0 & 1 == 1) })
      return answers.contains { answers in answers.allSatisfy { truth[$0.name] == $0.holds } }
    }
  }
}

extension StateGraph.Condition {
  fileprivate var guardAnswer: (name: String, holds: Bool)? {
    if case .guard(let name, let holds) = self { (name, holds) } else { nil }
  }
}
