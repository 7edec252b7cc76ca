// Waiting for a machine. These functions run on the caller's actor, which is the machine's.
extension StateMachine {
  /// Waits until the machine is in a state for which a condition holds.
  ///
  /// ```swift
  /// machine.handle(.fetch)
  /// try await machine.waitUntil { $0 == .idle }
  /// ```
  ///
  /// It returns immediately if the condition already holds, and otherwise after the event that
  /// leads to such a state. By the time the caller resumes, the machine may have moved on.
  ///
  /// Waiting doesn't keep the subject alive. The machine only notices that its subject no longer
  /// exists when it receives an event.
  ///
  /// If nobody sends an event that leads there, the function never returns. In tests, use
  /// `waitUntil(within:_:)` of `SchematicTesting`, which advances the clock and says what the machine
  /// waits for.
  ///
  /// - Parameter condition: The condition.
  /// - Throws: ``UnreachedStateError`` if the machine is finished in a state for which the
  ///   condition doesn't hold, or if its subject no longer exists, now or later;
  ///   `CancellationError` if the task is canceled.
  public nonisolated(nonsending) func waitUntil(
    _ condition: @escaping (_ state: State) -> Bool
  ) async throws {
    try await wait(until: { condition($0) ? .reached : nil })
  }

  /// Waits until the machine runs no task and no timeout, and has no queued events.
  ///
  /// ```swift
  /// machine.handle(.load)
  /// try await machine.waitUntilSettled()
  /// machine.state  // whatever became of it
  /// ```
  ///
  /// The machine first handles the events that tasks and timeouts send. If those begin other tasks
  /// and timeouts, the function waits for them too. A state that always has a timeout never
  /// settles, nor does one whose timeout waits for a manual clock that nobody advances. A task must
  /// not wait for its own machine.
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

  /// The result of looking at a state.
  package enum Progress: Sendable {
    /// The state is one that the caller waits for.
    case reached
    /// No such state can be reached any more, for this reason.
    case hopeless(String)
  }

  /// Waits until a function of the state returns a result.
  ///
  /// - Parameters:
  ///   - progress: Returns the result for a state, or `nil` to go on waiting.
  ///   - turn: Lets other tasks run, again and again until there is a result, and returns a result if
  ///     it knows one. By default, the caller sleeps until there is a result.
  /// - Throws: ``UnreachedStateError`` if no such state can be reached any more;
  ///   `CancellationError` if the task is canceled.
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

/// Waits for the first element of a stream; returns `nil` if the stream ends or the task is
/// canceled first.
///
/// Leaves the caller's actor, because staying there needs newer systems than this package supports.
@concurrent private func first<Element: Sendable>(of stream: AsyncStream<Element>) async -> Element?
{
  var elements = stream.makeAsyncIterator()
  return await elements.next()
}

/// Waits until a stream ends or the task is canceled.
func end(of stream: AsyncStream<Never>) async {
  _ = await first(of: stream)
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
