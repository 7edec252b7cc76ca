/// An event that a machine was sent, with everything that became of it, as observers of events are told.
///
/// ```swift
/// machine.observeEvents { print($0.source, $0.event, $0.outcome, $0.target) }
/// machine.handle(.push)  // prints: locked push rejected(…) locked
/// ```
public struct ObservedEvent<State, Event> {
  /// The event.
  public let event: Event
  /// The sender of the event.
  public let sender: EventSender
  /// The state before.
  public let source: State
  /// The state after: the same one unless the event was taken.
  public let target: State
  /// The outcome.
  ///
  /// ``Outcome/queued`` is told at once where an event is sent during a step, and the outcome of the
  /// same event when it has been handled.
  public let outcome: Outcome
  /// The name of the action; `nil` when it has none, or no transition was taken.
  public let label: String?
  /// The names of the guards that were asked, in order, and their answers.
  public let guards: [(name: String, holds: Bool)]
}

/// The sender of an event.
public enum EventSender: Hashable, Sendable {
  /// The program that calls the machine's `handle`, actions and observers included.
  case caller
  /// A timeout of the state, after this time.
  case timeout(Duration)
  /// The work of the state, by its name in diagrams; `nil` where it has none.
  case work(label: String?)
}

extension ObservedEvent: Sendable where State: Sendable, Event: Sendable {}

extension StateMachine {
  /// Registers an observer of events, which is told of every event and what became of it.
  ///
  /// Where `observe` tells of transitions alone, this tells of ignored, rejected, queued and failed
  /// events as well, and what guards answered. It is for logs and traces. Observers of events are
  /// called last in a step, in the order in which they were registered, also in final states and
  /// where the subject is gone. Events that they send are queued.
  ///
  /// ```swift
  /// let token = machine.observeEvents { log($0.event, $0.outcome) }
  /// machine.removeObserver(token)
  /// ```
  ///
  /// One that is registered during a step is told from the next event on that is handled. A machine
  /// without observers of events costs what it did before this method existed.
  ///
  /// - Parameter observer: The closure to call; the machine holds it strongly.
  /// - Returns: The key that removes the observer again.
  @discardableResult
  public func observeEvents(
    _ observer: @escaping (_ observed: ObservedEvent<State, Event>) -> Void
  ) -> ObserverToken {
    let extras = extras
    let observers = extras.eventObservers ?? EventObservers()
    extras.eventObservers = observers
    switch phase {
    case .new: phase = .newAndObserved
    case .idle: phase = .observed
    // The run ends where waiting events are handled, and that is where the phase is looked up.
    case .handling, .deciding: isQueueUsed = true
    case .newAndObserved, .observed: break
    }
    return observers.add(observer)
  }

  /// The phase of a machine that has ended a run.
  @inlinable var restingPhase: Phase {
    existingExtras?.eventObservers == nil ? .idle : .observed
  }

  /// Handles an event from outside of a machine whose events are observed.
  @usableFromInline
  func handleObserved(_ event: Event, ofActivity activity: Int?) -> Outcome {
    phase = .handling
    isQueueUsed = true
    return complete(stepObserved(event, ofActivity: activity))
  }

  /// Handles one event and tells the observers of events.
  @usableFromInline
  func stepObserved(_ event: Event, ofActivity activity: Int?) -> Outcome {
    let sender = sender(activity)
    if case .timeout(let duration) = sender { extras.firedTimeout = FiredTimeout(duration) }
    defer { extras.firedTimeout = nil }
    let source = currentState
    let features = schema.storage.features
    guard value == nil else {
      return step(event, nil, observedFrom: sender) { decide(event, in: $0, nil, features) }
    }
    let subject = weakSubject
    guard subject != nil else {
      let outcome = loseSubject()
      tellEventObservers(
        ObservedEvent(
          event: event, sender: sender, source: source, target: source, outcome: outcome,
          label: nil, guards: []))
      return outcome
    }
    return step(event, subject, observedFrom: sender) { decide(event, in: $0, subject, features) }
  }

