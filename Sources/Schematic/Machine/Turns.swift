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
  private(set) var isTaken = false
  /// The number of turns so far.
  private var count = 0
  private var waiters: [Waiter] = []

  /// The call whose turn it is.
  var call: PersistedCall {
    PersistedCall(turns: ObjectIdentifier(self), number: count)
  }

  /// Begins a turn.
  func take() {
    isTaken = true
    count += 1
  }

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
    count += 1
    let next = waiters.removeFirst()
    next.hasTurn = true
    next.continuation.finish()
  }
}

/// Waits until a stream ends or the task is canceled.
func end(of stream: AsyncStream<Never>) async {
  _ = await first(of: stream)
}

/// A call of `handle(_:persisting:)` whose closure runs.
struct PersistedCall: Hashable {
  let turns: ObjectIdentifier
  let number: Int

  /// The calls whose closures the current task runs, the outermost first.
  @TaskLocal static var underWay: [PersistedCall] = []
}

/// Returns the first element of a stream, or `nil` if the stream ends or the task is canceled first.
///
/// The function leaves the caller's actor, because staying there needs newer systems than this
/// package supports.
@concurrent func first<Element: Sendable>(of stream: AsyncStream<Element>) async -> Element? {
  var elements = stream.makeAsyncIterator()
  return await elements.next()
}
