import Foundation
import SchematicGraph

/// Machines as people write them: a state, and properties beside it of which some decide.
enum HandWritten {
  /// A machine with what is needed to draw it.
  struct Example: Sendable, CustomStringConvertible {
    let description: String
    /// The names of the properties beside the state.
    let properties: [String]
    /// Draws the machine without some properties or, if names are given, with only these.
    let graph:
      @Sendable (_ ignoring: [IgnoredProperty], _ named: [String], ExplorationBounds) -> StateGraph
  }

  private static func example<Machine>(
    _ make: @escaping @Sendable () -> Machine,
    state: @escaping @Sendable (Machine) -> some Any, properties: [String]? = nil,
    _ steps: @escaping @Sendable () -> [MachineStep<Machine>]
  ) -> Example {
    let labels = Mirror(reflecting: make()).children.compactMap(\.label)
    // A token is another one each time, so nobody can draw it.
    let always = labels.filter { $0 == "token" }.map { IgnoredProperty.contents(of: $0) }
    return Example(
      description: "\(Machine.self)", properties: properties ?? labels.filter { $0 != "state" }
    ) { ignored, named, bounds in
      StateGraph(
        .made(state: { ReflectedState("\(state($0))") }, make), steps: steps(),
        options: .init(
          bounds: bounds, conditions: named.map { .init($0, property: $0) },
          ignoring: always + ignored))
    }
  }

  static let all: [Example] = [
    example({ Upload() }, state: \.state) {
      [
        .step("start") { $0.start() }, .step("sent") { $0.sent() }, .step("broke") { $0.broke() },
        .step("cancel") { $0.cancel() },
      ]
    },
    example({ SlamDoor() }, state: \.state) {
      [
        .step("open") { $0.open() }, .step("close") { try $0.close() }, .step("lock") { $0.lock() },
        .step("paint") { $0.paint() },
      ]
    },
    example({ Connector() }, state: \.state) {
      [
        .step("resolve") { $0.resolve() }, .step("delay") { $0.delay() },
        .step("connected") { $0.connected() }, .step("failed") { $0.failed() },
      ]
    },
    example({ Listener() }, state: \.state) {
      [
        .step("accept", with: [1, 2]) { $0.accept($1) },
        .step("drop", with: [1, 2]) { $0.drop($1) }, .step("quiesce") { $0.quiesce() },
      ]
    },
    example({ Login() }, state: \.state) {
      [
        .step("enter", with: [true, false]) { try $0.enter(isRight: $1) },
        .step("out") { $0.out() }, .step("wait") { $0.wait() },
      ]
    },
    example({ Download() }, state: \.state) {
      [
        .step("start") { $0.start() }, .step("pause") { $0.pause() },
        .step("data") { $0.data() }, .step("offline") { $0.offline() },
        .step("online") { $0.online() },
      ]
    },
    example({ Lift() }, state: \.state) {
      [
        .step("call", with: [0, 2]) { $0.call($1) }, .step("arrive") { $0.arrive() },
        .step("alarm") { $0.alarm() },
      ]
    },
    example({ Light() }, state: \.state) {
      [.step("tick") { $0.tick() }, .step("press") { $0.press() }]
    },
    example({ Session() }, state: \.state) {
      [
        .step("signIn") { $0.signIn() }, .step("use") { $0.use() },
        .step("expire") { $0.expire() }, .step("signOut") { $0.signOut() },
      ]
    },
    example({ Player() }, state: \.state, properties: ["track.position", "track.isLast", "volume"])
    {
      [
        .step("play") { $0.play() }, .step("pause") { $0.pause() }, .step("seek") { $0.seek() },
        .step("ended") { $0.ended() },
      ]
    },
    example({ Writer() }, state: \.state) {
      [
        .step("write") { try $0.write() }, .step("flush") { $0.flush() },
        .step("close") { $0.close() },
      ]
    },
    example({ Handshake() }, state: \.state) {
      [
        .step("hello", with: ["a", "b"]) { try $0.hello($1) },
        .step("key") { $0.key() }, .step("finish") { $0.finish() },
        .step("reset") { $0.reset() },
      ]
    },
  ]
}

