/// The timeouts and tasks of the state that a machine is in.
///
/// All of this code runs on the machine's actor. A canceled task may run on to its end, but it must
/// not affect a later state. Therefore an event of a task is sent only if the machine hasn't left
/// the state that began the task.
final class RunningActivities<State, Event, Subject> {
  /// The clock of timeouts.
  var clock: any Clock<Duration> = ContinuousClock()

  /// A timeout or a task.
  private struct Activity {
    /// A number that identifies the activity among all the activities of its machine.
    let number: Int
    let owner: BehaviorOwner
    let sender: EventSender
    /// The timeout, or `nil` for a task.
    var timeout: StateTimeout<Event, Subject>?
    /// The machine's state when a timeout began, or `nil` for a task.
    var state: State?
    /// The length of a timeout, or `nil` for a task.
    var length: Duration?
    /// Returns the time since a timeout began, or `nil` for a task.
    var elapsed: (() -> Duration)?
    /// Ends the activity, or `nil` if there is nothing to end, as for an overdue timeout.
    let cancel: (() -> Void)?
    /// A Boolean value that indicates whether the activity has ended by itself.
    var isDone = false

    /// The length of a timeout if the subject determined it, or `nil` otherwise.
    var namedLength: Duration? { if case .namedTimeout = sender { length } else { nil } }
  }

  private var running: [Activity] = []
  private var lastNumber = 0

  /// The saved timeouts, while the machine is being resumed.
  private var resumption: Resumption<Event>?

  /// The callers that wait until nothing runs.
  private var waiters: [AsyncStream<Never>.Continuation] = []

  deinit {
    end()
  }

  /// A Boolean value that indicates whether any timeout or task is still running.
  var isBusy: Bool { running.contains { !$0.isDone } }

  /// Returns a sequence that ends when nothing runs.
  ///
  /// By the time its consumer resumes, something may run again.
  func idleSignal() -> AsyncStream<Never> {
    let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
    waiters.append(waiter)
    return stream
  }

  /// Records that a timeout or task has ended.
  func noteEnd(of number: Int) {
    guard let index = running.firstIndex(where: { $0.number == number }) else { return }
    running[index].isDone = true
    notifyWaiters()
  }

  /// Records that a timeout is over before its step is; a task ends by itself.
  func noteSending(by number: Int) {
    if running.contains(where: { $0.number == number && $0.timeout != nil }) { noteEnd(of: number) }
  }

  private func notifyWaiters() {
    guard !waiters.isEmpty, !isBusy else { return }
    let notified = waiters
    waiters = []
    for waiter in notified { waiter.finish() }
  }

  /// Returns the progress of the timeouts, each with the state in which it began, but not of those that a change ends.
  func timeoutProgress(but change: StateChange?) -> [(progress: TimeoutProgress, state: State)] {
    running.compactMap { activity in
      guard let elapsed = activity.elapsed, let timeout = activity.timeout,
        let state = activity.state, change?.leaves(activity.owner) != true
      else { return nil }
      let progress = TimeoutProgress(
        of: activity.owner, timeout.name, elapsed: elapsed(), isOver: activity.isDone,
        namedLength: activity.namedLength)
      return (progress, state)
    }
  }

  var pendingTimeouts: [(sender: EventSender, remaining: Duration)] {
    running.compactMap { activity in
      guard !activity.isDone, let length = activity.length, let elapsed = activity.elapsed else {
        return nil
      }
      return (activity.sender, max(length - elapsed(), .zero))
    }
  }

  var runningTasks: [EventSender] {
    running.compactMap { $0.isDone || $0.elapsed != nil ? nil : $0.sender }
  }

  /// Begins the tasks of a state and continues its timeouts by calling `begin`.
  ///
  /// `passed` is the time since the progress was saved.
  ///
  /// - Returns: The numbers and events of the overdue timeouts, the earliest first.
  func resume(
    _ timeouts: [TimeoutProgress], after passed: Duration,
    for begun: [OwnedTimeout<State, Event, Subject>], _ begin: () -> Void
  ) -> [(number: Int, event: Event)] {
    resumption = Resumption(
      timeouts, after: passed, for: begun.map { ($0.owner, $0.timeout.name) })
    begin()
    defer { resumption = nil }
    return resumption?.overdueInOrder ?? []
  }

  /// Returns whether the events of a timeout or task still count: its state has not been left, and
  /// the machine is not finished.
  func isRunning(_ number: Int) -> Bool {
    running.contains { $0.number == number }
  }

  /// The number of a completion, which no activity has.
  static var completion: Int { -1 }

  /// Returns the sender with a number: a timeout, a task or a completion.
  func sender(_ number: Int) -> EventSender {
    if number == Self.completion { return .completion }
    return running.first { $0.number == number }?.sender ?? .caller
  }

  /// Ends the activities of the states that were left, and begins the activities of the states that
  /// were entered: first all timeouts, or those given in place of them, then all tasks.
  func change(
    _ change: StateChange, _ entered: [EnteredBehavior<Event, Subject>],
    timeouts: [OwnedTimeout<State, Event, Subject>]? = nil, _ subject: Subject,
    of machine: StateMachine<State, Event, Subject>
  ) {
    end(where: change.leaves)
    for (owner, timeout, state) in timeouts ?? entered.timeouts(of: machine.currentState) {
      begin(timeout, of: state, subject, owner, on: machine.home(subject), for: machine)
    }
    for entered in entered {
      entered.behavior.forEach { behavior in
        guard let task = behavior.task else { return }
        machine.record(PerformedBehavior(kind: .task, name: ActionName(task.label)))
        begin(task, subject, entered.owner, on: machine.home(subject), for: machine)
      }
    }
  }

