// The comparison of values that the picture takes for one.
extension Exploration {
  /// Tries all events in values that were taken for others, and then in the values that these lead to.
  ///
  /// - Returns: A finding for each event that does something else there, and for a bound that was reached.
  func findings(aboutMergedBy merging: Merging<State>) -> [GraphFinding] {
    // After the bound on evaluations, none is left to compare with.
    guard !isCut else { return [] }
    // What this copy finds is only compared.
    var copy = self
    let (known, bounds) = (record.outcomes, rules.bounds)
    copy.count = 0
    var (count, depth, isWhole) = (0, 0, true)
    var differences: [(properties: [String], finding: GraphFinding)] = []
    while merging.hasPending {
      // A value that only the copy has found is a difference already.
      let all = merging.popPending().filter { $0.position < found.queue.count }
      let pairs = all.prefix(depth < bounds.mergeSteps ? bounds.merges - count : 0)
      isWhole = isWhole && pairs.count == all.count
      (count, depth) = (count + pairs.count, depth + 1)
      let first = copy.found.queue.count
      copy.found.queue += pairs.map { ($0.value, found.queue[$0.position].identifier) }
      let tried = copy.outcomes(from: first)
      for (number, pair) in pairs.enumerated() {
        let triggers = rules.events.map(\.trigger).uniqued().filter { trigger in
          // A step without an end has no outcome that could be compared.
          guard let one = known[pair.position]?[trigger],
            let other = tried[first + number]?[trigger]
          else { return false }
          return one != other
        }
        let (value, state) = found.queue[pair.position]
        let properties = triggers.isEmpty ? [] : merging.differences(value, pair.value)
        differences += triggers.map { trigger in
          let ways = [value, pair.value].map(merging.way)
          return (
            properties,
            .mergedMachinesDiffer(
              properties, state: state, event: "\(trigger)", ways, merging.advice)
          )
        }
      }
    }
    var (named, findings): ([Set<String>], [GraphFinding]) = ([], [])
    // Of two values that differ in fewer properties, one more likely decides.
    for (properties, finding) in differences.stablySorted(by: \.properties.count) {
      // Whoever mends the first one mends those that differ in more, too. What has no name is told by its place.
      let names = Set(properties.isEmpty ? [finding.name] : properties)
      guard !named.contains(where: { $0.isSubset(of: names) }) else { continue }
      named.append(names)
      findings.append(finding)
    }
    return findings + (isWhole && !copy.isCut ? [] : [.mergeBound(bounds)])
  }

  /// Returns what each event does in the values from a position on.
  private mutating func outcomes(
    from first: Int
  ) -> [Int: [StateGraph.Trigger: [[CellOutcome]]]] {
    record = ExplorationRecord()
    let steps = found.queue.indices[first...].flatMap {
      rules.eventSteps(found.queue[$0].value, on: TimeoutCourse(entered: $0, current: $0))
    }
    attempt(steps)
    for step in steps { evaluate(step) }
    return record.outcomes
  }
}

extension ExplorationRecord {
  /// What each trigger does in each value, by the values' positions.
  fileprivate var outcomes: [Int: [StateGraph.Trigger: [[CellOutcome]]]] {
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
