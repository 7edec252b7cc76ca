/// The timeouts and the work of the state that a machine is in.
///
/// Everything here happens on the actor that the machine lives on. What a task brings back is sent
/// only while the state that began it has not been left: a task that was cancelled may still end,
/// and must not act on a later state.
final class RunningActivities<State, Event, Subject> {
  /// What timeouts are measured with.
  var clock: any Clock<Duration> = ContinuousClock()

  /// One timeout or work, with a number that no other ever has.
  private struct Running {
    let number: Int
    let level: Int?
    let task: Task<Void, Never>
  }

  private var running: [Running] = []
  private var lastNumber = 0

  deinit {
    end()
  }

  /// Returns whether the state that began a timeout or work has not been left.
  func isRunning(_ number: Int) -> Bool {
    running.contains { $0.number == number }
  }

  /// Ends what belongs to the states that were left, and begins what belongs to those entered.
  ///
  /// - Parameters:
  ///   - change: What was left and entered; `nil` where all of it was.
  ///   - state: The state that the machine is in now.
  ///   - activities: What may begin.
  ///   - subject: What it is about.
  ///   - machine: Where its events go.
  func enter(
    _ change: PathChange?, _ state: State,
    _ activities: SchemaActivities<State, Event, Subject>, _ subject: Subject,
    of machine: StateMachine<State, Event, Subject>
  ) {
    let kept = change?.kept ?? 0
    end { ($0 ?? .max) > kept }
    func isEntered(_ level: Int?) -> Bool {
      guard let level, let change else { return true }
      return level > kept && level <= change.depth
    }
    for entry in activities.timeouts where isEntered(entry.level) {
      guard let timeout = entry.activity(state) else { continue }
      begin(timeout, level: entry.level, on: machine.home(subject), for: machine)
    }
    for entry in activities.works where isEntered(entry.level) {
      guard let work = entry.activity(state, subject) else { continue }
      begin(work, level: entry.level, on: machine.home(subject), for: machine)
    }
  }

  /// Ends what belongs to certain levels; all of it unless you say otherwise.
  func end(where isLeft: (_ level: Int?) -> Bool = { _ in true }) {
    // What a task holds may send an event when it goes, so none goes during the access to the list.
    let old = running
    running = old.filter { !isLeft($0.level) }
    for activity in old where isLeft(activity.level) { activity.task.cancel() }
  }

  private func begin(
    _ timeout: StateTimeout<Event>, level: Int?, on actor: any Actor,
    for machine: StateMachine<State, Event, Subject>
  ) {
    let errand = errand(for: machine) { _ in timeout.event }
    let sleep = Self.sleep(on: clock, for: timeout.duration)
    // The actor may be the subject, which a timeout must not keep alive.
    let task = Task { [weak actor] in
      do { try await sleep() } catch { return }
      guard let actor, !Task.isCancelled else { return }
      await errand.run(on: actor)
    }
    running.append(Running(number: errand.number, level: level, task: task))
  }

  /// Returns what waits until a time has passed from now, however late it is called.
  private static func sleep<C: Clock<Duration>>(
    on clock: C, for duration: Duration
  ) -> @Sendable () async throws -> Void {
    let deadline = clock.now.advanced(by: duration)
    return { try await clock.sleep(until: deadline, tolerance: nil) }
  }

  private func begin(
    _ work: StateWork<Event>, level: Int?, on actor: any Actor,
    for machine: StateMachine<State, Event, Subject>
  ) {
    let errand = errand(for: machine, run: work.run)
    let task = Task { await errand.run(on: actor) }
    running.append(Running(number: errand.number, level: level, task: task))
  }

  private func errand(
    for machine: StateMachine<State, Event, Subject>,
    run: nonisolated(nonsending) @escaping (@escaping StateWork<Event>.Send) async -> Event?
  ) -> ActivityErrand<State, Event, Subject> {
    lastNumber += 1
    return ActivityErrand(machine: machine, activities: self, number: lastNumber, run: run)
  }
}
