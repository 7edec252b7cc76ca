/// A generic machine that keeps who waits.
package struct Relay<Element: Sendable, Failure: Error> {
  package typealias Consumer = UnsafeContinuation<Result<Element?, any Error>, Never>

  package struct Ticket { package let number: Int }

  private enum Phase {
    case initial
    case running(Task<Void, Never>)
    case waiting(Consumer)
    case finished(Failure?)
  }

  private var phase = Phase.initial

  package mutating func started(_ task: Task<Void, Never>) {
    guard case .initial = phase else { return }
    phase = .running(task)
  }

  package mutating func next(for consumer: Consumer) {
    guard case .running = phase else { return }
    phase = .waiting(consumer)
  }

  package mutating func produce(_ element: Element, _ ticket: Ticket) -> Consumer? {
    guard case .waiting(let consumer) = phase else { return nil }
    phase = .initial
    return consumer
  }

  package mutating func finish(_ failure: Failure?) { phase = .finished(failure) }
}
