#if Inspector
  import Schematic
  import SchematicGraph
  import SchematicTraces

  /// A route from pages to a machine, which takes events to the machine's actor.
  protocol EventRoute: Sendable {
    /// Sends the event with a label.
    func send(_ label: String) async -> SentEvent
  }

  /// The result of an event sent from a page.
  enum SentEvent: Hashable, Sendable {
    case handled(TraceEntry.Outcome)
    /// The machine or its actor no longer exists.
    case gone
    /// The machine isn't on an actor, so there is no safe way to call it.
    case unreachable
    case unknownEvent
  }

  /// A route to one machine, which retains neither the machine nor its actor.
  final class MachineRoute<State: Graphable, Event: Graphable, Subject>: EventRoute,
    @unchecked Sendable
  {
    // The machine is used only on its actor.
    private weak var machine: StateMachine<State, Event, Subject>?
    private weak var actor: (any Actor)?
    private let hasActor: Bool

    init(to machine: StateMachine<State, Event, Subject>, on actor: (any Actor)?) {
      self.machine = machine
      self.actor = actor
      hasActor = actor != nil
    }

    func send(_ label: String) async -> SentEvent {
      guard hasActor else { return .unreachable }
      guard let actor else { return .gone }
      return await send(label, on: actor)
    }

    private func send(_ label: String, on actor: isolated any Actor) -> SentEvent {
      guard let machine else { return .gone }
      guard let event = Event.graphCases.first(where: { $0.eventLabel == label }) else {
        return .unknownEvent
      }
      return .handled(TraceEntry.Outcome(machine.handle(event)))
    }
  }
#endif
