/// The transitions of a machine, one after the other, from the moment it was asked for.
///
/// The sequence ends when the machine goes away or is finished. It holds a bounded number of
/// transitions for a consumer that is slower than the machine; what does not fit is dropped, and the
/// next element says how many were.
public struct TransitionSequence<State: Sendable, Event: Sendable>: AsyncSequence, Sendable {
  /// A transition, and how many before it were dropped.
  public struct Element: Sendable {
    /// The transition that was taken.
    public let transition: TakenTransition<State, Event>
    /// How many transitions were dropped between the element before and this one.
    public let dropped: Int
  }

  let stream: AsyncStream<Element>

  /// Returns what hands over the elements, to one consumer.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
    stream.makeAsyncIterator()
  }
}

extension StateMachine where State: Sendable, Event: Sendable {
  /// Returns the transitions that the machine takes from now on, as a sequence.
  ///
  /// ```swift
  /// for await element in machine.transitions(buffering: 16) {
  ///   print(element.transition.target, element.dropped)
  /// }
  /// ```
  ///
  /// - Parameter capacity: How many transitions are kept for a consumer that has not asked yet.
  /// - Returns: The sequence, for one consumer.
  public func transitions(buffering capacity: Int = 64) -> TransitionSequence<State, Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TransitionSequence<State, Event>.Element.self,
      bufferingPolicy: .bufferingOldest(capacity))
    let feed = TransitionFeed(continuation: continuation)
    guard !isFinished else { return TransitionSequence(stream: stream) }
    var token: ObserverToken?
    token = observe { [weak self] transition in
      if !feed.send(transition), let token { self?.removeObserver(token) }
    }
    return TransitionSequence(stream: stream)
  }
}

/// Puts transitions into a stream, and ends it when the machine lets go of it.
private final class TransitionFeed<State: Sendable, Event: Sendable> {
  typealias Element = TransitionSequence<State, Event>.Element

  private let continuation: AsyncStream<Element>.Continuation
  private var dropped = 0

  init(continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
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
