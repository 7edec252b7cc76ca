/// How often something is tried again, and whether at all.
struct Patience {
  struct Limit {
    var isEnabled: Bool
    var maxAttempts: Int
    init(isEnabled: Bool = false, maxAttempts: Int = 100) {
      self.isEnabled = isEnabled
      self.maxAttempts = maxAttempts
    }
  }

  enum State {
    case ready
    case waiting
    case givenUp
  }

  private let limit: Limit
  private(set) var state = State.ready
  private var attempts = 0
  private var now = 0

  init(limit: Limit = Limit()) { self.limit = limit }

  mutating func rested(until time: Int) {
    guard state == .waiting, time > now else { return }
    (state, now) = (.ready, time)
  }

  mutating func answered(status: Int) {
    guard state != .givenUp else { return }
    switch status {
    case 200..<300: (state, attempts) = (.ready, 0)
    case 429 where limit.isEnabled:
      attempts += 1
      state = attempts < limit.maxAttempts ? .waiting : .givenUp
    default: state = .givenUp
    }
  }
}