extension HandWritten {
  struct Upload {
    enum State { case waiting, sending, done, failed }
    private(set) var state = State.waiting
    private var attempt = 0
    private var bytes = 0
    mutating func start() { if state == .waiting { (state, attempt) = (.sending, 1) } }
    mutating func sent() {
      guard state == .sending else { return }
      bytes = min(bytes + 1, 3)
      if bytes == 3 { state = .done }
    }
    mutating func broke() -> String? {
      guard state == .sending else { return nil }
      guard attempt < 3 else {
        state = .failed
        return "give up"
      }
      attempt += 1
      return "retry"
    }
    mutating func cancel() { (state, bytes) = (.waiting, 0) }
  }

  struct SlamDoor {
    enum State { case closed, opened, locked, broken }
    struct Blocked: Error {}
    private(set) var state = State.closed
    private var slams = 0
    private var color = 0
    mutating func open() { if state == .closed { state = .opened } }
    mutating func close() throws -> String? {
      guard state == .opened else { return nil }
      slams += 1
      state = slams == 3 ? .broken : .closed
      if state == .broken { throw Blocked() }
      return "slam"
    }
    mutating func lock() { if state == .closed { state = .locked } }
    mutating func paint() { color = (color + 1) % 3 }
  }

  /// The better of two connections wins, as in RFC 8305.
  struct Connector {
    enum State { case idle, resolving, connecting, done }
    enum Task { case none, running, ended }
    private(set) var state = State.idle
    private var task = Task.none
    private var pending: [Int] = []
    private var isDelayed = false
    mutating func resolve() { if state == .idle { (state, pending) = (.resolving, [4, 6]) } }
    mutating func delay() {
      isDelayed = true
      if state == .resolving { (state, task) = (.connecting, .running) }
    }
    mutating func connected() -> String? {
      guard task == .running else { return nil }
      (state, task) = (.done, .ended)
      return pending.isEmpty ? "use" : "use, cancel others"
    }
    mutating func failed() -> String? {
      guard state == .connecting else { return nil }
      if pending.popLast() == nil {
        (state, task) = (.done, .ended)
        return "fail"
      }
      return nil
    }
  }

  struct Listener {
    enum State { case running, quiescing, closed }
    private(set) var state = State.running
    private var channels: [Int: String] = [:]
    private var peak = 0
    mutating func accept(_ number: Int) -> String? {
      guard state == .running else { return "refuse" }
      channels[number] = "open"
      peak = max(peak, channels.count)
      return nil
    }
    mutating func drop(_ number: Int) {
      channels[number] = nil
      if state == .quiescing, channels.isEmpty { state = .closed }
    }
    mutating func quiesce() {
      if state == .running { state = channels.isEmpty ? .closed : .quiescing }
    }
  }

  struct Login {
    enum State { case out, `in`, locked }
    struct Locked: Error {}
    private(set) var state = State.out
    private var failures = 0
    private var hasEverBeenIn = false
    private var log: [String] = []
    mutating func enter(isRight: Bool) throws -> String? {
      guard state != .locked else { throw Locked() }
      guard state == .out else { return nil }
      if log.count < 2 { log.append("enter") }
      guard isRight else {
        failures += 1
        if failures == 3 { state = .locked }
        return nil
      }
      defer { (state, failures, hasEverBeenIn) = (.in, 0, true) }
      return hasEverBeenIn ? nil : "welcome"
    }
    mutating func out() { if state == .in { state = .out } }
    mutating func wait() { if state == .locked { (state, failures) = (.out, 0) } }
  }

