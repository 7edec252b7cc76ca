// Machines whose state is stored in a database with an asynchronous interface.
extension StateMachine {
  /// Handles an event after its transition has been persisted.
  ///
  /// The machine first evaluates the rules, without moving. Your closure then compares the stored
  /// row with the state before, and replaces it with the state after. If that succeeds, the machine
  /// takes the transition, runs its action, and enters the new state. Two processes that have
  /// machines for the same row never both take a step from the same state.
  ///
  /// ```swift
  /// let outcome = await machine.handle(.ship) { state, next in
  ///   try await rows.update("UPDATE orders SET state = \(next) WHERE id = \(id) AND state = \(state)") == 1
  /// }
  /// // .moved; .rejected if another process was faster; .failed if the database threw
  /// ```
  ///
  /// The step lasts until this function returns. Events sent with ``handle(_:)`` and those of
  /// timeouts and tasks are queued and handled afterwards. Other calls of this function wait for
  /// their turn, in order of arrival. If you persist a machine's transitions, send it all of its
  /// events with this function. An internal transition that names no state is persisted as the same
  /// state.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - persist: Replaces the first state with the second, and returns `false` if the row holds a
  ///     different state. It isn't called for events that are ignored or rejected.
  /// - Returns: The outcome of the event. If the row wasn't changed, the outcome is
  ///   ``Outcome/rejected(_:)`` and the machine hasn't moved: read the row and create another
  ///   machine. If `persist` threw, or the task was canceled before, it is ``Outcome/failed(_:)``.
  ///   If an action or a closure of `onCommit(_:)` throws, the machine returns to its old state,
  ///   but the row doesn't.
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
    let outcome = complete(after: await persistAndStep(event, persist))
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
    let outcome = await take(decision, event, from: nil, subject, persist)
    guard schema.storage.features.contains(.completions) else { return outcome }
    var due = dueCompletions(after: outcome, from: source, by: decision.joint)
    while let form = nextCompletion(of: &due, subject) {
      let source = currentState
      let outcome = await take(
        .answer(form), event, from: RunningActivities<State, Event, Subject>.completion, subject,
        persist)
      due.positions += dueCompletions(after: outcome, from: source, by: form.joint).positions
    }
    return outcome
  }

  /// Persists the transition of a decision, and takes it.
  private nonisolated(nonsending) func take(
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
      // Reports the guards of this event, even if `can` has evaluated others in the meantime.
      evaluatedGuards?.begin(with: answers)
      guard isPersisted else {
        return carryOut(
          event, by: .answer(.rejected(reason: "its state was changed elsewhere")), from: activity,
          subject)
      }
    }
    return carryOut(event, by: decision, from: activity, subject)
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

/// The turns of the events that are persisted one after another, in order of arrival.
///
/// It lives on the same actor as its machine.
final class Turns {
  /// An event that waits for its turn.
  private final class Waiter {
    let continuation: AsyncStream<Never>.Continuation
    var hasTurn = false

    init(_ continuation: AsyncStream<Never>.Continuation) { self.continuation = continuation }
  }

  /// A Boolean value that indicates whether an event has the turn.
  var isTaken = false
  private var waiters: [Waiter] = []

  /// Waits for a turn and takes it.
  ///
  /// - Returns: `false` if the task was canceled and got no turn.
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