  /// Returns the timeout or work of a number, or the timeout whose time has come; otherwise the caller.
  private func sender(_ activity: Int?) -> EventSender {
    if let activity { return extras.activities.sender(activity) }
    return extras.firedTimeout.map { .timeout($0.duration) } ?? .caller
  }

  /// Handles one event, and tells the observers of events where there are any.
  func step(
    _ event: Event, _ subject: Subject?, observedFrom sender: EventSender,
    _ decide: (State) -> Decision<State, Event, Subject>
  ) -> Outcome {
    let source = currentState
    var answer: (label: String?, guards: [GuardRecorder<Subject>.Answer]) = (nil, [])
    let outcome = step(event, subject, schema.storage.features) { state in
      let decision = decide(state)
      answer = details(of: decision)
      return decision
    }
    tellEventObservers(
      ObservedEvent(
        event: event, sender: sender, source: source, target: currentState, outcome: outcome,
        label: answer.label, guards: answer.guards.map { ($0.name, $0.holds) }))
    return outcome
  }

  /// Returns the name of the action of an answer, and the guards that were asked for it.
  private func details(
    of decision: Decision<State, Event, Subject>
  ) -> (label: String?, guards: [GuardRecorder<Subject>.Answer]) {
    switch decision {
    case .kept(let entry):
      let isTaken = entry.pointee.kind == .external || entry.pointee.kind == .internal
      return (isTaken ? entry.pointee.label : nil, entry.pointee.details.answered)
    case .asked(let form):
      let guards = schema.storage.rules.hasGuards ? existingExtras?.recorder.answers ?? [] : []
      if case .take(let label, _, _, _) = form { return (label, guards) }
      return (nil, guards)
    }
  }

  /// Tells the observers of events that an event was sent during a step.
  @usableFromInline
  func tellQueued(_ event: Event, ofActivity activity: Int?, _ outcome: Outcome) {
    guard let observers = existingExtras?.eventObservers, !observers.areTold else { return }
    observers.areTold = true
    defer { observers.areTold = false }
    tellEventObservers(
      ObservedEvent(
        event: event, sender: activity.map { extras.activities.sender($0) } ?? .caller,
        source: currentState, target: currentState, outcome: outcome, label: nil, guards: []))
  }

  private func tellEventObservers(_ observed: ObservedEvent<State, Event>) {
    // A copy, because an observer may register or remove observers.
    guard let observers = existingExtras?.eventObservers?.observers else { return }
    for (_, observer) in observers { observer(observed) }
  }

  /// Removes an observer of events; the last one takes with it that the machine is observed.
  func removeEventObserver(_ token: ObserverToken) {
    guard let extras = existingExtras, let observers = extras.eventObservers else { return }
    let old = observers.observers
    withExtendedLifetime(old) {
      observers.observers = old.filter { $0.token != token }
      guard observers.observers.isEmpty else { return }
      extras.eventObservers = nil
      if phase == .newAndObserved { phase = .new }
      if phase == .observed { phase = .idle }
    }
  }
}

/// The observers of a machine's events, in the order in which they were registered.
@usableFromInline
final class EventObservers<State, Event> {
  typealias Observer = (ObservedEvent<State, Event>) -> Void

  fileprivate var observers: [(token: ObserverToken, observer: Observer)] = []

  /// A Boolean value that indicates whether they are being told of a queued event.
  ///
  /// What they send meanwhile is told when it is handled, or they would be told without end.
  fileprivate var areTold = false

  init() {}

  /// Adds an observer, and returns its token.
  ///
  /// Its number is negative, which tells it from an observer of transitions.
  fileprivate func add(_ observer: @escaping Observer) -> ObserverToken {
    let token = ObserverToken(isOfEvents: true)
    observers.append((token, observer))
    return token
  }
}
