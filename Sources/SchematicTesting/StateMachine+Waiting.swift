import Schematic
import SchematicGraph

extension StateMachine {
  /// Waits until a condition holds for the machine's state, and advances the machine's
  /// ``ManualClock`` meanwhile.
  ///
  /// ```swift
  /// machine.clock = ManualClock()
  /// machine.handle(.fetch)
  /// try await machine.waitUntil(within: .seconds(30)) { $0 == .idle }
  /// ```
  ///
  /// The clock advances only if nothing else goes on. It then jumps to the next time at which a timeout
  /// of the machine is due or a sleep on the clock ends. Before each jump, the machine's tasks have a
  /// hundred turns to make progress. So don't let the tasks wait for a network or a disk in a test. In
  /// the end, the clock shows the time at which the condition began to hold.
  ///
  /// If the condition already holds, the function returns immediately.
  ///
  /// - Parameters:
  ///   - limit: The longest time by which the clock may advance.
  ///   - condition: The condition.
  /// - Throws: `UnreachedStateError`, which says why, if the condition doesn't hold within the limit, if
  ///   nothing is left that could send an event, if the machine is finished, if its subject no longer
  ///   exists, or if it waits on a clock of another type. `CancellationError` if the task is canceled.
  public nonisolated(nonsending) func waitUntil(
    within limit: Duration, _ condition: @escaping (_ state: State) -> Bool
  ) async throws {
    var waiting = Waiting(left: limit)
    let token = observe { _ in waiting.handledEvents += 1 }
    defer { removeObserver(token) }
    try await wait(
      until: { condition($0) ? .reached : nil },
      taking: {
        await Task.yield()
        await yieldThread()
        return waiting.advance(self).map { .hopeless($0) }
      })
  }
}

/// Gives way to all tasks that are ready to run on the threads of the pool.
@concurrent private func yieldThread() async {
  await Task.yield()
}

/// The progress of a test that waits for a machine.
private struct Waiting {
  /// The time by which the clock may still advance.
  var left: Duration
  var handledEvents = 0
  private var quietTurns = 0
  private var last: [Int] = []

  init(left: Duration) {
    self.left = left
  }

  /// Advances the clock if nothing else goes on, or returns the reason why waiting is useless.
  mutating func advance<State, Event, Subject>(
    _ machine: StateMachine<State, Event, Subject>
  ) -> String? {
    let clock = machine.clock as? ManualClock
    let timeouts = machine.pendingTimeouts
    let tasks = machine.runningTasks
    // Something goes on if any of these numbers changes.
    let current = [handledEvents, timeouts.count, tasks.count, clock?.sleeperCount ?? 0]
    quietTurns = current == last ? quietTurns + 1 : 0
    last = current
    // A timeout that is due sends its event as soon as the machine's actor has its turn.
    if timeouts.contains(where: { $0.remaining == .zero }) { return nil }
    // After this many turns without a change, everything is assumed to wait for the clock.
    guard quietTurns >= (tasks.isEmpty ? 10 : 100) else { return nil }
    let senders = (timeouts.map(\.sender) + tasks).map(\.words)
    let waited = senders.isEmpty ? "whoever sleeps on its clock" : senders.joined(separator: ", ")
    let waits = "the machine waits for \(waited)"
    // A timeout that has just begun may not sleep on the clock yet, so the machine's timeouts count, too.
    let wakings = timeouts.map(\.remaining) + (clock?.timeUntilNextSleeper.map { [$0] } ?? [])
    guard let next = wakings.min() else {
      return senders.isEmpty
        ? "the machine runs no task and no timeout, so only an event leads on"
        : waits + ", and nothing sleeps on its clock"
    }
    guard let clock else { return waits + ", and its clock is no ManualClock" }
    guard next <= left else {
      let (needed, rest) = (StateGraph.Delay.fixed(next), StateGraph.Delay.fixed(left))
      return waits + ", which needs \(needed), and the limit leaves \(rest)"
    }
    left -= next
    quietTurns = 0
    clock.advance(by: next)
    return nil
  }
}

extension EventSender {
  /// The words for the sender in a sentence about what a machine waits for.
  fileprivate var words: String {
    switch self {
    case .timeout(let duration): "the timeout after \(StateGraph.Delay.fixed(duration))"
    case .namedTimeout(let name): "the timeout after \(StateGraph.Delay.named(name))"
    case .task(let label): label.map { "the task \($0)" } ?? "a task"
    case .caller, .completion: "an event"
    }
  }
}
