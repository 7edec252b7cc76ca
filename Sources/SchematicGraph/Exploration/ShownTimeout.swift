import Schematic

/// A timeout of a value, as diagrams show it.
struct ShownTimeout<Event: Graphable> {
  /// The level of the composite state that has the timeout, or `nil` for the innermost state.
  let level: Int?
  let event: Event
  let trigger: StateGraph.Trigger
  /// The number of the timeout among the timeouts with the same level and trigger.
  let number: Int
  /// The composite state that has the timeout, or `nil` for the innermost state.
  let composite: [String]?
  /// The line of code that creates the timeout, if it is known.
  let line: SourceLine?

  /// Returns the timeouts of a value as diagrams show them.
  static func all(
    _ timeouts: [ExploredTimeout<Event>], of value: some Graphable
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

  /// Returns a finding for each group of timeouts with the same text in diagrams.
  static func repeated(among shown: [ShownTimeout], of state: String) -> [GraphFinding] {
    Dictionary(grouping: shown, by: \.trigger).filter { $0.value.count > 1 }.map {
      trigger, timeouts in
      .repeatedTimeout("\(trigger)", sending: timeouts.map(\.event.eventLabel), state: state)
    }.sorted { $0.description < $1.description }
  }
}

extension Graphable {
  /// The label of an event in diagrams, in quotes if it could be read as a timeout or a completion.
  package var eventLabel: String { StateGraph.Trigger.event(diagramLabel).description }
}

extension StateGraph.Delay {
  /// Creates the delay of the timeout that sent an event, or returns `nil` if none did.
  package init?(of sender: EventSender) {
    switch sender {
    case .timeout(let duration): self = .fixed(duration)
    case .namedTimeout(let name): self = .named(name)
    case .caller, .task, .completion: return nil
    }
  }
}

extension StateTimeout {
  /// The delay as a diagram shows it.
  package var delay: StateGraph.Delay {
    switch length {
    case .fixed(let duration): .fixed(duration)
    case .named(let length): .named(length.name)
    }
  }
}
