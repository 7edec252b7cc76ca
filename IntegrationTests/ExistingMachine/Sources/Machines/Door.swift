import SchematicGraph

package struct Door {
  package enum State: CaseIterable, Graphable { case closed, opened, locked, broken }
  package enum Event: CaseIterable, Graphable { case open, close, lock }
  struct Blocked: Error {}

  package private(set) var state = State.closed
  private var slams = 0

  package mutating func handle(_ event: Event) throws -> String? {
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
