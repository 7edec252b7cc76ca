import Schematic

// Timeouts: those of a value as diagrams show them, those of values that changed while they ran, and those
// whose events nobody takes.
extension Explorer {
  /// A timeout of a value, as diagrams show it.
  struct ShownTimeout {
    /// The region, `nil` for the whole state, and the level, `nil` for the innermost state.
    struct Owner: Hashable {
      let part: Int?
      let level: Int?
    }

    let owner: Owner
    let event: Event
    /// The trigger in a graph with regions.
    let trigger: StateGraph.Trigger
    /// The trigger in a graph without regions.
    let flatTrigger: StateGraph.Trigger
    /// The number among those with the same owner and trigger.
    let number: Int
    /// The composite state that the timeout belongs to; `nil` for the innermost state.
    let composite: [String]?
    /// The line of code that creates it, if that is known.
    let line: SourceLine?
  }

  /// Returns the timeouts of a value as diagrams show them.
  func shownTimeouts(
    _ timeouts: [ExploredTimeout<Event>], of value: State
  ) -> [ShownTimeout] {
    var numbers: [ShownTimeout.Owner: [StateGraph.Trigger: Int]] = [:]
    return timeouts.map { timeout in
      let owner = ShownTimeout.Owner(part: timeout.part, level: timeout.level)
      // Timeouts of several parts may be as long as each other.
      let part = timeout.part.flatMap { part in
        rules.answers.map {
          (name: $0.parts[part], path: $0.paths(value)[part] ?? [])
        }
      }
      let name = part.map { PartOwner.name($0.name, $0.path, level: timeout.level) }
      let flatTrigger = StateGraph.Trigger.timeout(timeout.delay, region: name)
      let number = numbers[owner, default: [:]][flatTrigger, default: 0]
      numbers[owner, default: [:]][flatTrigger] = number + 1
      let path = part?.path ?? value.casePath
      return ShownTimeout(
        owner: owner, event: timeout.event, trigger: .timeout(timeout.delay),
        flatTrigger: flatTrigger, number: number,
        composite: timeout.level.map { [part?.name ?? ""] + path.prefix($0) },
        line: timeout.line)
    }
  }

  /// Returns a finding for each group of timeouts that read the same.
  func repeatedTimeouts(among shown: [ShownTimeout], of state: String) -> [GraphFinding] {
    // A region shows its timeouts without the levels that they belong to.
    let groups = Dictionary(grouping: shown) { timeout in
      [timeout.owner.part.map { "\($0)" } ?? "", "\(timeout.trigger)"]
    }
    return groups.values.filter { $0.count > 1 }.map { timeouts in
      .repeatedTimeout(
        "\(timeouts[0].flatTrigger)", sending: timeouts.map(\.event.eventLabel), state: state)
    }.sorted { $0.description < $1.description }
  }

  /// Evaluates the timeouts of states whose values have changed since they were entered.
  mutating func exploreChangedStates() {
    let late = courses.newCourses(pairs.map { ($0.source, $0.internalChanges) })
    guard !late.isEmpty else { return }
    let (queue, rules) = (queue, rules)
    let timeouts = { (course: TimeoutCourse) in
      (rules.answers?.timeouts(queue[course.entered].value) ?? []).enumerated().filter {
        $1.part == nil && $1.level == nil
      }
    }
    let keys = late.flatMap { course in
      timeouts(course).map { [course.entered, $0.offset, course.current] }
    }
    attempt(keys) { key in
      let event = (rules.answers?.timeouts(queue[key[0]].value) ?? [])[key[1]].event
      return (queue[key[2]].value, event)
    }
    for course in late {
      let value = queue[course.entered].value
      let shown = shownTimeouts(rules.answers?.timeouts(value) ?? [], of: value)
      for (index, _) in timeouts(course) {
        let tried = trials.end(of: [course.entered, index, course.current])
        let timeout = shown[index]
        evaluate(
          timeout.event, timeout.trigger, in: course.current, timeout: timeout,
          began: course.entered, tried)
      }
    }
  }

  /// Records a finding for each timeout whose event is never taken.
  mutating func recordRefusedTimeouts() {
    for pair in pairs where pair.isShownByArrows {
      guard let refusal = pair.refusal else { continue }
      findings.append(
        .refusedTimeout("\(pair.flatTrigger)", of: pair.source, sending: pair.eventLabel, refusal))
    }
    for (path, timeouts) in outerTimeouts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for (trigger, indices) in timeouts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        let refusals = indices.compactMap { pairs[$0].refusal }
        guard refusals.count == indices.count, let pair = indices.min() else { continue }
        findings.append(
          .refusedTimeout(
            "\(trigger)", of: path.filter { !$0.isEmpty }.joined(separator: "."),
            sending: pairs[pair].eventLabel, refusals.contains("ignored") ? "ignored" : "rejected"))
      }
    }
  }
}
