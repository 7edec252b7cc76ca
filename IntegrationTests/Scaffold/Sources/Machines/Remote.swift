// Machines that show little if they start as they are, or if nobody reads what their code compares.

typealias Byte = UInt8

/// Bytes that have names.
enum RemoteCommand: Byte {
  case stop = 0xFC
  case play = 0xFA
  case record = 0xFB
}

protocol RemoteListener {
  func receive(_ data: [Byte])
  func volumeChanged(to volume: Int)
}

/// A player that hears commands, and nothing else.
final class Remote: RemoteListener {
  enum State {
    case stopped
    case playing
    case recording
  }

  private(set) var state = State.stopped

  func receive(_ data: [Byte]) {
    guard let first = data.first, let command = RemoteCommand(rawValue: first) else { return }
    switch command {
    case .stop: state = .stopped
    case .play: state = .playing
    case .record: state = .recording
    }
  }

  func volumeChanged(to volume: Int) {
    // The remote has no loudspeaker.
  }
}

/// What sends the parts of a file.
protocol PostTransport {
  func send(_ part: Int)
  func didEnd()
}

extension PostTransport {
  func didEnd() {}
}

protocol PostLogger {
  func log(_ text: String)
}

/// A side of the street.
enum PostSide {
  case left
  case right
}

struct NoLogger: PostLogger {
  func log(_ text: String) {}
}

struct NetworkTransport: PostTransport {
  func send(_ part: Int) { fatalError("no network in a picture") }
}

/// A post that is finished after a while, and starts with services or without.
final class Post {
  enum State {
    case waiting
    case sending
    case finished
  }

  private(set) var state = State.waiting
  private let transport: any PostTransport
  private let logger: any PostLogger
  private let seed: Int

  convenience init(from: PostSide, to: PostSide) {
    self.init(from: from, to: to, transport: NetworkTransport(), logger: NoLogger())
  }

  init(
    from: PostSide, to: PostSide, transport: any PostTransport, logger: any PostLogger,
    seed: Int? = nil
  ) {
    precondition(from != to, "nobody sends anything to himself")
    self.transport = transport
    self.logger = logger
    self.seed = seed ?? Int.random(in: 0...1_000_000)
  }

  func start() {
    guard state == .waiting else { return }
    state = .sending
    logger.log("start")
    transport.send(1)
  }

  func end() {
    guard state == .sending else { return }
    state = .finished
    transport.didEnd()
  }
}
