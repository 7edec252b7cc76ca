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
  private let values = Values()

  /// The values that were taken for known ones.
  private final class Values {
    /// Those that weren't compared yet, each with the position of the known one.
    var pending: [(position: Int, value: State)] = []
    /// The positions of values, with all of their contents.
    var contents: Set<[String]> = []
  }

  /// Remembers a value that is new.
  func remember(_ value: State, at position: Int) {
    if let content = content(value) { values.contents.insert(["\(position)", content]) }
  }

  /// Remembers a value that is taken for the one at a position, if its contents are new.
  func remember(_ value: State, like position: Int) {
    if let content = content(value),
      !values.contents.insert(["\(position)", content]).inserted
    {
      return
    }
    values.pending.append((position, value))
  }

  fileprivate func popPending() -> [(position: Int, value: State)] {
    defer { values.pending = [] }
    return values.pending
  }

  fileprivate var hasPending: Bool { !values.pending.isEmpty }
}

extension ExploredRules {
  /// Tries all events in values that were taken for others, and then in the values that these lead to.
  ///
  /// - Returns: A finding for each event that does something else there, and for a bound that was reached.
  func findings(
    aboutMergedBy merging: Merging<State>, _ found: FoundValues<State>, _ evaluator: StepEvaluator,
    _ record: ExplorationRecord<Event>
  ) -> [GraphFinding] {
    // After the bound on evaluations, none is left to compare with.
    guard !evaluator.isCut else { return [] }
    // What these copies find is only compared.
    var (copy, evaluator, known) = (found, evaluator, record.outcomes)
    evaluator.count = 0
    var (count, depth, isWhole) = (0, 0, true)
    var differences: [(properties: [String], finding: GraphFinding)] = []
    while merging.hasPending {
      // A value that only the copy has found is a difference already.
      let all = merging.popPending().filter { $0.position < found.queue.count }
      let pairs = all.prefix(depth < bounds.mergeSteps ? bounds.merges - count : 0)
      isWhole = isWhole && pairs.count == all.count
      (count, depth) = (count + pairs.count, depth + 1)
      let first = copy.queue.count
      copy.queue += pairs.map { ($0.value, found.queue[$0.position].identifier) }
      let tried = outcomes(from: first, &copy, &evaluator)
      for (number, pair) in pairs.enumerated() {
        let triggers = events.map(\.trigger).uniqued().filter { trigger in
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
    return findings + (isWhole && !evaluator.isCut ? [] : [.mergeBound(bounds)])
  }

  /// Returns what each event does in the values from a position on.
  private func outcomes(
    from first: Int, _ found: inout FoundValues<State>, _ evaluator: inout StepEvaluator
  ) -> [Int: [StateGraph.Trigger: [[CellOutcome]]]] {
    var record = ExplorationRecord<Event>()
    let steps = found.queue.indices[first...].flatMap {
      eventSteps(found.queue[$0].value, on: TimeoutCourse(entered: $0, current: $0))
    }
    evaluator.attempt(steps, in: found.queue, of: self)
    for step in steps { evaluate(step, &found, &evaluator, &record) }
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
