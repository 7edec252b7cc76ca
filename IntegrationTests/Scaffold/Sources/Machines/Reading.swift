/// Takes lines out of bytes.
struct LineReader {
  enum State: Equatable { case reading(buffer: [UInt8]), finished }
  private(set) var state = State.reading(buffer: [])

  enum Answer { case line, more, end }

  mutating func next() -> Answer {
    guard case .reading(let buffer) = state else { return .end }
    guard let end = buffer.firstIndex(of: Sign.newline) else { return .more }
    state = .reading(buffer: Array(buffer[(end + 1)...]))
    return .line
  }

  mutating func receive(_ bytes: ArraySlice<UInt8>?) {
    guard case .reading(let buffer) = state else { return }
    guard let bytes else {
      state = .finished
      return
    }
    state = .reading(buffer: Array((buffer + bytes).suffix(2)))
  }
}

protocol Parcel: AnyObject {
  var isHeavy: Bool { get }
  func lose(_ reason: String)
}

/// Asks again for what it has from the other protocol.
protocol Freight: Parcel {
  var isHeavy: Bool { get }
  func lose(_ reason: String)
  func load()
}

/// A stand-in has each member once.
struct Quay {
  enum State { case empty, loaded }
  private(set) var state = State.empty

  mutating func take(_ freight: any Freight) {
    guard state == .empty, !freight.isHeavy else { return freight.lose("full") }
    freight.load()
    state = .loaded
  }

  mutating func leave() { state = .empty }
}

/// Each run gives another one.
struct EntryID: Hashable, Sendable { private let number = Int.random(in: 0..<1_000_000_000) }

protocol Pulse: Sendable { var isLong: Bool { get } }
struct Dot: Pulse { var isLong: Bool { false } }
struct Dash: Pulse { var isLong: Bool { true } }

/// Who leaves has come before, and each kind of pulse is tried.
struct Wicket {
  enum State { case empty, taken(EntryID), open }
  private(set) var state = State.empty

  mutating func come(_ id: EntryID, waits: Bool) {
    if case .empty = state, waits { state = .taken(id) }
  }
  mutating func leave(_ id: EntryID) {
    if case .taken(let taken) = state, taken == id { state = .empty }
  }
  mutating func hear(_ pulse: any Pulse) {
    if case .taken = state, pulse is Dash { state = .open }
  }
}
