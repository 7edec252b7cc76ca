struct Upload {
  enum State { case waiting, sending, done, failed }
  enum Event {
    case start, sent(bytes: Int), broke
  }

  private(set) var state = State.waiting

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.waiting, .start), (.failed, .start): state = .sending
    case (.sending, .sent(let bytes)): state = bytes > 0 ? .done : .failed
    case (.sending, .broke): state = .failed
    default: break
    }
  }
}

private struct Draft {
  var text = ""
  mutating func clear() { text = "" }
}
