import Schematic
import Workloads

/// Functions that make the machines, not inlined, so that their callers can't be optimized for them.
package enum Machines {
  /// The ways to hold a subject, and a machine with an observer.
  package enum Holding: Sendable { case owned, weak, observed }

  /// The features of a job's rules.
  package enum JobFeature: Sendable {
    case plain, finalState, entryHook, nested, nestedEntryHook, outerEntryHook
    case onMainActor, timeoutOnMainActor, entryHookOnMainActor
    case onActor, entryHookOnActor
    case twoProperties, twoLitProperties, regionBesideAnother, twoRegions
  }

  /// Returns the screen.
  @inline(never) package static func screen() -> Side<ScreenEvent> {
    side(ScreenRules.schema, Screen())
  }

  /// Returns the CD player.
  @inline(never) package static func player(_ holding: Holding = .owned) -> Side<CDPlayerEvent> {
    side(CDPlayerRules.schema, CDPlayer(), holding)
  }

  /// Returns the ring.
  @inline(never) package static func ring() -> Side<RingEvent> {
    side(RingRules.schema, Ring())
  }

  /// Returns the dial.
  @inline(never) package static func dial(isGuarded: Bool = false) -> Side<DialTurn> {
    side(isGuarded ? DialRules.guarded : DialRules.schema, Dial())
  }

  /// Returns the download.
  @inline(never) package static func download(hasEffects: Bool = false) -> Side<DownloadEvent> {
    side(hasEffects ? DownloadRules.withEffects : DownloadRules.schema, Downloads())
  }

  /// Returns the HTTP/2 stream.
  @inline(never) package static func stream() -> Side<HTTP2Event> {
    side(HTTP2Rules.schema, HTTP2Stream())
  }

  /// Returns PPP.
  @inline(never) package static func ppp() -> Side<PPPEvent> {
    side(PPPRules.schema, PPP())
  }

  /// Returns the relay, whose actions send events to the machine.
  @inline(never) package static func relay() -> Side<RelayEvent> {
    let relay = Relay()
    let machine = StateMachine(schema: RelayRules.schema, owning: relay)
    relay.send = { [unowned machine] in machine.handle($0) }
    return Side(drive: { machine.drive($0) }, effect: { relay.effect })
  }

  /// Returns the job, by rules with one feature more than the plain ones.
  @inline(never) package static func job(_ feature: JobFeature) -> Side<JobEvent> {
    switch feature {
    case .plain: job(JobRules.plain, Job()) { $0.counts }
    case .finalState: job(JobRules.finalState, Job()) { $0.counts }
    case .entryHook: job(JobRules.entryHook, Job(), isHooked: true) { $0.counts }
    case .nested: job(JobRules.nested, Job()) { $0.counts }
    case .outerEntryHook: job(JobRules.outerEntryHook, Job(), isHooked: true) { $0.counts }
    case .nestedEntryHook: job(JobRules.nestedEntryHook, Job(), isHooked: true) { $0.counts }
    case .onMainActor: mainActorJob(MainActorJobRules.plain)
    case .timeoutOnMainActor: mainActorJob(MainActorJobRules.timeout)
    case .entryHookOnMainActor: mainActorJob(MainActorJobRules.entryHook, isHooked: true)
    case .onActor: actorJob(ActorJobRules.plain)
    case .entryHookOnActor: actorJob(ActorJobRules.entryHook, isHooked: true)
    case .twoProperties: job(LitJobRules.flat(isLit: false), Job()) { $0.counts }
    case .twoLitProperties: job(LitJobRules.flat(isLit: true), Job()) { $0.counts }
    case .regionBesideAnother: job(LitJobRules.regions(isLit: false), Job()) { $0.counts }
    case .twoRegions: job(LitJobRules.regions(isLit: true), Job()) { $0.counts }
    }
  }

  private static func mainActorJob(
    _ schema: StateMachineSchema<JobState, JobEvent, MainActorJob>, isHooked: Bool = false
  ) -> Side<JobEvent> {
    let subject = MainActor.assumeIsolated { MainActorJob() }
    return job(schema, subject, isHooked: isHooked) { subject in
      MainActor.assumeIsolated { subject.counts }
    }
  }

  private static func actorJob(
    _ schema: StateMachineSchema<JobState, JobEvent, ActorJob>, isHooked: Bool = false
  ) -> Side<JobEvent> {
    job(schema, ActorJob(), isHooked: isHooked) { subject in
      subject.assumeIsolated { $0.counts }
    }
  }

  private static func job<State, Subject>(
    _ schema: StateMachineSchema<State, JobEvent, Subject>, _ subject: Subject,
    isHooked: Bool = false, counts: @escaping (Subject) -> JobCounts
  ) -> Side<JobEvent> {
    let machine = StateMachine(schema: schema, owning: subject)
    return Side(
      drive: { machine.drive($0) },
      effect: {
        let counts = counts(subject)
        precondition((counts.entries > 0) == isHooked, "the hook was not run")
        return counts.effect
      })
  }

  private static func side<State, Event, Subject: Workloads.Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>, _ subject: Subject,
    _ holding: Holding = .owned
  ) -> Side<Event> {
    let machine =
      holding == .weak
      ? StateMachine(schema: schema, subject: subject)
      : StateMachine(schema: schema, owning: subject)
    let watcher = Watcher()
    if holding == .observed {
      machine.observe { handled in
        if case .stayed = handled.outcome { watcher.seen &+= 1 } else { watcher.seen &+= 2 }
      }
    }
    return Side(
      drive: { machine.drive($0) },
      effect: {
        precondition((watcher.seen > 0) == (holding == .observed), "the observer was not told")
        return subject.effect
      })
  }
}

/// A count of the events that an observer was told of.
private final class Watcher {
  var seen = 0
}

extension StateMachine {
  /// Handles events and adds up the outcomes.
  func drive(_ events: [Event]) -> Int {
    var sum = 0
    for event in events { sum &+= send(event).rawValue }
    return sum
  }

  // Not inlined, because events come from elsewhere in a program. The switches do the same.
  @inline(never)
  private func send(_ event: Event) -> Answer {
    switch handle(event) {
    case .moved: return .moved
    case .stayed: return .stayed
    case .ignored: return .ignored
    case .rejected: return .rejected
    case .queued, .failed, .subjectDeallocated: preconditionFailure("no workload does this")
    }
  }
}
