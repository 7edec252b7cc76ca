/// The timeouts and tasks of the state that a machine is in.
///
/// Everything here runs on the machine's actor. The event that a task ends with is sent only if the
/// machine hasn't left the state that began the task. A canceled task may run on to its end, but it
/// must not affect a later state.
final class RunningActivities<State, Event, Subject> {
  /// The clock of timeouts.
  var clock: any Clock<Duration> = ContinuousClock()

  /// A timeout or a task.
  private struct Activity {
    /// A number that identifies the activity among all the activities of its machine.
    let number: Int
    let owner: BehaviorOwner
    let sender: EventSender
    /// The length of a timeout; `nil` for a task.
    var length: Duration?
    /// Returns the time since a timeout began; `nil` for a task.
    var elapsed: (() -> Duration)?
    /// Ends the activity; `nil` if it never began.
    let cancel: (() -> Void)?
    /// A Boolean value that indicates whether the activity has ended by itself.
    var isDone = false

    /// The length of a timeout if the subject said it.
    var namedLength: Duration? { if case .namedTimeout = sender { length } else { nil } }
  }

  private var running: [Activity] = []
  private var lastNumber = 0

  /// The timeouts that continue while a machine is resumed.
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

  private func notifyWaiters() {
    guard !waiters.isEmpty, !isBusy else { return }
    let notified = waiters
    waiters = []
    for waiter in notified { waiter.finish() }
  }

  /// The progress of the state's timeouts.
  var timeoutProgress: [TimeoutProgress] {
    running.compactMap { activity in
      activity.elapsed.map {
        TimeoutProgress(
          level: activity.owner.level, elapsed: $0(), isOver: activity.isDone,
          region: activity.owner.region, namedLength: activity.namedLength)
      }
    }
  }

  /// The running timeouts, and the time until each sends its event.
  var pendingTimeouts: [(sender: EventSender, remaining: Duration)] {
    running.compactMap { activity in
      guard !activity.isDone, let length = activity.length, let elapsed = activity.elapsed else {
        return nil
      }
      return (activity.sender, max(length - elapsed(), .zero))
    }
  }

  /// The senders of the running tasks.
  var runningTasks: [EventSender] {
    running.compactMap { $0.isDone || $0.elapsed != nil ? nil : $0.sender }
  }

  /// Begins the tasks of a state, and continues its timeouts.
  ///
  /// - Parameters:
  ///   - timeouts: The saved progress of the timeouts.
  ///   - passed: The time since they were saved.
  ///   - begin: Begins everything that belongs to the state.
  /// - Returns: The overdue timeouts, the earliest first, by their numbers.
  func resume(
    _ timeouts: [TimeoutProgress], after passed: Duration, _ begin: () -> Void
  ) -> [(number: Int, event: Event)] {
    resumption = Resumption(timeouts, after: passed)
    begin()
    defer { resumption = nil }
    return resumption?.overdueInOrder ?? []
  }

  /// Returns whether the state that began a timeout or task has not been left.
  func isRunning(_ number: Int) -> Bool {
    running.contains { $0.number == number }
  }

  /// The number that stands for a completion, which no activity has.
  static var completion: Int { -1 }

  /// Returns the sender of the events of the timeout or task with a number.
  func sender(_ number: Int) -> EventSender {
    if number == Self.completion { return .completion }
    return running.first { $0.number == number }?.sender ?? .caller
  }

