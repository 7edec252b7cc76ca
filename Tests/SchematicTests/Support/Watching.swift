import Schematic

/// One phase of a step each, for tests that look on at no other.
extension StateMachineSchema {
  func seeingEvents(
    _ look: @escaping @Sendable (State, Event, Subject) -> Void
  ) -> StateMachineSchema {
    onStep { phase, subject in
      if case .before(let event, let state) = phase { look(state, event, subject) }
    }
  }

  func seeingExits(
    _ look: @escaping @Sendable (StateVisit<State, Event>, Subject) -> Void
  ) -> StateMachineSchema {
    onStep { phase, subject in
      if case .left(let visit) = phase { look(visit, subject) }
    }
  }

  func seeingEntries(
    _ look: @escaping @Sendable (StateVisit<State, Event>, Subject) -> Void
  ) -> StateMachineSchema {
    onStep { phase, subject in
      if case .entered(let visit) = phase { look(visit, subject) }
    }
  }

  func seeingOutcomes(
    _ look: @escaping @Sendable (State, Event, Outcome, Subject) -> Void
  ) -> StateMachineSchema {
    onStep { phase, subject in
      if case .after(let event, let state, let outcome) = phase {
        look(state, event, outcome, subject)
      }
    }
  }

  func seeingEvents(
    on actor: MainActor.Type, _ look: @escaping @MainActor @Sendable (State, Event, Subject) -> Void
  ) -> StateMachineSchema {
    onStep(on: actor) { phase, subject in
      if case .before(let event, let state) = phase { look(state, event, subject) }
    }
  }

  func seeingExits(
    on actor: MainActor.Type,
    _ look: @escaping @MainActor @Sendable (StateVisit<State, Event>, Subject) -> Void
  ) -> StateMachineSchema {
    onStep(on: actor) { phase, subject in
      if case .left(let visit) = phase { look(visit, subject) }
    }
  }

  func seeingEntries(
    on actor: MainActor.Type,
    _ look: @escaping @MainActor @Sendable (StateVisit<State, Event>, Subject) -> Void
  ) -> StateMachineSchema {
    onStep(on: actor) { phase, subject in
      if case .entered(let visit) = phase { look(visit, subject) }
    }
  }

  func seeingOutcomes(
    on actor: MainActor.Type,
    _ look: @escaping @MainActor @Sendable (State, Event, Outcome, Subject) -> Void
  ) -> StateMachineSchema {
    onStep(on: actor) { phase, subject in
      if case .after(let event, let state, let outcome) = phase {
        look(state, event, outcome, subject)
      }
    }
  }
}
