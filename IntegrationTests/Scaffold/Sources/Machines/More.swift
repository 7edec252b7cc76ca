import Foundation

/// A machine whose events have events inside, and that remembers what is different each time.
struct Mail {
  enum Flag { case seen, answered }
  indirect enum Content { case text(String, isLast: Bool), flags([Flag]), forwarded(Envelope) }
  struct Envelope {
    var flag: Flag?
    var content: Content
  }
  enum Response {
    case done(Content), refused(Envelope), failed(code: Int, isFatal: Bool, flag: Flag)
    @available(*, unavailable) case old
  }
  struct Stamp {
    let time: Date
    var note: String?
  }

  enum State { case idle, waiting(UUID), finished }
  private(set) var state = State.idle
  private let connectionID: UUID
  private var lastActive: Date?
  private var stamp: Stamp?
  private var bytes: [UInt8] = []

  init(connectionID: UUID) { self.connectionID = connectionID }

  enum Action { case none, startStampTimer(seconds: Int) }

  mutating func send(_ id: UUID, at time: Date) -> Action {
    forget()
    lastActive = time
    state = .waiting(id)
    return .startStampTimer(seconds: 1)
  }

  mutating func receive(_ response: Response) {
    bytes.append(0)
    if case .failed(_, true, .answered) = response { finish() }
  }

  /// Only other methods call it.
  mutating func forget() { stamp = nil }

  mutating func finish() { state = .finished }

  mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

  mutating func stampTimedOut(_ stamp: Stamp) { self.stamp = stamp }
}

/// Somebody who has such a machine.
struct Postman {
  var mail: Mail
  mutating func stop() { mail.finish() }
}

/// A machine of the main actor.
@MainActor final class Player {
  enum Phase { case stopped, playing }
  private(set) var phase = Phase.stopped

  func play() { phase = .playing }
  func stop() { phase = .stopped }
}

/// A reducer, which has no state of its own.
struct Counter {
  struct State {
    enum Mode { case counting, full }
    var mode = Mode.counting
    var count = 0
  }
  enum Action { case add(Int), reset }

  func reduce(into state: inout State, action: Action) {
    switch action {
    case .add(let number): state.count = min(state.count + number, 2)
    case .reset: state.count = 0
    }
    state.mode = state.count == 2 ? .full : .counting
  }
}

/// A machine whose state is an optional, and whose event carries values of two enums.
struct Tunnel {
  enum Relay { case random, current, chosen }
  enum Cause { case user, loss, move }
  enum Event { case reconnect(Relay, because: Cause), stop }
  enum Phase { case calm, hurried }
  private(set) var phase: Phase?

  mutating func handle(_ event: Event) {
    switch event {
    case .reconnect(_, let cause): phase = cause == .user ? .calm : .hurried
    case .stop: phase = nil
    }
  }
}

/// An object that inherits its state.
class Session {
  enum Phase { case quiet, ready }
  private(set) var phase = Phase.quiet
  private(set) var began = Date()

  func wake() { phase = .ready }
  func rest() { phase = .quiet }
}

final class QuickSession: Session {
  enum Haste { case some, none }
  var haste = Haste.some

  override func rest() { if haste == .none { super.rest() } }
  func slowDown() { haste = .none }
}
