/// The states of a job.
///
/// The cycle of events passes through all states but `retired`, which is final or has a timeout in some
/// of the schemas.
package enum JobState: Sendable { case ready, running, paused, retired }

/// The events of a job.
package enum JobEvent: Sendable {
  case start, pause, resume, stop, retire

  package static let cycle: [JobEvent] = [.start, .pause, .resume, .stop]
}

/// The actions and the entry hooks that were run on a job.
package struct JobCounts: Sendable {
  package var runs = 0
  package var pauses = 0
  /// The number of hooks that were run; no part of the effect, because the plain side has no hook.
  package var entries = 0

  package var effect: Int { runs &* 31 &+ pauses }
}

/// A job that no actor isolates.
package final class Job {
  package var counts = JobCounts()

  package init() {}
}

/// A job on the main actor.
@MainActor
package final class MainActorJob {
  package var counts = JobCounts()

  package init() {}
}

/// A job that is an actor. It runs on the main thread, so that it can be driven without waiting.
package actor ActorJob {
  package var counts = JobCounts()

  package init() {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    MainActor.sharedUnownedExecutor
  }
}
