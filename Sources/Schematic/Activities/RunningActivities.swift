/// The timeout and the work of the state that a machine is in.
///
/// Everything here happens on the actor that the machine lives on. What a task brings back is sent
/// only while the state that began it has not been left: a task that was cancelled may still end,
/// and must not act on a later state.
final class RunningActivities<State, Event, Subject> {
  /// What timeouts are measured with.
  var clock: any Clock<Duration> = ContinuousClock()

  private var tasks: [Task<Void, Never>] = []
  /// Counts the states that were entered, to tell the results of one from those of another.
  private var visit = 0

  deinit {
    end()
  }

  /// Ends what belongs to the state that was left, and begins what belongs to the one entered.
  func enter(
    _ state: State, _ activities: SchemaActivities<State, Event, Subject>, _ subject: Subject,
    of machine: StateMachine<State, Event, Subject>
  ) {
    end()
    let timeout = activities.timeout?(state)
    let work = activities.work?(state, subject)
    guard timeout != nil || work != nil else { return }
    let actor = machine.home(subject)
    if let timeout { begin(timeout, on: actor, for: machine) }
    if let work {
      begin(on: actor, for: machine, work.run)
    }
  }

  /// Ends what belongs to the state that the machine is in.
  func end() {
    visit += 1
    for task in tasks { task.cancel() }
    tasks = []
  }

  private func begin(
    _ timeout: StateTimeout<Event>, on actor: any Actor,
    for machine: StateMachine<State, Event, Subject>
  ) {
    let errand = Errand(machine: machine, activities: self, visit: visit) { _ in timeout.event }
    let sleep = Self.sleep(on: clock, for: timeout.duration)
    // The actor may be the subject, which a timeout must not keep alive.
    let task = Task { [weak actor] in
      do { try await sleep() } catch { return }
      guard let actor, !Task.isCancelled else { return }
      await errand.run(on: actor)
    }
    tasks.append(task)
  }

  /// Returns what waits until a time has passed from now, however late it is called.
  private static func sleep<C: Clock<Duration>>(
    on clock: C, for duration: Duration
  ) -> @Sendable () async throws -> Void {
    let deadline = clock.now.advanced(by: duration)
    return { try await clock.sleep(until: deadline, tolerance: nil) }
  }

  private func begin(
    on actor: any Actor, for machine: StateMachine<State, Event, Subject>,
    _ run: nonisolated(nonsending) @escaping (@escaping StateWork<Event>.Send) async -> Event?
  ) {
    let errand = Errand(machine: machine, activities: self, visit: visit, run: run)
    tasks.append(Task { await errand.run(on: actor) })
  }

  /// What a task does, whose events are sent if the state that began it has not been left by then.
  ///
  /// Not checked by the compiler to be `Sendable`, because nothing in it is: it is made and used on
  /// the actor that the machine lives on, and the task in between only carries it back there.
  private struct Errand: @unchecked Sendable {
    weak var machine: StateMachine<State, Event, Subject>?
    weak var activities: RunningActivities?
    let visit: Int
    let run: nonisolated(nonsending) (@escaping StateWork<Event>.Send) async -> Event?

    func run(on actor: isolated any Actor) async {
      if let event = await run(send) { send(event) }
    }

    private func send(_ event: Event) {
      guard let activities, activities.visit == visit else { return }
      machine?.handle(event)
    }
  }
}