  /// Ends the activities of the states that were left, and begins those of the states that were
  /// entered: first all timeouts, then all tasks.
  func change(
    _ change: StateChange, _ entered: [EnteredBehavior<Event, Subject>], _ subject: Subject,
    of machine: StateMachine<State, Event, Subject>
  ) {
    end { owner in
      let change = owner.position.map { change.regions[$0] } ?? change.whole
      return owner.level == 0 ? change.left > change.shared : owner.level > change.shared
    }
    for entered in entered {
      entered.behavior.forEachPart { part in
        if let timeout = part.timeout {
          begin(timeout, subject, entered.owner, on: machine.home(subject), for: machine)
        }
      }
    }
    for entered in entered {
      entered.behavior.forEachPart { part in
        guard let task = part.task else { return }
        machine.record(PerformedBehavior(occasion: .task, label: task.label))
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
    _ timeout: StateTimeout<Event, Subject>, _ subject: Subject, _ owner: BehaviorOwner,
    on actor: any Actor, for machine: StateMachine<State, Event, Subject>
  ) {
    let event = timeout.event
    let body = makeBody(for: machine) { _ in event }
    let progress = resumption?.next(of: owner)
    let length =
      switch timeout.length {
      case .fixed(let duration): duration
      // A machine that resumes doesn't enter its state.
      case .named(let length): progress?.namedLength ?? length.read(subject)
      }
    let begun = progress?.elapsed ?? .zero
    let isDue = progress.map { !$0.isOver && begun >= length } ?? false
    if isDue { resumption?.overdue.append((begun - length, body.number, event)) }
    let isOver = progress?.isOver ?? false
    let (elapsed, cancel) = Self.schedule(
      body, on: clock, begun: begun, of: isDue || isOver ? nil : length, actor)
    running.append(
      Activity(
        number: body.number, owner: owner, sender: timeout.sender, length: length,
        elapsed: elapsed, cancel: cancel, isDone: isOver))
  }

  /// Runs the body of a timeout when it is due, or never if it has no duration.
  ///
  /// - Returns: A function that returns the time since the timeout began, and a function that ends
  ///   it.
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
/// It sends events only if the state that began the activity has not been left.
// Not checked to be `Sendable`, because its contents aren't. It is created and used only on the
// machine's actor. The Swift task in between only carries it back there.
private struct ActivityBody<State, Event, Subject>: @unchecked Sendable {
  weak var machine: StateMachine<State, Event, Subject>?
  weak var activities: RunningActivities<State, Event, Subject>?
  let number: Int
  let run: nonisolated(nonsending) (@escaping (Event) -> Void) async -> Event?

  /// Starts a task on the actor itself, so that tasks begin in the order in which they were
  /// started.
  func start(on actor: isolated any Actor) -> Task<Void, Never> {
    Task {
      _ = actor
      await run(on: actor)
    }
  }

  /// Runs on an actor at a time of a clock, unless the actor has been deallocated by then.
  ///
  /// - Returns: A function that cancels it.
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
  /// It retains nothing, so the subject may store it.
  private var send: (Event) -> Void {
    { [weak machine, weak activities, number] event in
      guard let activities, activities.isRunning(number) else { return }
      _ = machine?.receive(event, from: number)
    }
  }
}

extension StateMachine {
  /// Ends the timeouts and tasks of the states that were left, and begins those of the states that
  /// were entered.
  @usableFromInline
  func switchActivities(
    _ change: StateChange, _ entered: Entered<Event, Subject>, _ subject: Subject
  ) {
    hasActivities = true
    extras.activities.change(change, entered.behaviors, subject, of: self)
  }

  /// Ends all activities of a machine that has reached a final state.
  @usableFromInline
  func finish() {
    lifecycle.finish()
    isStepIncomplete = true
    endActivities()
  }

  /// Answers an event if the subject no longer exists.
  @usableFromInline
  func loseSubject(_ event: Event, from activity: Int?) -> Outcome {
    let sender = sender(activity)
    endActivities()
    if isObserved {
      notifyObservers(
        HandledEvent(
          event, from: sender, in: currentState, to: currentState, .subjectDeallocated))
    }
    return .subjectDeallocated
  }

  private func endActivities() {
    if hasActivities { extras.activities.end() }
  }

  /// Returns the timeout or task with a number, or the timeout that is being replayed; otherwise
  /// the caller.
  @inlinable
  func sender(_ activity: Int?) -> EventSender {
    if activity == nil, existingExtras?.replayedSender == nil { return .caller }
    return senderOfActivity(activity)
  }

  @usableFromInline
  func senderOfActivity(_ activity: Int?) -> EventSender {
    if let activity { return extras.activities.sender(activity) }
    return existingExtras?.replayedSender ?? .caller
  }

  /// Handles the event of a timeout of the current state as if it were due.
  ///
  /// - Returns: The outcome.
  package func handle(_ event: Event, ofTimeout sender: EventSender) -> Outcome {
    extras.replayedSender = sender
    defer { extras.replayedSender = nil }
    return receive(event, from: nil)
  }

  /// The machine's actor, on which its tasks send their results.
  fileprivate func home(_ subject: Subject) -> any Actor {
    if schema.storage.additions.isOnMainActor { return MainActor.shared }
    if let actor = subject as? any Actor { return actor }
    fatalError(
      """
      Timeouts and tasks need an actor to come back to, and \(Subject.self) is none. \
      Make the subject an actor, or its schema `on: MainActor.self`.
      """)
  }
}
