import Schematic

extension StateMachine where Event: Graphable {
  /// The events that the machine would accept now, in declared order.
  ///
  /// The rules and guards are asked; nothing moves and no action runs.
  ///
  /// ```swift
  /// machine.permittedEvents  // [.coin]
  /// ```
  ///
  /// - Complexity: one call of the rules for each event.
  public var permittedEvents: [Event] {
    Event.graphCases.filter(can)
  }
}
