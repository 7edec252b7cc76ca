package struct Upload {
  package enum State { case waiting, sending, done, failed }
  package enum Event { case start, sent, broke, retry }

  package private(set) var state = State.waiting

  package mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.waiting, .start), (.failed, .retry): state = .sending
    case (.sending, .sent): state = .done
    case (.sending, .broke): state = .failed
    default: break
    }
  }
}
