/// What a schema has called at each step, each list in the order in which it was written.
struct SchemaHooks<State, Event, Subject>: Sendable {
  typealias Visit = @Sendable (StateVisit<State, Event>, Subject) -> Void

  var exits: [Visit] = []
  var entries: [Visit] = []
  var beforeEvent: [@Sendable (State, Event, Subject) -> Void] = []
  var afterEvent: [@Sendable (State, Event, Outcome, Subject) -> Void] = []

  var isEmpty: Bool {
    exits.isEmpty && entries.isEmpty && beforeEvent.isEmpty && afterEvent.isEmpty
  }

  /// Tells of the states that a move leaves, the innermost first.
  func exit(_ source: State, for target: State, on event: Event?, _ subject: Subject) {
    guard !exits.isEmpty else { return }
    for path in PathChange(from: source, to: target).left {
      let visit = StateVisit(state: source, path: path, event: event)
      for hook in exits { hook(visit, subject) }
    }
  }

  /// Tells of the states that a move enters, the outermost first.
  func enter(_ target: State, from source: State, on event: Event?, _ subject: Subject) {
    guard !entries.isEmpty else { return }
    enter(PathChange(from: source, to: target), target, on: event, subject)
  }

  /// Tells of the states that are entered, the outermost first.
  func enter(_ change: PathChange, _ state: State, on event: Event?, _ subject: Subject) {
    for path in change.entered {
      let visit = StateVisit(state: state, path: path, event: event)
      for hook in entries { hook(visit, subject) }
    }
  }
}
