import Schematic

/// What one event does in one state: the answers of the rules for all values that stand for them.
struct Cell<State: Graphable, Event: Graphable> {
  /// The identifier of the state.
  let source: String
  /// The label of the event.
  let event: String
  /// Whether the event is a timeout of the state, whose label says all of it.
  let isTimeout: Bool
  private var answers: [(state: State, event: Event, branches: [Branch])] = []

  init(source: String, event: String, isTimeout: Bool) {
    self.source = source
    self.event = event
    self.isTimeout = isTimeout
  }

  /// Notes what the rules answered for one state value and one event value.
  mutating func note(_ branches: [Branch], for state: State, on event: Event) {
    answers.append((state, event, branches))
  }

  /// What may happen, each with the condition under which it does; `nil` for none.
  ///
  /// Where the values disagree, the condition begins with the payload that makes the difference, and
  /// a finding says so.
  func outcomes(_ findings: inout [GraphFinding]) -> [(branch: Branch, condition: String?)] {
    let branches = answers.flatMap(\.branches).uniqued()
    guard answers.count > 1, answers.contains(where: { Set($0.branches) != Set(branches) }) else {
      return branches.map { ($0, Self.condition(nil, $0.guards)) }
    }
    let payloads = answers.map { answer in
      PayloadFields.fields(of: answer.state)
        + (isTimeout ? [] : PayloadFields.fields(of: answer.event))
    }
    var isTold = true
    let outcomes = branches.map { branch in
      let chosen = answers.indices.filter { answers[$0].branches.contains(branch) }
      guard chosen.count < answers.count else {
        return (branch, Self.condition(nil, branch.guards))
      }
      let others = Set(answers.indices).subtracting(chosen).sorted()
      let payload = PayloadCondition(
        of: chosen.map { payloads[$0] }, among: others.map { payloads[$0] })
      if payload == nil { isTold = false }
      return (branch, Self.condition(payload, branch.guards))
    }
    findings.append(.payloadsDisagree(state: source, event: event, isTold: isTold))
    return outcomes
  }

  private static func condition(_ payload: PayloadCondition?, _ guards: [GuardAnswer]) -> String? {
    // `and` binds more tightly than `or`.
    let isChoice = payload?.isChoice == true && !guards.isEmpty
    let text = payload.map { isChoice ? "(\($0.text))" : $0.text }
    let conditions = (text.map { [$0] } ?? []) + guards.map(\.condition)
    return Conjunction.text(of: conditions)
  }
}
