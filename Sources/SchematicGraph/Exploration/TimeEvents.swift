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

extension StateMachineSchema {
  /// Returns the timeouts of a state with the triggers that they may be in a diagram.
  func shownTimeouts(
    in state: State
  ) -> [(event: Event, triggers: [StateGraph.Trigger], sender: EventSender)] {
    let names = regionNames
    let paths = names.isEmpty ? [] : regionPaths(in: state)
    return timeouts(in: state).map { owner, timeout in
      let part = owner.region.map {
        PartOwner.name(names[$0], paths[$0], level: owner.level == 0 ? nil : owner.level)
      }
      let triggers = [nil, part].uniqued().map {
        StateGraph.Trigger.timeout(timeout.delay, region: $0)
      }
      return (timeout.event, triggers, timeout.sender)
    }
  }
}

/// The names of regions in a diagram that doesn't draw them.
enum PartOwner {
  /// Returns the name of a region.
  ///
  /// If a level refers to a state around others, that state's path follows: `left.on`.
  static func name(_ part: String, _ path: [String]?, level: Int?) -> String {
    guard let level, let path, level < path.count else { return part }
    return ([part] + path.prefix(level)).joined(separator: ".")
  }
}
