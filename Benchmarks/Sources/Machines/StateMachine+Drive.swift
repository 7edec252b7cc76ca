import Schematic
import Workloads

extension StateMachine {
  /// Handles events and adds up what became of them.
  func drive(_ events: [Event]) -> Int {
    var sum = 0
    for event in events { sum &+= send(event).rawValue }
    return sum
  }

  // Called, not inlined: an event comes from elsewhere. The other side does the same.
  @inline(never)
  private func send(_ event: Event) -> Answer {
    switch handle(event) {
    case .moved: return .moved
    case .stayed: return .stayed
    case .ignored: return .ignored
    case .rejected: return .rejected
    case .queued, .failed, .subjectGone: preconditionFailure("no workload does this")
    }
  }
}
