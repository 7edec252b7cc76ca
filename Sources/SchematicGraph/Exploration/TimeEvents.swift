import Schematic

extension Graphable {
  /// The label of an event in diagrams: its labels, in quotes if that reads like the label of
  /// a timeout.
  package var eventLabel: String { StateGraph.Trigger.event(diagramLabel).description }
}

extension StateGraph.Delay {
  /// Creates the delay of the timeout that sent an event, or returns `nil` if none did.
  init?(of sender: EventSender) {
    switch sender {
    case .timeout(let duration): self = .fixed(duration)
    case .namedTimeout(let name): self = .named(name)
    case .caller, .task, .completion: return nil
    }
  }
}

extension StateTimeout {
  /// The delay as a diagram shows it.
  var delay: StateGraph.Delay {
    switch length {
    case .fixed(let duration): .fixed(duration)
    case .named(let length): .named(length.name)
    }
  }
}
