struct Door {
  enum State { case closed, opened, locked, broken }
  enum Event { case open, close, lock }
  struct Blocked: Error {}

  private(set) var state = State.closed
  private var slams = 0

  mutating func handle(_ event: Event) throws -> String? {
    switch (state, event) {
    case (.closed, .open): state = .opened
    case (.opened, .close):
      slams += 1
      state = slams == 3 ? .broken : .closed
      if state == .broken { throw Blocked() }
      return "slam"
    case (.closed, .lock): state = .locked
    case (.locked, .open): throw Blocked()
    default: break
    }
    return nil
  }
}
