/// Puts transitions into a stream, and ends it when the machine lets go of it.
final class TransitionFeed<State: Sendable, Event: Sendable> {
  typealias Element = TransitionSequence<State, Event>.Element

  private let continuation: AsyncStream<Element>.Continuation
  private let end: SequenceEnd
  private var dropped = 0

  init(continuation: AsyncStream<Element>.Continuation, end: SequenceEnd) {
    self.continuation = continuation
    self.end = end
  }

  deinit {
    continuation.finish()
    end.tell(dropped)
  }

  /// Sends a transition, and returns whether somebody may still be listening.
  func send(_ transition: TakenTransition<State, Event>) -> Bool {
    switch continuation.yield(Element(transition: transition, dropped: dropped)) {
    case .enqueued: dropped = 0
    case .dropped: dropped += 1
    case .terminated: return false
    @unknown default: break
    }
    return true
  }
}
