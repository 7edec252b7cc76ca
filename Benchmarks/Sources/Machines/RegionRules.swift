import Schematic
import Workloads

/// A job beside a lamp, in two properties of one state.
struct LitJob: Sendable {
  enum Work: Hierarchical, Sendable { case ready, running, paused, retired }
  enum Lamp: Hierarchical, Sendable { case dark, lit }

  var work = Work.ready
  var lamp = Lamp.dark
}

/// The rules of a job beside a lamp: as one function, and as two regions.
enum LitJobRules {
  /// Returns rules in one function, which changes both properties.
  ///
  /// - Parameter isLit: A Boolean value that indicates whether the lamp is lit while the job goes on; else
  ///   it stays dark.
  /// - Returns: The schema.
  static func flat(isLit: Bool) -> StateMachineSchema<LitJob, JobEvent, Job> {
    StateMachineSchema(initialState: LitJob()) { state, event in
      var next = state
      switch (state.work, event) {
      case (.ready, .start), (.paused, .resume):
        next.work = .running
        if isLit { next.lamp = .lit }
        return .to(next, "run") { $0.counts.runs += 1 }
      case (.running, .pause):
        next.work = .paused
        if isLit { next.lamp = .dark }
        return .to(next, "pause") { $0.counts.pauses += 1 }
      case (.running, .stop), (.paused, .stop):
        next.work = .ready
        if isLit { next.lamp = .dark }
        return .to(next)
      case (.ready, .retire):
        next.work = .retired
        return .to(next)
      default: return .ignored
      }
    }
  }

  /// Returns rules in two regions; the lamp's region takes every event if `isLit` is true, and otherwise none.
  static func regions(isLit: Bool) -> StateMachineSchema<LitJob, JobEvent, Job> {
    StateMachineSchema(
      initialState: LitJob(),
      regions: .region(\.work) { state, event in
        switch (state, event) {
        case (.ready, .start), (.paused, .resume):
          return .to(.running, "run") { $0.counts.runs += 1 }
        case (.running, .pause): return .to(.paused, "pause") { $0.counts.pauses += 1 }
        case (.running, .stop), (.paused, .stop): return .to(.ready)
        case (.ready, .retire): return .to(.retired)
        default: return .ignored
        }
      },
      .region(\.lamp) { _, event in
        guard isLit else { return .ignored }
        switch event {
        case .start, .resume: return .to(.lit)
        case .pause, .stop: return .to(.dark)
        case .retire: return .ignored
        }
      })
  }
}
