/// The transitions of a machine, one after the other, from the moment it was asked for.
///
/// The sequence ends when the machine goes away or is finished. It holds a bounded number of
/// transitions for a consumer that is slower than the machine; what does not fit is dropped, and the
/// next element says how many were. Those that no element follows are told by ``droppedAtEnd``.
public struct TransitionSequence<State: Sendable, Event: Sendable>: AsyncSequence, Sendable {
  /// A transition, and how many before it were dropped.
  public struct Element: Sendable {
    /// The transition that was taken.
    public let transition: TakenTransition<State, Event>
    /// How many transitions were dropped between the element before and this one.
    public let dropped: Int
  }

  let stream: AsyncStream<Element>
  let end: SequenceEnd

  /// How many transitions were dropped after the last element.
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
