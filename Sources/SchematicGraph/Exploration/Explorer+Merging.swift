import Schematic

/// What tells values apart that a picture takes for one, because it doesn't know everything of them.
struct Merging<State> {
  /// Returns all that a value contains, without what differs each time; `nil` if nobody can see it.
  let content: (State) -> String?
  /// Returns the names of the properties in which two values differ.
  let differences: (State, State) -> [String]
  /// Returns the events that have led to a value.
  let way: (State) -> [String]
  /// What to do if something decides that the picture leaves out.
  let advice: String
}

// Values that a picture takes for one. Each of them is compared with the one that was explored: what an event does in
// both, and then the values that it leads to.
extension Explorer {
  /// Remembers a value that is new, or that is taken for a known one and has other contents.
  mutating func merge(_ value: State, _ position: Int, isNew: Bool) {
    guard let merging = rules.merging, position != VisitedSet.unexplored else { return }
    if let content = merging.content(value) {
      guard mergedContents.insert(["\(position)", content]).inserted else { return }
    }
    if !isNew { merged.append((position, value)) }
  }

  /// Tries all events in values that were taken for others, and records a finding if one does something else there.
  mutating func compareMerged() {
    guard let merging = rules.merging, !isCut else { return }
    // What the copy finds is only compared.
    var copy = self
    copy.evaluationCount = 0
    let known = outcomes
    var (count, depth, isWhole) = (0, 0, true)
    var differences: [(properties: [String], finding: GraphFinding)] = []
    while !copy.merged.isEmpty {
      // A value that only the copy has found is a difference already.
      let all = copy.merged.filter { $0.position < queue.count }
      let pairs = all.prefix(depth < bounds.mergeSteps ? bounds.merges - count : 0)
      isWhole = isWhole && pairs.count == all.count
      (count, depth) = (count + pairs.count, depth + 1)
      (copy.merged, copy.cells, copy.cellPositions) = ([], [], [:])
      let first = copy.queue.count
      copy.queue += pairs.map { ($0.value, queue[$0.position].identifier) }
      let (events, values) = (events, copy.queue)
      let steps = pairs.indices.flatMap { pair in events.indices.map { [first + pair, $0] } }
        .filter { rules.isPossible(events[$0[1]].event, values[$0[0]].value) }
      copy.attempt(steps) { (values[$0[0]].value, events[$0[1]].event) }
      for step in steps { copy.evaluate(step) }
      let found = copy.outcomes
      for (number, pair) in pairs.enumerated() {
        let triggers = events.map(\.trigger).uniqued().filter { trigger in
          // A step without an end has no outcome that could be compared.
          guard let one = known[pair.position]?[trigger],
            let other = found[first + number]?[trigger]
          else { return false }
          return one != other
        }
        guard !triggers.isEmpty else { continue }
        let value = queue[pair.position].value
        let properties = merging.differences(value, pair.value)
        differences += triggers.map { trigger in
          let ways = [value, pair.value].map(merging.way)
          return (
            properties,
            .mergedMachinesDiffer(
              properties, state: queue[pair.position].identifier, event: "\(trigger)", ways,
              merging.advice)
          )
        }
      }
    }
    var named: [Set<String>] = []
    // Of two values that differ in fewer properties, one more likely decides.
    for (properties, finding) in differences.stablySorted(by: \.properties.count) {
      // Whoever mends the first one mends those that differ in more, too. What has no name is told by its place.
      let names = Set(properties.isEmpty ? [finding.name] : properties)
      guard !named.contains(where: { $0.isSubset(of: names) }) else { continue }
      named.append(names)
      findings.append(finding)
    }
    if !isWhole || copy.isCut { findings.append(.mergeBound(bounds)) }
  }

  /// What each trigger does in each value, by the values' positions.
  private var outcomes: [Int: [StateGraph.Trigger: [[CellOutcome]]]] {
    cells.reduce(into: [:]) { outcomes, cell in
      for answer in cell.answers {
        outcomes[answer.course.current, default: [:]][cell.trigger, default: []]
          .append(answer.outcomes.map(\.compared))
      }
    }
  }
}

extension CellOutcome {
  /// The outcome with the value that it leads to, and without the values in the message of a trap.
  fileprivate var compared: CellOutcome {
    var outcome = self
    outcome.variant = evidence[0].value == nil ? -1 : evidence[0].target ?? -1
    if case .traps(let message)? = effect {
      outcome.effect = .traps(message: message?.withoutValues)
    }
    return outcome
  }
}

extension String {
  /// Returns the text with `…` for each word that another text has not.
  func masked(by other: String) -> String {
    func words(_ text: String) -> [Substring] {
      text.split(omittingEmptySubsequences: false) { ", ():".contains($0) }
    }
    let (own, others) = (words(self), words(other))
    guard self != other, own.count == others.count else { return self }
    return zip(own, others).map { $0 == $1 ? $0 : "…" }.joined(separator: " ")
  }
}