  struct Download {
    enum State { case idle, loading, paused, done }
    private(set) var state = State.idle
    private var isOnline = true
    private var wantsToRun = false
    private var chunks = 0
    mutating func start() { (wantsToRun, state) = (true, isOnline ? .loading : .paused) }
    mutating func pause() { if state == .loading { (wantsToRun, state) = (false, .paused) } }
    mutating func data() {
      guard state == .loading else { return }
      chunks += 1
      if chunks > 1 { (state, chunks) = (.done, 0) }
    }
    mutating func offline() {
      isOnline = false
      if state == .loading { state = .paused }
    }
    mutating func online() {
      isOnline = true
      if state == .paused, wantsToRun { state = .loading }
    }
  }

  struct Lift {
    enum State { case waiting, moving, stopped }
    private(set) var state = State.waiting
    private var floor = 0
    private var calls: [Int] = []
    private var rides = 0
    mutating func call(_ to: Int) -> String? {
      guard state == .waiting || state == .moving, !calls.contains(to) else { return nil }
      guard floor != to || state == .moving else { return "open" }
      calls.append(to)
      state = .moving
      return nil
    }
    mutating func arrive() {
      guard state == .moving else { return }
      (floor, rides) = (calls.removeFirst(), (rides + 1) % 4)
      if calls.isEmpty { state = .waiting }
    }
    mutating func alarm() { state = .stopped }
  }

  struct Light {
    enum State { case red, green, amber }
    private(set) var state = State.red
    private var isAsked = false
    private var ticks = 0
    mutating func tick() -> String? {
      ticks = (ticks + 1) % 6
      switch state {
      case .red: state = .green
      case .green: if isAsked { (state, isAsked) = (.amber, false) }
      case .amber:
        state = .red
        return "walk"
      }
      return nil
    }
    mutating func press() { isAsked = true }
  }

  struct Session {
    enum State { case out, `in`, expired }
    private(set) var state = State.out
    /// Another one each time.
    private var token: UUID?
    private var uses = 0
    private var isKept = false
    mutating func signIn() { (state, token, isKept) = (.in, UUID(), state == .expired) }
    mutating func use() -> String? {
      guard state == .in else { return token == nil ? "sign in" : "renew" }
      uses = min(uses + 1, 2)
      return nil
    }
    mutating func expire() { if state == .in, !isKept || uses == 2 { state = .expired } }
    mutating func signOut() { (state, token) = (.out, nil) }
  }

  final class Player {
    enum State { case stopped, playing, paused }
    final class Track { var position = 0, isLast = false }
    private(set) var state = State.stopped
    private let track = Track()
    private var volume = 1
    func play() { if state != .playing { state = .playing } }
    func pause() { if state == .playing { state = .paused } }
    func seek() { track.isLast = true }
    func ended() -> String? {
      guard state == .playing else { return nil }
      if track.isLast { state = .stopped }
      volume = 2
      return track.isLast ? "stop" : "next"
    }
  }

  struct Writer {
    enum State { case open, closed }
    struct Full: Error {}
    private(set) var state = State.open
    private var buffer: [UInt8] = []
    private var isFlushing = false
    private var total = 0
    mutating func write() throws -> String? {
      guard state == .open else { return "drop" }
      guard buffer.count < 4 else { throw Full() }
      buffer.append(0)
      total = (total + 1) % 5
      return isFlushing ? nil : "schedule"
    }
    mutating func flush() {
      (buffer, isFlushing) = ([], !buffer.isEmpty)
    }
    mutating func close() { state = .closed }
  }

  struct Handshake {
    enum State { case start, helloSent, keyed, done }
    struct Mismatch: Error {}
    private(set) var state = State.start
    private var version: String?
    private var retries = 0
    private var transcript = ""
    mutating func hello(_ version: String) throws -> String? {
      guard state == .start || state == .helloSent else { return nil }
      if let known = self.version, known != version {
        retries = min(retries + 1, 2)
        throw Mismatch()
      }
      self.version = version
      transcript = String((transcript + version).suffix(1))
      state = .helloSent
      return "reply \(version)"
    }
    mutating func key() { if state == .helloSent { state = .keyed } }
    mutating func finish() -> String? {
      guard state == .keyed else { return nil }
      state = .done
      return retries > 1 ? "warn" : nil
    }
    mutating func reset() { (state, version) = (.start, nil) }
  }
}
