import SchematicGraph
import SchematicTestKit

extension PredictedPair {
  /// Returns the pair with something that is done because of one part done because of the other;
  /// `nil` where nothing is.
  func withMovedBehavior(using random: inout SplitMix64) -> PredictedPair? {
    var pair = self
    guard let index = pair.left.behaviors.indices.randomElement(using: &random),
      let label = pair.left.behaviors[index].labels.values.first
    else { return nil }
    var moved = pair.left.behaviors.remove(at: index)
    moved.level = nil
    moved.labels = [pair.right.nodes.randomElement(using: &random)!.identifier: label]
    moved.values = [:]
    pair.right.behaviors.append(moved)
    return pair.facts == facts ? nil : pair
  }
}

extension PredictedNest {
  /// Returns the nest with a change of one of its parts; `nil` where there is none.
  func withChangedRegion(using random: inout SplitMix64) -> PredictedNest? {
    var nest = self
    let parts: [WritableKeyPath<PredictedNest, PredictedChart>] = [\.hull, \.rail, \.left, \.right]
    let part = parts.randomElement(using: &random)!
    let mutation = PredictedChart.Mutation.allCases.randomElement(using: &random)!
    guard let changed = self[keyPath: part].mutated(mutation, using: &random) else { return nil }
    nest[keyPath: part] = changed
    // Not everything that a part can do alone is done beside others.
    return nest.facts == facts ? nil : nest
  }

  /// Returns the nest with another way to keep its parts, or to go on with them; `nil` where it keeps
  /// none.
  func withChangedHistory(using random: inout SplitMix64) -> PredictedNest? {
    guard let history else { return nil }
    var nest = self
    if Bool.random(using: &random) {
      nest.history = nil
    } else {
      nest.history?.leaving = history.returning
      nest.history?.returning = history.leaving
    }
    return nest
  }
}

extension PredictedChart {
  /// The kinds of changes that a picture must show, those of a part aside.
  enum Mutation: CaseIterable {
    case label, target, state, entry, exit, task, timeout, duration, delayName, timedValue
    case behaviorValue, event, completion
  }

  /// Returns the chart with one change that makes a difference to what its machines can do.
  func mutated(_ mutation: Mutation, using random: inout SplitMix64) -> PredictedChart? {
    // Not every change makes one: an answer may stand where no answers of guards lead.
    for _ in 0..<40 {
      var chart = self
      chart.apply(mutation, using: &random)
      if chart.facts != facts { return chart }
    }
    return nil
  }

  private mutating func apply(_ mutation: Mutation, using random: inout SplitMix64) {
    let state = Int.random(in: nodes.indices, using: &random)
    let event = Int.random(in: ChartEvent.names.indices, using: &random)
    switch mutation {
    case .label:
      rules[state][event].change(using: &random) { answer, random in
        let label = Bool.random(using: &random) ? "other" : nil
        return answer.labeled(label)
      }
    case .target:
      let target = Int.random(in: nodes.indices, using: &random)
      rules[state][event].change(using: &random) { answer, _ in
        guard case .moves(_, _, let label) = answer else { return answer }
        return .moves(to: target, value: 0, label: label)
      }
    case .state: changeState(state, using: &random)
    case .entry: changeBehavior(.entry, of: state, using: &random)
    case .exit: changeBehavior(.exit, of: state, using: &random)
    case .task: changeBehavior(.task, of: state, using: &random)
    case .timeout: changeTimeout(of: state, event: event, using: &random)
    case .duration:
      let times = [1, -1, 1_000, 1_000_000_000]
      for list in timeouts.indices {
        guard let owner = timeouts[list].timeouts.keys.sorted().randomElement(using: &random)
        else { continue }
        let time = times.randomElement(using: &random)!
        changeTimeouts(of: owner, in: list) { $0.nanoseconds += time }
        return
      }
    case .delayName:
      for list in timeouts.indices {
        guard let owner = timeouts[list].timeouts.keys.sorted().randomElement(using: &random)
        else { continue }
        changeTimeouts(of: owner, in: list) { $0.name = $0.name == nil ? "new" : nil }
        return
      }
    case .timedValue: changeTimedValue(of: state, event: event, using: &random)
    case .behaviorValue:
      guard let index = behaviors.indices.randomElement(using: &random),
        let owner = behaviors[index].labels.keys.sorted().randomElement(using: &random),
        behaviors[index].level == nil, let node = nodes.first(where: { $0.identifier == owner }),
        node.values > 1
      else { return }
      let value = Int.random(in: 0..<node.values, using: &random)
      behaviors[index].values[owner, default: Set(0..<node.values)].formSymmetricDifference([value])
    case .completion:
      guard nodes[state].path.count > 1, nodes[state].path[0] == "a", !nodes[state].isFinal else {
        return
      }
      nodes[state].completion =
        Bool.random(using: &random) ? nil : completion(of: state, using: &random)
    case .event:
      let other = Int.random(in: ChartEvent.names.indices, using: &random)
      rules[state].swapAt(event, other)
    }
  }

