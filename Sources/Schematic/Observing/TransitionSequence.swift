/// The transitions of a machine, one after the other, from the moment it was asked for.
///
/// The sequence ends when the machine goes away or is finished. It holds a bounded number of
/// transitions for a consumer that is slower than the machine; what does not fit is dropped, and the
/// next element says how many were. Those that no element follows are told by ``droppedAtEnd``.
public struct TransitionSequence<State: Sendable, Event: Sendable>: AsyncSequence, Sendable {
  /// A transition, and the number of those before it that were dropped.
  public struct Element: Sendable {
    /// The transition that was taken.
    public let transition: TakenTransition<State, Event>
    /// The number of transitions that were dropped between the element before and this one.
    public let dropped: Int
  }

  let stream: AsyncStream<Element>
  let end: SequenceEnd

  /// The number of transitions that were dropped after the last element.
  ///
  /// It is known when the sequence has ended, and is waited for until then.
  ///
  /// ```swift
  /// for await element in sequence { show(element.transition) }
  /// if let lost = await sequence.droppedAtEnd, lost > 0 { show("and \(lost) more") }
  /// ```
  ///
  /// It is `nil` once a task that waited for it was cancelled: like the sequence, it is for one
  /// consumer.
  public var droppedAtEnd: Int? {
    get async { await end.dropped }
  }

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
    let end = SequenceEnd()
    let feed = TransitionFeed(continuation: continuation, end: end)
    let sequence = TransitionSequence(stream: stream, end: end)
    guard !isFinished else { return sequence }
    var token: ObserverToken?
    token = observe { [weak self] transition in
      if !feed.send(transition), let token { self?.removeObserver(token) }
    }
    return sequence
  }
}

/// Puts transitions into a stream, and ends it when the machine lets go of it.
private final class TransitionFeed<State: Sendable, Event: Sendable> {
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

/// The number of transitions a sequence dropped at its end: told once, and then known for good.
struct SequenceEnd: Sendable {
  private let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func tell(_ dropped: Int) {
    continuation.yield(dropped)
  }

  /// The number, as soon as it is told; `nil` once a task that waited was cancelled.
  var dropped: Int? {
    get async {
      var iterator = stream.makeAsyncIterator()
      guard let dropped = await iterator.next() else { return nil }
      // Taken out by asking, and put back for whoever asks next.
      continuation.yield(dropped)
      return dropped
    }
  }
}
