package struct Lift {
  package enum Floor: CaseIterable { case ground, first }
  private enum State { case waiting(at: Floor), moving(to: Floor), stopped }
  private var state = State.waiting(at: .ground)

  package mutating func call(to floor: Floor) -> String? {
    guard case .waiting(let current) = state else { return nil }
    guard current != floor else { return "open the door" }
    state = .moving(to: floor)
    return nil
  }

  package mutating func arrive() {
    if case .moving(let floor) = state { state = .waiting(at: floor) }
  }

  package mutating func stop(isAlarm: Bool) -> String? {
    state = .stopped
    return isAlarm ? "ring" : nil
  }
}