  private mutating func changeTimeouts(
    of owner: String, in list: Int, _ change: (inout Timeouts.Timeout) -> Void
  ) {
    timeouts[list].timeouts[owner] = timeouts[list].timeouts[owner]?.map { timeout in
      var timeout = timeout
      if timeout != nil { change(&timeout!) }
      return timeout
    }
  }

  /// Changes the timeout of one value of a state.
  private mutating func changeTimedValue(
    of state: Int, event: Int, using random: inout SplitMix64
  ) {
    let node = nodes[state]
    guard node.values > 1 else { return }
    let list = timeouts.firstIndex { $0.level == nil } ?? timeouts.count
    if list == timeouts.count { timeouts.append(Timeouts(level: nil, timeouts: [:])) }
    let known = timeouts[list].timeouts[node.identifier] ?? [nil]
    var choices = (0..<node.values).map { known[$0 % known.count] }
    let value = Int.random(in: choices.indices, using: &random)
    choices[value] =
      choices[value] != nil && Bool.random(using: &random)
      ? nil : Timeouts.Timeout(nanoseconds: 4_000_000_009, event: event, payload: 0)
    timeouts[list].timeouts[node.identifier] = choices
  }

  private mutating func changeState(_ state: Int, using random: inout SplitMix64) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where state > 0: nodes[state].isFinal.toggle()
    case 1:
      nodes.append(Node(path: ["s\(nodes.count)"]))
      rules.append(ChartEvent.names.map { _ in .ignored })
    default:
      let name = nodes[state].path.last!
      let box = [[], ["a"], ["b"], ["a", "deep"]].randomElement(using: &random)!
      nodes[state].path = box + [name]
    }
  }

  /// Adds, removes or renames what is done because of a state.
  private mutating func changeBehavior(
    _ kind: StateGraph.StateBehavior.Kind, of state: Int, using random: inout SplitMix64
  ) {
    let known = behaviors.indices.filter { behaviors[$0].kind == kind }
    let level = [nil, 1, 2].randomElement(using: &random)!
    guard let index = known.randomElement(using: &random) else {
      guard let owner = Self.owner(nodes[state].path, at: level) else { return }
      behaviors.append(Behavior(kind: kind, level: level, labels: [owner: "new"]))
      return
    }
    guard let owner = Self.owner(nodes[state].path, at: behaviors[index].level) else { return }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: behaviors[index].labels.removeValue(forKey: owner)
    case 1: behaviors[index].labels[owner] = .some("new")
    default: behaviors[index].labels[owner] = .some(nil)
    }
  }

  private mutating func changeTimeout(
    of state: Int, event: Int, using random: inout SplitMix64
  ) {
    let level = [nil, 1, 2].randomElement(using: &random)!
    if Bool.random(using: &random), let index = timeouts.indices.randomElement(using: &random),
      let owner = timeouts[index].timeouts.keys.sorted().randomElement(using: &random)
    {
      timeouts[index].timeouts.removeValue(forKey: owner)
    } else if let owner = Self.owner(nodes[state].path, at: level) {
      let timeout = Timeouts.Timeout(nanoseconds: 5_000_000_007, event: event, payload: 0)
      timeouts.append(Timeouts(level: level, timeouts: [owner: [timeout]]))
    }
  }
}

extension PredictedChart.Decision {
  /// Changes one of the answers.
  fileprivate mutating func change(
    using random: inout SplitMix64,
    _ change: (PredictedChart.Decision, inout SplitMix64) -> PredictedChart.Decision
  ) {
    switch self {
    case .asks(let name, var yes, var no):
      if Bool.random(using: &random) {
        yes.change(using: &random, change)
      } else {
        no.change(using: &random, change)
      }
      self = .asks(name, yes, no)
    case .asksBeside(let state, var yes, var no):
      if Bool.random(using: &random) {
        yes.change(using: &random, change)
      } else {
        no.change(using: &random, change)
      }
      self = .asksBeside(state, yes, no)
    case .byValue(var decisions):
      let index = Int.random(in: decisions.indices, using: &random)
      decisions[index].change(using: &random, change)
      self = .byValue(decisions)
    case .byPayload(var decisions):
      let index = Int.random(in: decisions.indices, using: &random)
      decisions[index].change(using: &random, change)
      self = .byPayload(decisions)
    default: self = change(self, &random)
    }
  }

