// Waiting for a machine. These functions run on the caller's actor, which must be the machine's.
extension StateMachine {
  /// Waits until the machine is in a state for which a condition holds.
  ///
  /// ```swift
  /// machine.handle(.fetch)
  /// try await machine.waitUntil { $0 == .idle }
  /// ```
  ///
  /// The function returns immediately if the condition already holds, and otherwise after the event
  /// that makes it hold. By the time the caller resumes, the machine may have moved on.
  ///
  /// Waiting doesn't keep the subject alive. If the subject is deallocated meanwhile, the function
  /// throws when the machine receives the next event.
  ///
  /// If no event makes the condition hold, the function may wait forever. In tests, use
  /// `waitUntil(within:_:)` of `SchematicTesting`, which advances the clock and says what the
  /// machine waits for.
  ///
  /// - Parameter condition: The condition.
  /// - Throws: ``UnreachedStateError`` if the machine is finished in a state for which the
  ///   condition doesn't hold, or if its subject no longer exists; `CancellationError` if the task
  ///   is canceled.
  public nonisolated(nonsending) func waitUntil(
    _ condition: @escaping (_ state: State) -> Bool
  ) async throws {
    try await wait(until: { condition($0) ? .reached : nil })
  }

  /// Waits until the machine runs no task and no timeout.
  ///
  /// ```swift
  /// machine.handle(.load)
  /// try await machine.waitUntilSettled()
  /// machine.state  // whatever became of it
  /// ```
  ///
  /// The machine first handles the events that tasks and timeouts send. If these events begin other
  /// tasks and timeouts, the function waits for those too. It doesn't return as long as a timeout
  /// runs, for example on a manual clock that nobody advances. A task must not wait for its own
  /// machine.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public nonisolated(nonsending) func waitUntilSettled() async throws {
    guard schema.storage.features.contains(.states) else { return }
    let activities = extras.activities
    while activities.isBusy {
      await end(of: activities.idleSignal())
      try Task.checkCancellation()
    }
  }

  /// The result of examining a state.
  package enum Progress: Sendable {
    /// The state is one that the caller waits for.
    case reached
    /// The state that the caller waits for can no longer be reached, for this reason.
    case hopeless(String)
  }

  /// Waits until a function of the state returns a result.
  ///
  /// - Parameters:
  ///   - progress: Returns the result for a state, or `nil` to go on waiting.
  ///   - turn: Lets other tasks run, and returns a result if it knows one. The function is called
  ///     until there is a result. By default, the caller sleeps until there is a result.
  /// - Throws: ``UnreachedStateError`` if the state can no longer be reached; `CancellationError`
  ///   if the task is canceled.
  package nonisolated(nonsending) func wait(
    until progress: @escaping (_ state: State) -> Progress?,
    taking turn: (nonisolated(nonsending) () async -> Progress?)? = nil
  ) async throws {
    let schema = schema
    func result(_ state: State) -> Progress? {
      if let found = progress(state) { return found }
      return schema.isFinal(state) ? .hopeless("the machine is finished") : nil
    }
    let subjectIsGone = Progress.hopeless("the machine's subject no longer exists")
    var found = result(currentState) ?? (subject == nil ? subjectIsGone : nil)
    if found == nil {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Progress.self, bufferingPolicy: .bufferingOldest(1))
      var observed: Progress?
      let token = observe { handled in
        guard observed == nil else { return }
        observed = handled.outcome == .subjectDeallocated ? subjectIsGone : result(handled.target)
        if let observed { continuation.yield(observed) }
      }
      defer { removeObserver(token) }
      if let turn {
        while found == nil, !Task.isCancelled {
          let known = await turn()
          found = observed ?? known
        }
      } else {
        found = await first(of: stream)
      }
    }
    switch found {
    case .reached: return
    case .hopeless(let reason):
      throw UnreachedStateError(state: String(describing: currentState), reason: reason)
    case nil: throw CancellationError()
    }
  }
}

/// The error if a machine can no longer reach the state that a caller waits for.
///
/// ```swift
/// do { try await machine.waitUntil { $0 == .idle } } catch let error as UnreachedStateError {
///   print(error)  // the state that was waited for is not reached from done: the machine is finished
/// }
/// ```
public struct UnreachedStateError: Error, Hashable, CustomStringConvertible {
  /// The state that the machine is in.
  package let state: String
  /// The reason why waiting longer wouldn't help.
  package let reason: String

  /// The state that the machine is in, and the reason why waiting longer wouldn't help.
  public var description: String {
    "the state that was waited for is not reached from \(state): \(reason)"
  }
}
