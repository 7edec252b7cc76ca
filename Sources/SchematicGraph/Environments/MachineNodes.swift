/// The values of a machine that an exploration has found, or its states if none are known.
struct MachineNodes {
  let initial: Int
  /// The position of the state of each node.
  let states: [Int]
  /// The rules that apply in each node, with the node that they lead to; `nil` for a value that wasn't
  /// explored.
  let arcs: [[(rule: StateGraph.Rule, target: Int?)]]
  /// A Boolean value that indicates whether nodes are values, about which payload conditions say nothing
  /// new.
  private let areValues: Bool

  init(of graph: StateGraph) {
    let names = graph.states.map(\.identifier)
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    // A machine leaves some states at once, before an event arrives.
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
        // The order of a set isn't the same in every run.
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

  /// Returns whether one of the rules of an event always applies in a node: one without conditions, or
  /// those of all answers of up to ten guards.
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
