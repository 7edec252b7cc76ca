// Machines whose state is a row of a database that is asked asynchronously.
extension StateMachine {
  /// Handles an event whose transition is saved elsewhere before the machine takes it.
  ///
  /// The rules are asked first, and nothing moves. Then the row is compared with the state before and
  /// swapped for the state after; where that succeeds the machine takes the very transition that it
  /// was given, with its action, and enters the state. Two processes that hold machines for one row
  /// never both take a step from the same state.
  ///
  /// ```swift
  /// let outcome = await machine.handle(.ship) { state, next in
  ///   try await rows.update("UPDATE orders SET state = \(next) WHERE id = \(id) AND state = \(state)") == 1
  /// }
  /// // .moved; .rejected where another process was faster; .failed where the database threw
  /// ```
  ///
  /// Until it returns the machine is within its step: events of ``handle(_:)``, timeouts and work are
  /// queued and handled after it, and other events of this function wait for it. Send a machine whose
  /// rows are swapped all of its events by this function. An internal transition that names no state is
  /// swapped for the same state.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - swap: Puts the second state in place of the first, and returns false where the row has
  ///     another. It is not called for events that are ignored or rejected.
  /// - Returns: What became of the event. Where the row was not swapped, ``Outcome/rejected(_:)``, and
  ///   the machine is where it was: read the row, and make another machine. Where `swap` threw, or the
  ///   task was canceled before, ``Outcome/failed(_:)``. An action that throws, or a closure of
  ///   `committing(_:)`, restores the machine and not the row.
  @discardableResult
  public nonisolated(nonsending) func handle(
    _ event: Event,
    swapping swap:
      nonisolated(nonsending) (_ state: State, _ next: State) async throws -> Bool
  ) async -> Outcome {
    guard phase != .deciding else {
      fatalError("A guard or the logic of a schema sent \(event) while it was being asked.")
    }
    let extras = extras
    while extras.isSwapping {
      guard !Task.isCancelled else { return .failed(CancellationError()) }
      let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
      extras.swapWaiters.append(waiter)
      await end(of: stream)
    }
    guard phase != .handling else { return enqueue(event, ofActivity: nil) }
    extras.isSwapping = true
    phase = .handling
    let outcome = await swapAndStep(event, swap)
    extras.isSwapping = false
    let waiters = extras.swapWaiters
    extras.swapWaiters = []
    for waiter in waiters { waiter.finish() }
    return complete(outcome)
  }

  /// Asks the rules, swaps the row, and takes the transition.
  private nonisolated(nonsending) func swapAndStep(
    _ event: Event,
    _ swap: nonisolated(nonsending) (_ state: State, _ next: State) async throws -> Bool
  ) async -> Outcome {
    guard let subject else { return loseSubject() }
    let storage = schema.storage
    phase = .deciding
    let transition = storage.answer(to: event, in: currentState, storage.features) {
      extras.recorder.begin()
      return Guard(subject: subject, recorder: extras.recorder)
    }
    phase = .handling
    if transition.kind == .external || transition.kind == .internal {
      do {
        guard try await swap(currentState, transition.target ?? currentState) else {
          return .rejected(
            RejectedEvent(
              state: currentState, event: event, reason: "its state was changed elsewhere"))
        }
      } catch {
        return .failed(error)
      }
    }
    return step(event, subject, observedFrom: .caller) { _ in .asked(transition.form) }
  }
}
