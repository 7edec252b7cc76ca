// Machines whose state is stored in a database with an asynchronous interface.
extension StateMachine {
  /// Handles an event after its transition has been persisted.
  ///
  /// The machine first evaluates the rules, without moving. Your closure then replaces the old
  /// state in a database row with the new state, if the row still holds the old state. If the
  /// closure returns `true`, the machine takes the transition, runs its action, and enters the new
  /// state. If two processes with machines for the same row both try to leave the same state for
  /// another, only one succeeds.
  ///
  /// ```swift
  /// let outcome = await machine.handle(.ship) { state, next in
  ///   try await rows.update("UPDATE orders SET state = \(next) WHERE id = \(id) AND state = \(state)") == 1
  /// }
  /// // .moved; .rejected if another process was faster; .failed if the database threw
  /// ```
  ///
  /// Events that ``handle(_:)``, timeouts and tasks send meanwhile are queued, and handled before
  /// this function returns. Other calls of this function wait for their turn, in order of arrival.
  /// If you persist a machine's transitions, send it all of its events with this function. If an
  /// internal transition names no state, your closure receives the same state twice.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - persist: Replaces the first state with the second, and returns `false` if the row holds a
  ///     different state. It isn't called for events that are ignored or rejected.
  /// - Returns: The outcome of the event. If the row wasn't changed, the outcome is
  ///   ``Outcome/rejected(_:)`` and the machine hasn't moved: read the row and create another
  ///   machine. If `persist` throws, or the task is canceled while the event waits for its turn,
  ///   the outcome is ``Outcome/failed(_:)``. If an action or a closure of `onCommit(_:)` throws,
  ///   the machine returns to its old state, but the row keeps the new state.
  @discardableResult
  public nonisolated(nonsending) func handle(
    _ event: Event,
    persisting persist:
      nonisolated(nonsending) (_ state: State, _ next: State) async throws -> Bool
  ) async -> Outcome {
    let turns = extras.turns
    if turns.isTaken {
      guard await turns.wait() else { return fail(event, CancellationError()) }
    }
    guard beginsStep(event) else { return enqueue(event, from: nil) }
    turns.isTaken = true
    let outcome = drainQueue(after: await persistAndStep(event, persist))
    turns.pass()
    return outcome
  }

  /// Evaluates the rules, persists the transition, and takes it.
  private nonisolated(nonsending) func persistAndStep(
    _ event: Event,
    _ persist: nonisolated(nonsending) (_ state: State, _ next: State) async throws -> Bool
  ) async -> Outcome {
    guard let subject else { return loseSubject(event, from: nil) }
    let source = currentState
    let decision = decide(event, subject)
    let outcome = await persistAndPerform(decision, event, from: nil, subject, persist)
    guard schema.storage.features.contains(.completions) else { return outcome }
    var due = dueCompletions(after: outcome, from: source, by: decision.joint)
    while let form = nextCompletion(of: &due, subject) {
      let source = currentState
      let outcome = await persistAndPerform(
        .answer(form), event, from: RunningActivities<State, Event, Subject>.completion, subject,
        persist)
      due.positions += dueCompletions(after: outcome, from: source, by: form.joint).positions
    }
    return outcome
  }

  /// Persists the transition of a decision, and takes it.
  private nonisolated(nonsending) func persistAndPerform(
    _ decision: Decision<State, Event, Subject>, _ event: Event, from activity: Int?,
    _ subject: Subject,
    _ persist: nonisolated(nonsending) (_ state: State, _ next: State) async throws -> Bool
  ) async -> Outcome {
    if let target = target(of: decision) {
      let answers = evaluatedGuards?.answers ?? []
      let isPersisted: Bool
      do {
        isPersisted = try await persist(currentState, target)
      } catch {
        return fail(event, from: activity, error)
      }
      // While `persist` ran, `can` may have evaluated other guards. Observers get this event's
      // guards.
      evaluatedGuards?.begin(with: answers)
      guard isPersisted else {
        return performObserved(
          event, by: .answer(.rejected(reason: "its state was changed elsewhere")), from: activity,
          subject)
      }
    }
    return performObserved(event, by: decision, from: activity, subject)
  }

  /// Reports an event that failed before its transition was taken.
  private func fail(_ event: Event, from activity: Int? = nil, _ error: any Error) -> Outcome {
    if isObserved {
      notifyObservers(
        HandledEvent(
          event, from: sender(activity), in: currentState, to: currentState, .failed(error)))
    }
    return .failed(error)
  }

  /// Returns the state that a decision leads to, or `nil` if the event isn't taken.
  private func target(of decision: Decision<State, Event, Subject>) -> State? {
    switch decision {
    case .rule(let rule):
      rule.pointee.kind.isTaken ? rule.pointee.target : nil
    case .answer(.ignored), .answer(.rejected): nil
    case .answer(let form): Transition<State, Subject>(form).target ?? currentState
    }
  }
}

/// A queue in which events wait while another event is being persisted.
///
/// Only the event whose turn it is gets persisted. Only the machine's actor uses the queue.
final class Turns {
  /// An event that waits for its turn.
  private final class Waiter {
    let continuation: AsyncStream<Never>.Continuation
    var hasTurn = false

    init(_ continuation: AsyncStream<Never>.Continuation) { self.continuation = continuation }
  }

  /// A Boolean value that indicates whether it is any event's turn.
  var isTaken = false
  private var waiters: [Waiter] = []

  /// Waits until it is the calling event's turn.
  ///
  /// - Returns: `false` if the task was canceled; then it isn't the event's turn.
  nonisolated(nonsending) func wait() async -> Bool {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let waiter = Waiter(continuation)
    waiters.append(waiter)
    await end(of: stream)
    guard Task.isCancelled else { return true }
    if waiter.hasTurn { pass() } else { waiters.removeAll { $0 === waiter } }
    return false
  }

  /// Gives the turn to the event that has waited longest, if any.
  func pass() {
    isTaken = !waiters.isEmpty
    guard isTaken else { return }
    let next = waiters.removeFirst()
    next.hasTurn = true
    next.continuation.finish()
  }
}