  fileprivate func labeled(_ label: String?) -> PredictedChart.Decision {
    switch self {
    case .moves(let target, let value, _): .moves(to: target, value: value, label: label)
    case .stays(let value, _): .stays(value: value, label: label)
    case .rejected: .rejected(label)
    default: self
    }
  }
}

// MARK: - What machines can do

extension PredictedChart {
  /// Everything that machines of the chart can do, as text: charts whose machines can do the same have
  /// the same facts.
  var facts: Set<String> { facts(beside: [{ _ in false }]) }

  /// Everything that machines of the chart can do beside a part, of which each state answers questions.
  func facts(beside: [(Int) -> Bool]) -> Set<String> {
    var facts: Set<String> = []
    for (index, node) in nodes.enumerated() {
      facts.insert("state \(node.identifier) \(node.isFinal)")
      guard !node.isFinal else { continue }
      if completion(in: index) != nil {
        facts.insert("complete \(node.identifier)")
        for line in completions(of: index, beside) {
          facts.insert("\(node.identifier) completion \(line)")
        }
      }
      for (event, name) in ChartEvent.names.enumerated() {
        for payload in 0..<(event < ChartEvent.plainCount ? 1 : 2) {
          for line in answers(in: index, to: event, payload, beside) {
            facts.insert("\(node.identifier) \(name) \(payload) \(line)")
          }
        }
      }
      for list in timeouts {
        guard let owner = Self.owner(node.path, at: list.level) else { continue }
        for value in 0..<node.values {
          guard let timeout = list.timeout(of: owner, value) else { continue }
          let payload = timeout.event < ChartEvent.plainCount ? 0 : timeout.payload
          let text = "\(node.identifier) of \(owner) after \(timeout.delay)"
          for line in answers(in: index, to: timeout.event, payload, beside)
          where line.hasPrefix("\(value) ") { facts.insert("\(text) \(line)") }
        }
      }
    }
    return facts.union(behaviorFacts)
  }

  private var behaviorFacts: Set<String> {
    var facts: Set<String> = []
    for (node, value) in nodes.flatMap({ node in (0..<node.values).map { (node, $0) } }) {
      for depth in 1...node.path.count {
        let owner = node.path.prefix(depth).joined(separator: ".")
        for kind in StateGraph.StateBehavior.Kind.allCases where kind != .timeout {
          // A machine in a final state is finished: it leaves no more, and no task begins.
          guard kind == .entry || !node.isFinal else { continue }
          let labels = behaviors.filter { behavior in
            behavior.kind == kind && (behavior.level ?? node.path.count) == depth
          }.compactMap { $0.label(of: owner, value) }.map { label in
            label.map { "= \($0)" } ?? "none"
          }
          let place = depth == node.path.count ? "\(owner) \(value)" : owner
          if !labels.isEmpty { facts.insert("\(place) \(kind) \(labels)") }
        }
      }
    }
    return facts
  }

  /// Returns the answers to an event, for each value of a state and all answers of guards.
  func answers(
    in state: Int, to event: Int, _ payload: Int, _ beside: [(Int) -> Bool] = [{ _ in false }]
  ) -> [String] {
    // A machine inside that has ended answers no more.
    completion(in: state) != nil && isInside(state, event)
      ? [] : answers(of: rules[state][event], in: state, payload, beside)
  }

  /// Returns the answers to the completion of a state.
  private func completions(of state: Int, _ beside: [(Int) -> Bool]) -> [String] {
    answers(of: nodes[state].completion ?? .ignored, in: state, 0, beside)
  }

  private func answers(
    of decision: Decision, in state: Int, _ payload: Int, _ beside: [(Int) -> Bool]
  ) -> [String] {
    (0..<nodes[state].values).flatMap { value in
      (0..<(1 << Self.guards.count)).flatMap { bits in
        let holding = Set(
          Self.guards.indices.filter { bits >> $0 & 1 == 1 }.map { Self.guards[$0] })
        return beside.indices.map { place in
          let answer = Self.answer(
            decision, value, payload, holding.contains, beside: beside[place])
          return "\(value) \(bits) \(place) \(text(of: answer))"
        }
      }
    }
  }

  private func text(of answer: Decision) -> String {
    switch answer {
    case .rejected(let reason): "rejected \(reason.map { "= \($0)" } ?? "none")"
    // Which value a state gets is not the picture's to know.
    case .moves(let target, _, let label):
      "to \(nodes[target].identifier) \(label.map { "= \($0)" } ?? "none")"
    case .stays(_, let label): "stays \(label.map { "= \($0)" } ?? "none")"
    default: "ignored"
    }
  }
}
