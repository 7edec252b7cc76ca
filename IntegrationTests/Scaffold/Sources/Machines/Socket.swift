/// A machine with everything that arguments can be.
struct Socket {
  enum Code: CaseIterable { case normal, gone }
  enum Frame { case data([UInt8]), ping(isFinal: Bool), close(Code?) }
  enum Action { case none, send(Frame), fail(any Error), wait(Deadline) }
  struct Refused: Error {}

  /// Nobody else can make one.
  struct Deadline {
    fileprivate init() {}
  }

  private enum State { case idle, connecting(attempt: Int), open, closed }
  private var state = State.idle
  private(set) var buffer: [UInt8] = []

  mutating func connect(attempt: Int = 1) throws -> Action {
    guard case .idle = state else { throw Refused() }
    state = .connecting(attempt: attempt)
    return .wait(Deadline())
  }

  mutating func connected() {
    guard case .connecting = state else { preconditionFailure("not asked for") }
    state = .open
  }

  mutating func receive(_ frame: Frame) -> Action {
    guard case .open = state else { return .none }
    switch frame {
    case .data: return .none
    case .ping(let isFinal): return isFinal ? .send(.close(nil)) : .send(frame)
    case .close:
      state = .closed
      return .send(frame)
    }
  }

  mutating func write(_ bytes: [UInt8], flushing isFlushed: Bool) {
    guard case .open = state else { return }
    buffer = isFlushed ? [] : bytes
  }

  mutating func drain(into bytes: inout [UInt8]) {
    bytes += buffer
    buffer = []
  }

  mutating func close(_ code: Code, then work: (Bool) -> Void) {
    state = .closed
    work(code == .normal)
  }

  mutating func close(because error: (any Error)?) -> Action {
    state = .closed
    return error.map { .fail($0) } ?? .none
  }

  mutating func expire(_ deadline: Deadline) {
    if case .connecting = state { state = .idle }
  }

  mutating func map<Value>(_ value: Value) {}

  mutating func wait() async { await Task.yield() }

  private mutating func reset() { state = .idle }

  var isOpen: Bool { if case .open = state { true } else { false } }
}
