import NIOCore

/// A machine that waits for a future.
final class Dialer {
  enum State { case idle, dialing, connected, failed }
  private var state = State.idle
  private let connect: (String) -> EventLoopFuture<Int>

  init(connect: @escaping (String) -> EventLoopFuture<Int>) { self.connect = connect }

  func dial() {
    guard state == .idle else { return }
    state = .dialing
    connect("a").whenComplete { result in
      if case .success = result { self.state = .connected } else { self.state = .failed }
    }
  }
}
