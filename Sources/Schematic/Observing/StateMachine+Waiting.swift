// Waiting for a machine. The functions run where the caller runs, which is where the machine lives.
extension StateMachine {
  /// Waits until the machine is in a state for which a condition holds.
  ///
  /// ```swift
  /// machine.handle(.fetch)
  /// try await machine.waitUntil { $0 == .idle }
  /// ```
  ///
  /// It returns at once if the condition holds already, and otherwise after the event that
  /// leads to such a state; by the time that the caller goes on, the machine may have moved further.
  ///
  /// The machine learns that its subject no longer exists when it is sent an event. Waiting does not keep
  /// the subject alive.
  ///
  /// - Parameter condition: The condition.
  /// - Throws: ``UnreachedStateError`` if the machine is finished in a state for which the condition does
  ///   not hold, or its subject no longer exists, at once or later; `CancellationError` if the
  ///   task is canceled.
  public nonisolated(nonsending) func waitUntil(
    _ condition: @escaping (_ state: State) -> Bool
  ) async throws {
    try await wait(until: { condition($0) ? .reached : nil })
  }

  /// Waits until no task and no timeout of the machine runs, and nothing is queued.
  ///
  /// ```swift
  /// machine.handle(.load)
  /// try await machine.waitUntilSettled()
  /// machine.state  // whatever became of it
  /// ```
  ///
  /// The events that tasks and timeouts send are handled before; if those begin others, these are waited
  /// for, too. A state that always has a timeout never settles. A task must not wait for the machine that
  /// it belongs to.
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
    /// The state is one that was waited for.
    case reached
    /// No such state will be reached any more, for a reason.
    case hopeless(String)
  }

  /// Waits until a function of the state has a result.
  ///
  /// - Parameter progress: Returns the result for a state; `nil` to wait for another.
  /// - Throws: ``UnreachedStateError`` if no such state is reached any more; `CancellationError` if the
  ///   task is canceled.
  package nonisolated(nonsending) func wait(
    until progress: @escaping (_ state: State) -> Progress?
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
      let token = observe { handled in
        let found = handled.outcome == .subjectDeallocated ? subjectIsGone : result(handled.target)
        if let found { continuation.yield(found) }
      }
      defer { removeObserver(token) }
      found = await first(of: stream)
    }
    switch found {
    case .reached: return
    case .hopeless(let reason):
      throw UnreachedStateError(state: String(describing: currentState), reason: reason)
    case nil: throw CancellationError()
    }
  }
}

/// Waits for the first element of a stream; `nil` if it ends or the task is canceled before.
///
/// Off the caller's actor: the way to stay there needs newer systems than the ones we serve.
@concurrent private func first<Element: Sendable>(of stream: AsyncStream<Element>) async -> Element?
{
  var elements = stream.makeAsyncIterator()
  return await elements.next()
}

/// Waits until a stream ends or the task is canceled.
func end(of stream: AsyncStream<Never>) async {
  _ = await first(of: stream)
}

/// A state that was waited for, and that the machine does not reach any more.
///
/// ```swift
/// do { try await machine.waitUntil { $0 == .idle } } catch let error as UnreachedStateError {
///   print(error)  // the state that was waited for is not reached from done: the machine is finished
/// }
/// ```
public struct UnreachedStateError: Error, Hashable, CustomStringConvertible {
  /// The state that the machine is in.
  public let state: String
  /// Why no further waiting helps.
  public let reason: String

  /// The state that the machine is in, and why no further waiting helps.
  public var description: String {
    "the state that was waited for is not reached from \(state): \(reason)"
  }
}
