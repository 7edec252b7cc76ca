/// A transition that a machine has taken, as observers are told of it.
public struct TakenTransition<State, Event> {
  /// The state before.
  public let source: State
  /// The state after.
  public let target: State
  /// The event that caused it.
  public let event: Event
  /// The name of the action; `nil` when it has none.
  public let label: String?
  /// Whether no state was left and none was entered.
  public let isInternal: Bool

  @inlinable
  init(source: State, target: State, event: Event, label: String?, isInternal: Bool) {
    self.source = source
    self.target = target
    self.event = event
    self.label = label
    self.isInternal = isInternal
  }
}

extension TakenTransition: Sendable where State: Sendable, Event: Sendable {}
extension TakenTransition: Equatable where State: Equatable, Event: Equatable {}
