// Machines whose state is a row of a database that is asked asynchronously.
extension StateMachine {
  /// Handles an event whose transition is persisted elsewhere before the machine takes it.
  ///
  /// The rules are evaluated first, and nothing moves. Then the row is compared with the state before and
  /// replaced by the state after; if that succeeds the machine takes the very transition that it
  /// was given, with its action, and enters the state. Two processes that hold machines for one row
  /// never both take a step from the same state.
  ///
  /// ```swift
  /// let outcome = await machine.handle(.ship) { state, next in
  ///   try await rows.update("UPDATE orders SET state = \(next) WHERE id = \(id) AND state = \(state)") == 1
  /// }
  /// // .moved; .rejected if another process was faster; .failed if the database threw
  /// ```
  ///
  /// Until it returns the machine is within its step: events of ``handle(_:)``, timeouts and tasks are
  /// queued and handled after it, and other events of this function wait for their turn, in order of
  /// arrival. Send a machine whose rows are persisted all of its events by this function. An internal
  /// transition that names no state is persisted as the same state.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - persist: Puts the second state in place of the first, and returns `false` if the row has
  ///     another. It is not called for events that are ignored or rejected.
  /// - Returns: What became of the event. If the row was not changed, ``Outcome/rejected(_:)``, and
  ///   the machine is where it was: read the row, and make another machine. If `persist` threw, or the
  ///   task was canceled before, ``Outcome/failed(_:)``. An action that throws, or a closure of
  ///   `onCommit(_:)`, restores the machine and not the row.
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
    let decision = decide(event, subject)
    if let target = target(of: decision) {
      let answers = evaluatedGuards?.answers ?? []
      let isPersisted: Bool
      do {
        isPersisted = try await persist(currentState, target)
      } catch {
        return fail(event, error)
      }
      // The guards of this event are reported, whatever `can` has evaluated meanwhile.
      evaluatedGuards?.begin(with: answers)
      guard isPersisted else {
        return finishStep(
          event, by: .answer(.rejected(reason: "its state was changed elsewhere")), subject)
      }
    }
    return finishStep(event, by: decision, subject)
  }

  /// Reports an event that fails before its transition is taken.
  private func fail(_ event: Event, _ error: any Error) -> Outcome {
    if isObserved {
      notifyObservers(
        HandledEvent(event, from: .caller, in: currentState, to: currentState, .failed(error)))
    }
    return .failed(error)
  }

  /// Returns the state that an answer leads to; `nil` if the event is not taken.
  private func target(of decision: Decision<State, Event, Subject>) -> State? {
    switch decision {
    case .rule(let rule):
      rule.pointee.kind.isTaken ? rule.pointee.target : nil
    case .answer(.ignored), .answer(.rejected): nil
    case .answer(let form): Transition<State, Subject>(form).target ?? currentState
    }
  }
}

/// The turns of the events that are persisted one after the other, in order of arrival.
///
/// It lives where its machine lives.
final class Turns {
  /// An event that waits for its turn.
  private final class Waiter {
    let continuation: AsyncStream<Never>.Continuation
    var hasTurn = false

    init(_ continuation: AsyncStream<Never>.Continuation) { self.continuation = continuation }
  }

  /// A Boolean value that indicates whether it is some event's turn.
  var isTaken = false
  private var waiters: [Waiter] = []

  /// Waits for a turn, which is then taken.
  ///
  /// - Returns: `false` if the task was canceled, which then has no turn.
  nonisolated(nonsending) func wait() async -> Bool {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let waiter = Waiter(continuation)
    waiters.append(waiter)
    await end(of: stream)
    guard Task.isCancelled else { return true }
    if waiter.hasTurn { pass() } else { waiters.removeAll { $0 === waiter } }
    return false
  }

  /// Passes the turn on to the event that has waited longest, if any does.
  func pass() {
    isTaken = !waiters.isEmpty
    guard isTaken else { return }
    let next = waiters.removeFirst()
    next.hasTurn = true
    next.continuation.finish()
  }
}
