/// The timeouts and the work of the state that a machine is in.
///
/// Everything here happens on the actor that the machine lives on. The event that a task brings back
/// is sent only while the state that began it has not been left: a task that was cancelled may still
/// end, and must not act on a later state.
final class RunningActivities<State, Event, Subject> {
  /// The clock of timeouts.
  var clock: any Clock<Duration> = ContinuousClock()

  /// One timeout or work, with a number that no other ever has.
  private struct Running {
    let number: Int
    /// The position of the part it belongs to, counted from 1; 0 for the whole state.
    let part: Int
    /// The level of the state it belongs to; 0 for the innermost.
    let level: Int
    /// The sender as observers of events are told.
    let sender: EventSender
    /// The time since a timeout began; `nil` for work.
    var elapsed: (() -> Duration)?
    let task: Task<Void, Never>?
    /// A Boolean value that indicates whether it has come to its end.
    var isDone = false
  }

  private var running: [Running] = []
  private var lastNumber = 0

  /// The timeouts that go on, while a machine is resumed.
  private var resumption: Resumption<Event>?

  /// The tasks that wait until nothing runs.
  private var waiters: [AsyncStream<Never>.Continuation] = []

  deinit {
    end()
  }

  /// A Boolean value that indicates whether any timeout or work has not come to its end.
  var isBusy: Bool { running.contains { !$0.isDone } }

  /// Returns a sequence that ends when nothing runs, though something may run again by then.
  func idleSignal() -> AsyncStream<Never> {
    let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
    waiters.append(waiter)
    return stream
  }

  /// Notes that a timeout or work has come to its end.
  func noteEnd(of number: Int) {
    guard let index = running.firstIndex(where: { $0.number == number }) else { return }
    running[index].isDone = true
    tellWaiters()
  }

  private func tellWaiters() {
    guard !waiters.isEmpty, !isBusy else { return }
    let told = waiters
    waiters = []
    for waiter in told { waiter.finish() }
  }

  /// How far the timeouts of the state are.
  var timeoutProgress: [TimeoutProgress] {
    running.compactMap { activity in
      activity.elapsed.map {
        TimeoutProgress(
          level: activity.level, elapsed: $0(), isOver: activity.isDone,
          part: activity.part == 0 ? nil : activity.part)
      }
    }
  }

  /// The timeouts that run, and the time until each sends its event.
  var pendingTimeouts: [(duration: Duration, remaining: Duration)] {
    running.compactMap { activity in
      guard !activity.isDone, case .timeout(let duration) = activity.sender,
        let elapsed = activity.elapsed
      else { return nil }
      return (duration, max(duration - elapsed(), .zero))
    }
  }

  /// Begins the work of a state, and goes on with its timeouts.
  ///
  /// - Parameters:
  ///   - timeouts: How far they were.
  ///   - passed: The time since then.
  ///   - begin: Begins all that belongs to the state.
  /// - Returns: The timeouts whose time has come, the earliest first, by their numbers.
  func resume(
    _ timeouts: [TimeoutProgress], after passed: Duration, _ begin: () -> Void
  ) -> [(number: Int, event: Event)] {
    resumption = Resumption(timeouts, after: passed)
    begin()
    defer { resumption = nil }
    return resumption?.overdueInOrder ?? []
  }

  /// Returns whether the state that began a timeout or work has not been left.
  func isRunning(_ number: Int) -> Bool {
    running.contains { $0.number == number }
  }

  /// Returns the duration of a timeout; `nil` for work.
  func duration(of number: Int) -> Duration? {
    if case .timeout(let duration) = sender(number) { duration } else { nil }
  }

  /// Returns the timeout or work of a number as the sender of its events.
  func sender(_ number: Int) -> EventSender {
    running.first { $0.number == number }?.sender ?? .caller
  }

  /// Ends what belongs to the states that were left, and begins what belongs to those entered: all
  /// timeouts, then all work, each for the whole state first and then for one part after the other.
  ///
  /// - Parameters:
  ///   - change: The states that were left and entered.
  ///   - partChanges: The states of each part that were left and entered.
  ///   - state: The state that the machine is in now.
  ///   - additions: The timeouts and the work of the schema.
  ///   - subject: The subject of the machine.
  ///   - machine: The machine that is sent the events.
  func change(
    _ change: PathChange, _ partChanges: [PathChange], to state: State,
    _ additions: SchemaAdditions<State, Event, Subject>, _ subject: Subject,
    of machine: StateMachine<State, Event, Subject>
  ) {
    end { part, level in
      let change = part == 0 ? change : partChanges[part - 1]
      return level == 0 ? change.left > change.kept : level > change.kept
    }
    begin(additions.timeouts, of: 0, change, state, subject, for: machine)
    for (number, part) in additions.parts.enumerated() {
      begin(part.timeouts, of: number + 1, partChanges[number], state, subject, for: machine)
    }
    begin(additions.works, of: 0, change, state, subject, for: machine)
    for (number, part) in additions.parts.enumerated() {
      begin(part.works, of: number + 1, partChanges[number], state, subject, for: machine)
    }
  }

  private func begin(
    _ timeouts: StateAnswers<State, StateTimeout<Event>>, of part: Int, _ change: PathChange,
    _ state: State, _ subject: Subject, for machine: StateMachine<State, Event, Subject>
  ) {
    timeouts.forEach(enteredBy: change, state) { level, timeout in
      begin(timeout, (part, level), on: machine.home(subject), for: machine)
    }
  }

  private func begin(
    _ works: StateAnswers<State, StateWork<Event, Subject>>, of part: Int, _ change: PathChange,
    _ state: State, _ subject: Subject, for machine: StateMachine<State, Event, Subject>
  ) {
    works.forEach(enteredBy: change, state) { level, work in
      machine.note(PerformedBehavior(occasion: .work, label: work.label))
      begin(work, subject, (part, level), on: machine.home(subject), for: machine)
    }
  }

