import Workloads

/// A machine written by hand: a state, a subject, and a switch.
protocol HandWritten<Event>: AnyObject {
  associatedtype Event

  /// Handles one event and says what became of it.
  func handle(_ event: Event) -> Answer
}

extension HandWritten {
  /// Handles events and adds up what became of them.
  func drive(_ events: [Event]) -> Int {
    var sum = 0
    for event in events { sum &+= send(event).rawValue }
    return sum
  }

  // Called, not inlined: an event comes from elsewhere. The other side does the same.
  @inline(never)
  private func send(_ event: Event) -> Answer {
    handle(event)
  }
}
