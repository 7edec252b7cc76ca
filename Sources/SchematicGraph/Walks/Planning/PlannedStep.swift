/// A step of a walk with the values that take it: see ``Schematic/StateMachineSchema/plan(for:from:)``.
public struct PlannedStep<State, Event> {
  /// What the diagram shows.
  public let step: Walk.Step
  /// The event to send.
  public let event: Event
  /// The answers that the step assumes, by the names of the guards.
  public let guards: [String: Bool]
  /// The state before.
  public let source: State
  /// The state to expect afterwards.
  public let target: State
  /// Whether the step is no part of the walk, and leads to where the next one can be taken.
  public let isDetour: Bool
}

extension PlannedStep: Sendable where State: Sendable, Event: Sendable {}
