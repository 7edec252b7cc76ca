actor Turnstile {
  enum State { case locked, waiting(CheckedContinuation<Int, Never>), open }
  private var state = State.locked

  func enter() async -> Int {
    guard case .locked = state else { return 0 }
    return await withCheckedContinuation { state = .waiting($0) }
  }

  func insert(_ coins: Int) {
    if case .waiting(let visitor) = state {
      visitor.resume(returning: coins)
      state = .open
    }
  }
}
