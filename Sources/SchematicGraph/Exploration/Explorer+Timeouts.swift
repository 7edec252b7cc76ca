import Schematic

// Timeouts: those of a value as diagrams show them, those of values that changed while they ran, and those
// whose events nobody takes.
extension Explorer {
  /// A timeout of a value, as diagrams show it.
  struct ShownTimeout {
    /// The level of the composite state that it belongs to; `nil` for the innermost state.
    let level: Int?
    let event: Event
    let trigger: StateGraph.Trigger
    /// The number among those with the same level and trigger.
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
    var numbers: [Int?: [StateGraph.Trigger: Int]] = [:]
    return timeouts.map { timeout in
      let trigger = StateGraph.Trigger.timeout(timeout.delay)
      let number = numbers[timeout.level, default: [:]][trigger, default: 0]
      numbers[timeout.level, default: [:]][trigger] = number + 1
      return ShownTimeout(
        level: timeout.level, event: timeout.event, trigger: trigger, number: number,
        composite: timeout.level.map { Array(value.casePath.prefix($0)) }, line: timeout.line)
    }
  }

  /// Returns a finding for each group of timeouts that read the same.
  func repeatedTimeouts(among shown: [ShownTimeout], of state: String) -> [GraphFinding] {
    Dictionary(grouping: shown, by: \.trigger).filter { $0.value.count > 1 }.map {
      trigger, timeouts in
      .repeatedTimeout("\(trigger)", sending: timeouts.map(\.event.eventLabel), state: state)
    }.sorted { $0.description < $1.description }
  }

  /// Evaluates the timeouts of states whose values have changed since they were entered.
  mutating func exploreChangedStates() {
    let late = courses.newCourses(pairs.map { ($0.source, $0.internalChanges) })
    guard !late.isEmpty else { return }
    let (queue, rules) = (queue, rules)
    let timeouts = { (course: TimeoutCourse) in
      (rules.answers?.timeouts(queue[course.entered].value) ?? []).enumerated().filter {
        $1.level == nil
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

  /// Returns a finding for each timeout whose event is never taken, with the label of the event: other
  /// regions may take it.
  func refusedTimeouts() -> [(finding: GraphFinding, event: String)] {
    var refused = pairs.filter(\.isShownByArrows).compactMap { pair in
      pair.refusal.map {
        (
          GraphFinding.refusedTimeout(
            "\(pair.trigger)", of: pair.source, sending: pair.eventLabel, $0),
          pair.eventLabel
        )
      }
    }
    for (path, timeouts) in outerTimeouts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for (trigger, indices) in timeouts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        let refusals = indices.compactMap { pairs[$0].refusal }
        guard refusals.count == indices.count, let pair = indices.min() else { continue }
        let composite = StateGraph.Region.path(path.joined(separator: "."), in: rules.region)
        refused.append(
          (
            .refusedTimeout(
              "\(trigger)", of: composite, sending: pairs[pair].eventLabel,
              refusals.contains("ignored") ? "ignored" : "rejected"), pairs[pair].eventLabel
          ))
      }
    }
    return refused.map { (finding: $0.0, event: $0.1) }
  }
}
