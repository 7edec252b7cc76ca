// The handled events as a sequence, and two views of it.
extension StateMachine where State: Sendable, Event: Sendable {
  /// Returns the events that the machine handles from now on, as a sequence.
  ///
  /// ```swift
  /// for await handled in machine.handledEvents() { print(handled) }
  /// ```
  ///
  /// The sequence is for one consumer. It ends when the machine is deallocated or finished. If the
  /// consumer is slower than the machine, the sequence buffers the newest events and drops older
  /// ones: a gap in ``HandledEvent/number`` says how many.
  ///
  /// - Parameter capacity: The number of events to buffer for a slow consumer.
  /// - Returns: The sequence.
  public func handledEvents(
    buffering capacity: Int = 64
  ) -> AsyncStream<HandledEvent<State, Event>> {
    sequence(buffering: capacity) { $0 }
  }

  /// The transitions that the machine takes from now on, as a sequence.
  ///
  /// These are the handled events whose outcome is ``Outcome/moved`` or ``Outcome/stayed``: external
  /// and internal transitions, with or without an action. Each prints as one line.
  ///
  /// ```swift
  /// for await transition in machine.transitions { print(transition) }
  /// // locked: coin [paid] / unlock → unlocked
  /// ```
  ///
  /// Each access creates a sequence for one consumer. It ends when the machine is deallocated or
  /// finished. It buffers the newest 64 transitions for a slow consumer and drops older ones. Events
  /// that aren't transitions take no room in the buffer.
  public var transitions: AsyncStream<HandledEvent<State, Event>> {
    sequence(buffering: 64) { $0.isTransition ? $0 : nil }
  }
}

extension StateMachine where State: Sendable {
  /// The current state, and then the state after each transition, as a sequence.
  ///
  /// ```swift
  /// for await state in machine.states { print(state) }  // locked, then unlocked, …
  /// ```
  ///
  /// The first element is the state at the time of the access, so that the consumer has something
  /// to show before the first event. If a transition doesn't change the state, the state appears
  /// again.
  ///
  /// Each access creates a sequence for one consumer. It ends when the machine is deallocated or
  /// finished; a final state is its last element. It buffers the newest 64 states for a slow
  /// consumer and drops older ones, so the consumer always arrives at the machine's state.
  public var states: AsyncStream<State> {
    sequence(beginningWith: currentState, buffering: 64) { $0.isTransition ? $0.target : nil }
  }
}

extension StateMachine {
  /// Returns a sequence of the values that a closure returns for the handled events.
  ///
  /// Events for which the closure returns `nil` never reach the buffer.
  private func sequence<Element: Sendable>(
    beginningWith first: Element? = nil, buffering capacity: Int,
    of element: @escaping (HandledEvent<State, Event>) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(capacity))
    if let first { continuation.yield(first) }
    guard !isFinished else {
      continuation.finish()
      return stream
    }
    let feed = Feed(continuation)
    var token: ObserverToken?
    token = addObserver(endsWithMachine: true) { [weak self] handled in
      guard let element = element(handled) else { return }
      if case .terminated = feed.continuation.yield(element), let token {
        self?.removeObserver(token)
      }
    }
    return stream
  }
}

extension HandledEvent {
  /// A Boolean value that indicates whether the machine took a transition.
  fileprivate var isTransition: Bool {
    switch outcome {
    case .moved, .stayed: true
    case .ignored, .rejected, .queued, .failed, .subjectDeallocated: false
    }
  }
}

/// The producer of a sequence; when the machine releases the producer, the sequence ends.
private final class Feed<Element: Sendable> {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}
