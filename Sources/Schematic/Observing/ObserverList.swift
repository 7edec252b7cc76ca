/// The observers of a machine, in the order in which they were registered.
struct ObserverList<State, Event, Subject> {
  typealias Observer = (TakenTransition<State, Event>, Subject) -> Void

  private var observers: [(token: ObserverToken, observer: Observer)] = []
  private var lastNumber = 0

  var isEmpty: Bool { observers.isEmpty }

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
  func tell(_ transition: TakenTransition<State, Event>, _ subject: Subject) {
    for (_, observer) in observers { observer(transition, subject) }
  }
}
