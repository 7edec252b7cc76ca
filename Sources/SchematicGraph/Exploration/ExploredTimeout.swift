import Schematic

/// A timeout of a value of a state.
struct ExploredTimeout<Event> {
  /// The path of the composite state that has the timeout, or `nil` for the innermost state.
  let composite: [String]?
  let delay: StateGraph.Delay
  /// The event that the timeout sends.
  let event: Event
  /// The line of code that creates the timeout, if it is known.
  let line: SourceLine?
  /// The number of the timeout among the timeouts with the same level and delay.
  fileprivate(set) var number = 0

  /// The level of the composite state that has the timeout, or `nil` for the innermost state.
  var level: Int? { composite?.count }

  var trigger: StateGraph.Trigger { .timeout(delay) }
}

extension Array {
  /// Returns the timeouts with their numbers.
  func numbered<Event>() -> [ExploredTimeout<Event>] where Element == ExploredTimeout<Event> {
    indices.map { index in
      var timeout = self[index]
      timeout.number = self[..<index].count {
        $0.level == timeout.level && $0.delay == timeout.delay
      }
      return timeout
    }
  }

  /// Returns a finding for each group of timeouts with the same text in diagrams.
  func repeated<Event: Graphable>(of state: String) -> [GraphFinding]
  where Element == ExploredTimeout<Event> {
    Dictionary(grouping: self, by: \.trigger).filter { $0.value.count > 1 }.map {
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
