import Schematic
import Workloads

/// The states of a job as composite states: `running` and `paused` are nested two deep.
enum NestedJobState: Hierarchical, Sendable {
  case ready
  case begun(Begun)

  enum Begun: Hierarchical, Sendable {
    case active(Active)
    case retired
  }

  enum Active: Hierarchical, Sendable { case running, paused }
}

/// The rules of a job: plain rules, and rules with one more feature each.
enum JobRules {
  static let plain = StateMachineSchema<JobState, JobEvent, Job>(initialState: .ready) {
    state, event in
    switch (state, event) {
    case (.ready, .start), (.paused, .resume):
      return .to(.running, "run") { $0.counts.runs += 1 }
    case (.running, .pause): return .to(.paused, "pause") { $0.counts.pauses += 1 }
    case (.running, .stop), (.paused, .stop): return .to(.ready)
    case (.ready, .retire): return .to(.retired)
    default: return .ignored
    }
  }

  static let entryHook = plain.states { _ in .entry("count") { $0.counts.entries += 1 } }
  static let finalState = plain.states { $0 == .retired ? .final : .none }

  static let nested = StateMachineSchema<NestedJobState, JobEvent, Job>(initialState: .ready) {
    state, event in
    switch (state, event) {
    case (.ready, .start), (.begun(.active(.paused)), .resume):
      return .to(.begun(.active(.running)), "run") { $0.counts.runs += 1 }
    case (.begun(.active(.running)), .pause):
      return .to(.begun(.active(.paused)), "pause") { $0.counts.pauses += 1 }
    case (.begun(.active(.running)), .stop), (.begun(.active(.paused)), .stop): return .to(.ready)
    case (.ready, .retire): return .to(.begun(.retired))
    default: return .ignored
    }
  }

  static let nestedEntryHook = nested.states { _ in .entry("count") { $0.counts.entries += 1 } }
  static let outerEntryHook = nested.states(level: 1) { _ in
    .entry("count") { $0.counts.entries += 1 }
  }
}

/// The rules of a job on the main actor.
enum MainActorJobRules {
  static let plain = StateMachineSchema<JobState, JobEvent, MainActorJob>(
    initialState: .ready, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.ready, .start), (.paused, .resume):
      return .to(.running, "run") { $0.counts.runs += 1 }
    case (.running, .pause): return .to(.paused, "pause") { $0.counts.pauses += 1 }
    case (.running, .stop), (.paused, .stop): return .to(.ready)
    case (.ready, .retire): return .to(.retired)
    default: return .ignored
    }
  }

  static let entryHook = plain.states(on: MainActor.self) { _ in
    .entry("count") { $0.counts.entries += 1 }
  }
  static let timeout = plain.states { state in
    state == .retired ? .after(.seconds(1), send: .start) : .none
  }
}

/// The rules of a job that is an actor.
enum ActorJobRules {
  static let plain = StateMachineSchema<JobState, JobEvent, ActorJob>(initialState: .ready) {
    state, event in
    switch (state, event) {
    case (.ready, .start), (.paused, .resume):
      return .to(.running, "run") { $0.counts.runs += 1 }
    case (.running, .pause): return .to(.paused, "pause") { $0.counts.pauses += 1 }
    case (.running, .stop), (.paused, .stop): return .to(.ready)
    case (.ready, .retire): return .to(.retired)
    default: return .ignored
    }
  }

  static let entryHook = plain.states { _ in .entry("count") { $0.counts.entries += 1 } }
}
