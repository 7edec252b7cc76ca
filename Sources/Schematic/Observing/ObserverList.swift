/// The observers of a machine, in the order in which they were registered.
@usableFromInline
struct ObserverList<State, Event, Subject> {
  @usableFromInline typealias Observer = (TakenTransition<State, Event>, Subject) -> Void

  @usableFromInline var observers: [(token: ObserverToken, observer: Observer)] = []
  private var lastNumber = 0

  @inlinable var isEmpty: Bool { observers.isEmpty }

  mutating func add(_ observer: @escaping Observer) -> ObserverToken {
    lastNumber += 1
    let token = ObserverToken(number: lastNumber)
    observers.append((token, observer))
    return token
  }

  mutating func remove(_ token: ObserverToken) {
    observers.removeAll { $0.token == token }
  }

  mutating func removeAll() {
    observers = []
  }

  /// Tells all observers.
  ///
  /// Who is added or removed meanwhile counts from the next transition on.
  @inlinable
  func tell(_ transition: TakenTransition<State, Event>, _ subject: Subject) {
    for (_, observer) in observers { observer(transition, subject) }
  }
}
