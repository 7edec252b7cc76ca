import Schematic
import Workloads

/// The states of a job as composite states: `running` and `paused` lie two deep.
enum NestedJobState: Hierarchical, Sendable {
  case ready
  case begun(Begun)

  enum Begun: Hierarchical, Sendable {
    case active(Active)
    case retired
  }

  enum Active: Hierarchical, Sendable { case running, paused }
}

/// The rules of a job, plain and with one thing more each.
enum JobRules {
  static let plain = StateMachineSchema<JobState, JobEvent, Job>(initialState: .ready) {
    state, event in
    switch state {
    case .ready:
      switch event {
      case .start: return .to(.running, "run") { $0.counts.runs += 1 }
      case .retire: return .to(.retired)
      case .pause, .resume, .stop: return .ignored
      }
    case .running:
      switch event {
      case .pause: return .to(.paused, "pause") { $0.counts.pauses += 1 }
      case .stop: return .to(.ready)
      case .start, .resume, .retire: return .ignored
      }
    case .paused:
      switch event {
      case .resume: return .to(.running, "run") { $0.counts.runs += 1 }
      case .stop: return .to(.ready)
      case .start, .pause, .retire: return .ignored
      }
    case .retired: return .ignored
    }
  }

  static let entryHook = plain.onEntry { $1.counts.entries += 1 }
  static let finalState = plain.final { $0 == .retired }

  static let nested = StateMachineSchema<NestedJobState, JobEvent, Job>(initialState: .ready) {
    state, event in
    switch state {
    case .ready:
      switch event {
      case .start: return .to(.begun(.active(.running)), "run") { $0.counts.runs += 1 }
      case .retire: return .to(.begun(.retired))
      case .pause, .resume, .stop: return .ignored
      }
    case .begun(.active(.running)):
      switch event {
      case .pause: return .to(.begun(.active(.paused)), "pause") { $0.counts.pauses += 1 }
      case .stop: return .to(.ready)
      case .start, .resume, .retire: return .ignored
      }
    case .begun(.active(.paused)):
      switch event {
      case .resume: return .to(.begun(.active(.running)), "run") { $0.counts.runs += 1 }
      case .stop: return .to(.ready)
      case .start, .pause, .retire: return .ignored
      }
    case .begun(.retired): return .ignored
    }
  }

  static let nestedEntryHook = nested.onEntry { $1.counts.entries += 1 }
}

/// The rules of a job on the main actor.
enum MainActorJobRules {
  static let plain = StateMachineSchema<JobState, JobEvent, MainActorJob>(
    initialState: .ready, on: MainActor.self
  ) { state, event in
    switch state {
    case .ready:
      switch event {
      case .start: return .to(.running, "run") { $0.counts.runs += 1 }
      case .retire: return .to(.retired)
      case .pause, .resume, .stop: return .ignored
      }
    case .running:
      switch event {
      case .pause: return .to(.paused, "pause") { $0.counts.pauses += 1 }
      case .stop: return .to(.ready)
      case .start, .resume, .retire: return .ignored
      }
    case .paused:
      switch event {
      case .resume: return .to(.running, "run") { $0.counts.runs += 1 }
      case .stop: return .to(.ready)
      case .start, .pause, .retire: return .ignored
      }
    case .retired: return .ignored
    }
  }

  static let entryHook = plain.onEntry(on: MainActor.self) { $1.counts.entries += 1 }
  static let timeout = plain.timeouts { state in
    state == .retired ? .after(.seconds(1), send: .start) : nil
  }
}

/// The rules of a job that is an actor.
enum ActorJobRules {
  static let plain = StateMachineSchema<JobState, JobEvent, ActorJob>(initialState: .ready) {
    state, event in
    switch state {
    case .ready:
      switch event {
      case .start: return .to(.running, "run") { $0.counts.runs += 1 }
      case .retire: return .to(.retired)
      case .pause, .resume, .stop: return .ignored
      }
    case .running:
      switch event {
      case .pause: return .to(.paused, "pause") { $0.counts.pauses += 1 }
      case .stop: return .to(.ready)
      case .start, .resume, .retire: return .ignored
      }
    case .paused:
      switch event {
      case .resume: return .to(.running, "run") { $0.counts.runs += 1 }
      case .stop: return .to(.ready)
      case .start, .pause, .retire: return .ignored
      }
    case .retired: return .ignored
    }
  }

  static let entryHook = plain.onEntry { $1.counts.entries += 1 }
}
