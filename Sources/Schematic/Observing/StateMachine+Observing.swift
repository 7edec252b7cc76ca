import CSchematicAtomics

/// The key that removes an observer from the machine it was registered with.
///
/// No two observers of a program have the same one.
public struct ObserverToken: Hashable, Sendable {
  private let number: Int

  fileprivate init() {
    number = schematic_add(Self.lastNumber, 1)
  }

  // Only changed by an atomic addition.
  nonisolated(unsafe) private static let lastNumber: UnsafeMutablePointer<Int> = {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    number.initialize(to: 0)
    return number
  }()
}

/// A closure that is called with each event that a machine has handled.
@usableFromInline
struct Observer<State, Event> {
  fileprivate let token: ObserverToken
  /// A Boolean value that indicates whether it is called no more after the machine is finished.
  fileprivate let endsWithMachine: Bool
  @usableFromInline let notify: (HandledEvent<State, Event>) -> Void
}

extension StateMachine {
  /// Registers an observer, which is called with every event and what became of it.
  ///
  /// Observers are called last in a step, in the order in which they were registered, for events that are
  /// taken and for those that are ignored, rejected, queued or failed. They see events in the order in
  /// which they were handled, also if one sends another. An observer that is registered during a step
  /// is called from the next event on.
  ///
  /// ```swift
  /// let token = machine.observe { print($0) }
  /// machine.handle(.coin)  // prints: locked: coin → unlocked
  /// machine.removeObserver(token)
  /// ```
  ///
  /// What a machine *does* because of an event or a state belongs into its schema, where a diagram shows
  /// it. Observers are for logs, traces and view models. The machine holds the observer strongly: capture
  /// the subject weakly in it. On an actor, the observer runs where the machine lives:
  ///
  /// ```swift
  /// machine.observe { [weak self] handled in self?.assumeIsolated { $0.show(handled) } }
  /// ```
  ///
  /// - Parameter observer: The closure.
  /// - Returns: The key that removes the observer again.
  @discardableResult
  public func observe(
    _ observer: @escaping (_ handled: HandledEvent<State, Event>) -> Void
  ) -> ObserverToken {
    addObserver(endsWithMachine: false, observer)
  }

  /// Removes an observer; does nothing if it was removed already, or belongs to another machine.
  ///
  /// - Parameter token: The token that ``observe(_:)`` returned.
  public func removeObserver(_ token: ObserverToken) {
    removeObservers { $0.token == token }
  }

  private func addObserver(
    endsWithMachine: Bool, _ observer: @escaping (HandledEvent<State, Event>) -> Void
  ) -> ObserverToken {
    let token = ObserverToken()
    extras.observers.append(
      Observer(token: token, endsWithMachine: endsWithMachine, notify: observer))
    concerns.insert(.observers)
    return token
  }

  private func removeObservers(where isRemoved: (Observer<State, Event>) -> Bool) {
    guard let extras = existingExtras else { return }
    // An observer that is released may own an object that removes another one as it goes. So none is
    // released before the list is whole again.
    let old = extras.observers
    withExtendedLifetime(old) {
      extras.observers = old.filter { !isRemoved($0) }
      if extras.observers.isEmpty { concerns.remove(.observers) }
    }
  }

  /// Calls the observers.
  @inlinable
  @inline(__always)
  func notifyObservers(_ handled: consuming HandledEvent<State, Event>) {
    guard let extras = existingExtras else { return }
    extras.notificationCount += 1
    handled.position = extras.notificationCount
    // A copy, because an observer may register or remove observers.
    let observers = extras.observers
    for index in observers.indices { observers[index].notify(handled) }
    if lifecycle == .rejecting { removeObserversThatEnd() }
  }

  @usableFromInline
  func removeObserversThatEnd() {
    removeObservers { $0.endsWithMachine }
  }

  /// Calls the observers with an event that was queued.
  @usableFromInline
  func notifyObserversOfQueueing(_ event: Event, from activity: Int?, _ outcome: Outcome) {
    // An event that an observer sends meanwhile is reported when it is handled: an observer that answers
    // each event with another would otherwise be called without end.
    guard !extras.isReportingQueueing else { return }
    extras.isReportingQueueing = true
    defer { extras.isReportingQueueing = false }
    notifyObservers(
      HandledEvent(event, from: sender(activity), in: currentState, to: currentState, outcome))
  }

  /// Calls the observers with an event that was handled by a cached rule.
  @inlinable
  @inline(never)
  func notifyObservers(
    of event: Event, _ rule: Rule, from sender: EventSender?, in source: State, _ outcome: Outcome
  ) {
    notifyObservers(
      HandledEvent(
        event, from: sender ?? self.sender(nil), in: source, to: currentState, outcome,
        rule.pointee.label, rule.pointee.guards))
  }

  /// The guards that were evaluated for the event that is being handled; `nil` if there were none, as in a
  /// finished machine.
  @usableFromInline var guardAnswers: GuardAnswers? {
    evaluatedGuards.flatMap { GuardAnswers($0.answers) }
  }

  var evaluatedGuards: GuardRecorder<Subject>? {
    guard schema.storage.rules.hasGuards, lifecycle != .rejecting else { return nil }
    return existingExtras?.recorder
  }

  /// Has a closure called when the state is read, as long as the machine has observers.
  package func track(_ tracker: @escaping () -> Void) {
    extras.readTracker = tracker
  }

  /// A Boolean value that indicates whether a closure is called when the state is read.
  package var isTracked: Bool { existingExtras?.readTracker != nil }

  @usableFromInline
  func notifyReader() {
    existingExtras?.readTracker?()
  }
}

// MARK: The events as a sequence

extension StateMachine where State: Sendable, Event: Sendable {
  /// Returns the events that the machine handles from now on, as a sequence.
  ///
  /// ```swift
  /// for await handled in machine.handledEvents() { print(handled) }
  /// ```
  ///
  /// The sequence is for one consumer. It ends when the machine goes away or is finished. It holds the
  /// newest events for a consumer that is slower than the machine, and drops older ones: a gap in
  /// ``HandledEvent/number`` says how many.
  ///
  /// - Parameter capacity: The number of events to hold for a consumer that has not asked yet.
  /// - Returns: The sequence.
  public func handledEvents(
    buffering capacity: Int = 64
  ) -> AsyncStream<HandledEvent<State, Event>> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: HandledEvent<State, Event>.self, bufferingPolicy: .bufferingNewest(capacity))
    guard !isFinished else {
      continuation.finish()
      return stream
    }
    let feed = Feed(continuation)
    var token: ObserverToken?
    token = addObserver(endsWithMachine: true) { [weak self] handled in
      if case .terminated = feed.continuation.yield(handled), let token {
        self?.removeObserver(token)
      }
    }
    return stream
  }
}

/// The beginning of a stream of events, which ends when the machine releases it.
private final class Feed<State: Sendable, Event: Sendable> {
  let continuation: AsyncStream<HandledEvent<State, Event>>.Continuation

  init(_ continuation: AsyncStream<HandledEvent<State, Event>>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}
