struct Upload {
  enum State { case waiting, sending, done, failed }
  enum Event { case start, sent, broke, retry }

  private(set) var state = State.waiting

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.waiting, .start), (.failed, .retry): state = .sending
    case (.sending, .sent): state = .done
    case (.sending, .broke): state = .failed
    default: break
    }
  }
}