  /// Ends the activities of some owners, or by default all activities.
  func end(where isLeft: (BehaviorOwner) -> Bool = { _ in true }) {
    // Releasing a task may run a `deinit` that sends an event, so the old list is released only
    // after the new one is in place.
    let old = running
    running = old.filter { !isLeft($0.owner) }
    for activity in old where isLeft(activity.owner) { activity.cancel?() }
    notifyWaiters()
  }

  private func begin(
    _ timeout: StateTimeout<Event, Subject>, of state: State, _ subject: Subject,
    _ owner: BehaviorOwner,
    on actor: any Actor, for machine: StateMachine<State, Event, Subject>
  ) {
    let event = timeout.event
    let body = makeBody(for: machine) { _ in event }
    let progress = resumption?.takeNext()
    let length =
      switch timeout.length {
      case .fixed(let duration): duration
      // The subject determined the length when the state was entered, and resuming doesn't enter a
      // state.
      case .named(let length): progress?.length(named: length.name) ?? length.read(subject)
      }
    let begun = progress?.elapsed ?? .zero
    let isDue = progress.map { !$0.isOver && begun >= length } ?? false
    if isDue { resumption?.overdue.append((begun - length, body.number, event)) }
    let isOver = progress?.isOver ?? false
    let (elapsed, cancel) = Self.schedule(
      body, on: clock, begun: begun, of: isDue || isOver ? nil : length, actor)
    running.append(
      Activity(
        number: body.number, owner: owner, sender: timeout.sender, timeout: timeout,
        state: state, length: length, elapsed: elapsed, cancel: cancel, isDone: isOver))
  }

  /// Runs the body of a timeout when the timeout is due, or never if `duration` is `nil`.
  ///
  /// - Returns: A function that returns the time since the timeout began, and a function that ends
  ///   the timeout, or `nil` if `duration` is `nil`.
  private static func schedule<C: Clock<Duration>>(
    _ body: ActivityBody<State, Event, Subject>, on clock: C, begun: Duration,
    of duration: Duration?,
    _ actor: any Actor
  ) -> (elapsed: () -> Duration, cancel: (() -> Void)?) {
    let now = clock.now
    return (
      { begun + now.duration(to: clock.now) },
      duration.map {
        // A clock traps if it can't represent a time, so no timeout waits longer than a hundred
        // years.
        let remaining = min($0 - begun, .seconds(100 * 365 * 86_400))
        return body.schedule(on: clock, at: now.advanced(by: remaining), actor)
      }
    )
  }

  private func begin(
    _ task: StateTask<Event, Subject>, _ subject: Subject, _ owner: BehaviorOwner,
    on actor: any Actor, for machine: StateMachine<State, Event, Subject>
  ) {
    let body = makeBody(for: machine) { send in await task.run(subject, send) }
    let running = actor.assumeIsolated { body.start(on: $0) }
    self.running.append(
      Activity(
        number: body.number, owner: owner, sender: .task(label: task.label),
        cancel: { running.cancel() }))
  }

  private func makeBody(
    for machine: StateMachine<State, Event, Subject>,
    run: nonisolated(nonsending) @escaping (@escaping (Event) -> Void) async -> Event?
  ) -> ActivityBody<State, Event, Subject> {
    lastNumber += 1
    return ActivityBody(machine: machine, activities: self, number: lastNumber, run: run)
  }
}

/// The body of a timeout or a task.
///
/// The body sends events only if the state that began the activity has not been left.
// Unchecked, because the contents aren't `Sendable`. Sound because the body is created and used
// only on the machine's actor: the Swift task in between only carries it back there.
private struct ActivityBody<State, Event, Subject>: @unchecked Sendable {
  weak var machine: StateMachine<State, Event, Subject>?
  weak var activities: RunningActivities<State, Event, Subject>?
  let number: Int
  let run: nonisolated(nonsending) (@escaping (Event) -> Void) async -> Event?

  /// Creates a task on the actor, so that tasks begin in the order in which they were created.
  func start(on actor: isolated any Actor) -> Task<Void, Never> {
    Task {
      _ = actor
      await run(on: actor)
    }
  }

  /// Runs the body on an actor at a given time, unless the actor has been deallocated by then.
  ///
  /// - Returns: A function that cancels the run.
  func schedule<C: Clock<Duration>>(
    on clock: C, at deadline: C.Instant, _ actor: any Actor
  ) -> () -> Void {
    // The actor may be the subject, which a timeout must not keep alive.
    let fire: @Sendable () -> Void = { [weak actor] in
      guard let actor else { return }
      Task { await run(on: actor) }
    }
    if let cancel = scheduleOnSystemClock(clock, at: deadline, fire) { return cancel }
    let task = Task { [weak actor] in
      do { try await clock.sleep(until: deadline, tolerance: nil) } catch {
        // If the clock throws, the timeout sends nothing, but callers that wait for it must still
        // resume.
        guard let actor, !Task.isCancelled else { return }
        return await end(on: actor)
      }
      guard let actor, !Task.isCancelled else { return }
      await run(on: actor)
    }
    return { task.cancel() }
  }

  func run(on actor: isolated any Actor) async {
    let send = send
    if let event = await run(send) { send(event) }
    activities?.noteEnd(of: number)
  }

  /// Ends the activity without an event.
  func end(on actor: isolated any Actor) {
    activities?.noteEnd(of: number)
  }

  /// A function that sends an event.
  ///
  /// The function retains nothing, so the subject may store the function.
  private var send: (Event) -> Void {
    { [weak machine, weak activities, number] event in
      guard let activities, activities.isRunning(number) else { return }
      _ = machine?.receive(event, from: number)
    }
  }
}