  /// Ends what belongs to certain parts and levels; all of it unless you say otherwise.
  func end(where isLeft: (_ part: Int, _ level: Int) -> Bool = { _, _ in true }) {
    // What a task holds may send an event when it goes, so none goes during the access to the list.
    let old = running
    running = old.filter { !isLeft($0.part, $0.level) }
    for activity in old where isLeft(activity.part, activity.level) { activity.task?.cancel() }
    tellWaiters()
  }

  private func begin(
    _ timeout: StateTimeout<Event>, _ owner: (part: Int, level: Int), on actor: any Actor,
    for machine: StateMachine<State, Event, Subject>
  ) {
    let activity = makeTask(for: machine) { _ in timeout.event }
    let progress = resumption?.next(part: owner.part, level: owner.level)
    let (sleep, elapsed) = Self.timer(
      on: clock, for: timeout.duration, begun: progress?.elapsed ?? .zero)
    func note(_ task: Task<Void, Never>?, isDone: Bool = false) {
      running.append(
        Running(
          number: activity.number, part: owner.part, level: owner.level,
          sender: .timeout(timeout.duration), elapsed: elapsed, task: task, isDone: isDone))
    }
    if let progress {
      if progress.isOver { return note(nil, isDone: true) }
      if progress.elapsed >= timeout.duration {
        let lateness = progress.elapsed - timeout.duration
        resumption?.overdue.append((lateness, activity.number, timeout.event))
        return note(nil)
      }
    }
    // The actor may be the subject, which a timeout must not keep alive.
    let task = Task { [weak actor] in
      do { try await sleep() } catch { return }
      guard let actor, !Task.isCancelled else { return }
      await activity.run(on: actor)
    }
    note(task)
  }

  /// Returns what waits until a timeout is over, however late it is called, and what tells the time
  /// since it began.
  private static func timer<C: Clock<Duration>>(
    on clock: C, for duration: Duration, begun elapsed: Duration
  ) -> (sleep: @Sendable () async throws -> Void, elapsed: () -> Duration) {
    let now = clock.now
    let deadline = now.advanced(by: duration - elapsed)
    return (
      { try await clock.sleep(until: deadline, tolerance: nil) },
      { elapsed + now.duration(to: clock.now) }
    )
  }

  private func begin(
    _ work: StateWork<Event, Subject>, _ subject: Subject, _ owner: (part: Int, level: Int),
    on actor: any Actor,
    for machine: StateMachine<State, Event, Subject>
  ) {
    let activity =
      switch work.run {
      case .alone(let run): makeTask(for: machine) { _ in await run() }
      case .withSubject(let run): makeTask(for: machine) { send in await run(subject, send) }
      }
    let task = actor.assumeIsolated { activity.start(on: $0) }
    running.append(
      Running(
        number: activity.number, part: owner.part, level: owner.level,
        sender: .work(label: work.label), task: task))
  }

  private func makeTask(
    for machine: StateMachine<State, Event, Subject>,
    run: nonisolated(nonsending) @escaping (@escaping (Event) -> Void) async -> Event?
  ) -> ActivityTask<State, Event, Subject> {
    lastNumber += 1
    return ActivityTask(machine: machine, activities: self, number: lastNumber, run: run)
  }
}

/// The body of the task of a timeout or of work.
///
/// Its events are sent if the state that began it has not been left by then.
///
/// Not checked by the compiler to be `Sendable`, because nothing in it is: it is made and used on
/// the actor that the machine lives on, and the task in between only carries it back there.
private struct ActivityTask<State, Event, Subject>: @unchecked Sendable {
  weak var machine: StateMachine<State, Event, Subject>?
  weak var activities: RunningActivities<State, Event, Subject>?
  let number: Int
  let run: nonisolated(nonsending) (@escaping (Event) -> Void) async -> Event?

  /// Starts a task on the actor itself, so that tasks begin in the order in which they are started.
  func start(on actor: isolated any Actor) -> Task<Void, Never> {
    Task {
      _ = actor
      await run(on: actor)
    }
  }

  func run(on actor: isolated any Actor) async {
    if let event = await run(send) { send(event) }
    activities?.noteEnd(of: number)
  }

  private func send(_ event: Event) {
    guard let activities, activities.isRunning(number) else { return }
    _ = machine?.handle(event, ofActivity: number)
  }
}

extension StateMachine {
  /// Handles an event that a timeout or work of the current state has sent.
  @usableFromInline
  func step(_ event: Event, sentBy activity: Int) -> Outcome {
    extras.firedTimeout = extras.activities.duration(of: activity).map(FiredTimeout.init)
    defer { extras.firedTimeout = nil }
    return step(event)
  }

  /// Handles the event of a timeout of the current state, as if its time had come.
  ///
  /// - Parameter timeout: The timeout.
  /// - Returns: The outcome.
  package func handle(_ timeout: StateTimeout<Event>) -> Outcome {
    extras.firedTimeout = FiredTimeout(timeout.duration)
    defer { extras.firedTimeout = nil }
    return handle(timeout.event, ofActivity: nil)
  }

  /// The actor that the machine lives on, to which the results of tasks come back.
  fileprivate func home(_ subject: Subject) -> any Actor {
    if schema.storage.features.contains(.mainActor) { return MainActor.shared }
    if let actor = subject as? any Actor { return actor }
    fatalError(
      """
      Timeouts and work need an actor to come back to, and \(Subject.self) is none. \
      Make the subject an actor, or its schema `on: MainActor.self`.
      """)
  }
}
