// Waiting for a machine. The functions run where the caller runs, which is where the machine lives.
extension StateMachine {
  /// Waits until the machine is in a state for which a condition holds.
  ///
  /// ```swift
  /// machine.handle(.fetch)
  /// try await machine.reaches { $0 == .idle }
  /// ```
  ///
  /// It returns at once where the condition holds already, and otherwise after the transition that
  /// leads to such a state; by the time that the caller goes on, the machine may have moved further.
  ///
  /// - Parameter condition: The condition.
  /// - Throws: ``UnreachedState`` where the machine is finished in a state for which the condition does
  ///   not hold, at once or once it is; `CancellationError` where the task is canceled.
  public nonisolated(nonsending) func reaches(
    where condition: @escaping (_ state: State) -> Bool
  ) async throws {
    try await wait(until: { condition($0) ? .isThere : nil })
  }

  /// Waits until the machine is in a state.
  ///
  /// ```swift
  /// try await machine.reaches(.idle)
  /// ```
  ///
  /// - Parameter state: The state.
  /// - Throws: What `reaches(where:)` throws.
  public nonisolated(nonsending) func reaches(_ state: State) async throws where State: Equatable {
    try await reaches(where: { $0 == state })
  }

  /// Waits until no work and no timeout of the machine runs, and nothing is queued.
  ///
  /// ```swift
  /// machine.handle(.load)
  /// try await machine.settled()
  /// machine.state  // whatever became of it
  /// ```
  ///
  /// What work and timeouts send is handled before; where that begins others, those are waited for,
  /// too. A state that always has a timeout never settles. Work must not wait for the machine that it
  /// belongs to.
  ///
  /// - Throws: `CancellationError` where the task is canceled.
  public nonisolated(nonsending) func settled() async throws {
    guard schema.storage.features.contains(.activities) else { return }
    let activities = extras.activities
    while activities.isBusy {
      await end(of: activities.idleSignal())
      try Task.checkCancellation()
    }
  }

  /// The result of looking at a state that is waited for.
  package enum Progress: Sendable {
    /// The state is one that was waited for.
    case isThere
    /// No such state will be reached any more, for a reason.
    case isHopeless(String)
  }

  /// Waits until a function of the state has a result.
  ///
  /// - Parameter progress: Returns the result for a state; `nil` where it is to be waited for.
  /// - Throws: ``UnreachedState`` where no such state is reached any more; `CancellationError` where the
  ///   task is canceled.
  package nonisolated(nonsending) func wait(
    until progress: @escaping (_ state: State) -> Progress?
  ) async throws {
    let schema = schema
    func result(_ state: State) -> Progress? {
      if let found = progress(state) { return found }
      return schema.isFinal(state) ? .isHopeless("the machine is finished") : nil
    }
    var found = result(currentState)
    if found == nil {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Progress.self, bufferingPolicy: .bufferingOldest(1))
      let token = observe { transition in
        if let found = result(transition.target) { continuation.yield(found) }
      }
      defer { removeObserver(token) }
      found = await first(of: stream)
    }
    switch found {
    case .isThere: return
    case .isHopeless(let reason):
      throw UnreachedState(state: String(describing: currentState), reason: reason)
    case nil: throw CancellationError()
    }
  }
}

/// Waits for the first element of a stream; `nil` where it ends or the task is canceled before.
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
/// do { try await machine.reaches(.idle) } catch let error as UnreachedState {
///   print(error)  // the state that was waited for is not reached from done: the machine is finished
/// }
/// ```
public struct UnreachedState: Error, Hashable, CustomStringConvertible {
  /// The state that the machine is in.
  public let state: String
  /// Why no further waiting helps.
  public let reason: String

  /// The state that the machine is in, and why no further waiting helps.
  public var description: String {
    "the state that was waited for is not reached from \(state): \(reason)"
  }
}
