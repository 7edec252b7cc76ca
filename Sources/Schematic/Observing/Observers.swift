import CSchematicAtomics

/// A transition that a machine has taken, as observers are told of it.
@frozen
public struct TakenTransition<State, Event> {
  /// The state before.
  public let source: State
  /// The state after.
  public let target: State
  /// The event that caused it.
  public let event: Event
  /// The name of the action; `nil` when it has none.
  public let label: String?
  /// A Boolean value that indicates whether no state was left and none was entered.
  public let isInternal: Bool
  /// The duration of the timeout that sent the event; `nil` where no timeout did.
  public var timeout: Duration? { firedTimeout?.duration }

  // One word, because transitions are copied for each observer, and few are those of timeouts.
  @usableFromInline let firedTimeout: FiredTimeout?

  @inlinable
  init(
    source: State, target: State, event: Event, label: String?, isInternal: Bool,
    firedTimeout: FiredTimeout?
  ) {
    self.source = source
    self.target = target
    self.event = event
    self.label = label
    self.isInternal = isInternal
    self.firedTimeout = firedTimeout
  }
}

/// A timeout that has sent an event.
@usableFromInline
final class FiredTimeout: Sendable, Equatable {
  let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  @usableFromInline
  static func == (lhs: FiredTimeout, rhs: FiredTimeout) -> Bool { lhs.duration == rhs.duration }
}

extension TakenTransition: Sendable where State: Sendable, Event: Sendable {}
extension TakenTransition: Equatable where State: Equatable, Event: Equatable {}

/// The key that removes an observer from the machine it was registered with.
///
/// No two observers of a program have the same one.
@frozen
public struct ObserverToken: Hashable, Sendable {
  @usableFromInline let number: Int

  /// Creates a token that differs from all others; a negative one for an observer of events.
  init(isOfEvents: Bool = false) {
    let number = schematic_add(Self.lastNumber, 1)
    self.number = isOfEvents ? -number : number
  }

  nonisolated(unsafe) private static let lastNumber: UnsafeMutablePointer<Int> = {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    number.initialize(to: 0)
    return number
  }()
}

/// The observers of a machine, in the order in which they were registered.
@frozen @usableFromInline
struct ObserverList<State, Event, Subject> {
  @usableFromInline typealias Observer = (TakenTransition<State, Event>, Subject) -> Void

  @usableFromInline var observers: [(token: ObserverToken, observer: Observer)] = []
  @usableFromInline init() {}

  @inlinable var isEmpty: Bool { observers.isEmpty }

  mutating func add(_ observer: @escaping Observer) -> ObserverToken {
    let token = ObserverToken()
    observers.append((token, observer))
    return token
  }

  mutating func remove(_ token: ObserverToken) {
    observers.removeAll { $0.token == token }
  }

  mutating func removeAll() {
    observers = []
  }

  /// Tells all observers; one that is added or removed meanwhile counts from the next transition on.
  @inlinable
  func tell(_ transition: TakenTransition<State, Event>, _ subject: Subject) {
    for (_, observer) in observers { observer(transition, subject) }
  }
}

extension StateMachine {
  /// Registers an observer, which is told of every transition that the machine takes.
  ///
  /// Observers are called in the order in which they were registered, after the entry actions, with
  /// external and internal transitions alike. They see transitions in the order in which they
  /// happened, also where one sends an event.
  ///
  /// ```swift
  /// let token = machine.observe { print($0.source, "->", $0.target) }
  /// machine.handle(.coin)  // prints: locked -> unlocked
  /// machine.removeObserver(token)
  /// ```
  ///
  /// The machine holds the observer strongly. One that needs the subject takes it as its second
  /// parameter instead of holding it.
  ///
  /// - Parameter observer: What to call.
  /// - Returns: The key that removes the observer again.
  @discardableResult
  public func observe(
    _ observer: @escaping (_ transition: TakenTransition<State, Event>) -> Void
  ) -> ObserverToken {
    add { transition, _ in observer(transition) }
  }

  /// Registers an observer that is given the subject with every transition.
  ///
  /// ```swift
  /// machine.observe { transition, screen in screen.title = "\(transition.target)" }
  /// ```
  ///
  /// The observer need not hold the subject, and so does not keep it alive.
  ///
  /// - Parameter observer: What to call: see the form without a subject.
  /// - Returns: The key that removes the observer again.
  @_disfavoredOverload
  @discardableResult
  public func observe(
    _ observer:
      @escaping (_ transition: TakenTransition<State, Event>, _ subject: Subject) -> Void
  ) -> ObserverToken {
    add(observer)
  }

  /// Removes an observer; does nothing where it was removed already, or belongs to another machine.
  ///
  /// - Parameter token: The token that `observe(_:)` or `observeEvents(_:)` returned.
  public func removeObserver(_ token: ObserverToken) {
    guard token.number > 0 else { return removeEventObserver(token) }
    changeObservers { $0.remove(token) }
  }

  func add(
    _ observer: @escaping (_ transition: TakenTransition<State, Event>, _ subject: Subject) -> Void
  ) -> ObserverToken {
    isObserved = true
    return extras.observers.add(observer)
  }

  /// Has a closure told when the state is read, as long as the machine has observers.
  package func track(_ tracker: @escaping () -> Void) {
    extras.readTracker = tracker
  }

  /// A Boolean value that indicates whether a closure is told when the state is read.
  package var isTracked: Bool { existingExtras?.readTracker != nil }

  @usableFromInline
  func tellRead() {
    existingExtras?.readTracker?()
  }

  /// Changes the list of observers.
  ///
  /// An observer that is let go of may free what removes another, so none is let go of during the
  /// access to the list.
  func changeObservers(_ change: (inout ObserverList<State, Event, Subject>) -> Void) {
    guard let extras = existingExtras else { return }
    let old = extras.observers
    withExtendedLifetime(old) {
      change(&extras.observers)
      isObserved = !extras.observers.isEmpty
    }
  }
}
