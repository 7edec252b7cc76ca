import Foundation

/// A reader of words, whose Booleans are its state.
struct Splitter {
  private var isInWord = false
  private var isQuoted = false
  private let separator: Character
  private let onWord: () -> Void

  init(separator: Character, onWord: @escaping () -> Void) {
    self.separator = separator
    self.onWord = onWord
  }

  mutating func read(_ character: Character) {
    if character == "\"" {
      isQuoted.toggle()
    } else if isQuoted {
      return
    } else if character == separator || character.isNewline {
      if isInWord { onWord() }
      isInWord = false
    } else {
      isInWord = true
    }
  }
}

/// A light that goes out by itself, and that work may need.
final class Lantern: @unchecked Sendable {
  enum State { case dark, lit, broken }
  private(set) var state = State.dark
  private let queue = DispatchQueue(label: "lantern")
  private var observers: [(State) -> Void] = []

  func light() {
    guard state == .dark else { return }
    state = .lit
    queue.asyncAfter(deadline: .now() + 60) { [self] in
      if state == .lit { state = .dark }
    }
  }

  func whileLit<Value>(_ work: () -> Value) -> Value? {
    guard state == .lit else { return nil }
    return work()
  }

  func observe(_ observer: @escaping (State) -> Void) { observers.append(observer) }

  func drop() { state = .broken }
}

/// A number of guests, without anything that is named a state.
struct Guests {
  private var seats: [String] = []
  private var count = 0

  mutating func arrive() { count += 1 }
  mutating func sit() {
    guard seats.count < count else { return }
    seats.append("guest")
  }
  mutating func leave() {
    seats = []
    count = 0
  }
}

/// A recorder that only the session that started it can stop.
struct Recorder {
  enum Phase { case idle, recording }
  enum Output { case emit(Effect), ignore }
  enum Effect { case started, stopped }
  private(set) var phase = Phase.idle
  private var session: UUID?

  mutating func start(session: UUID) -> Output {
    guard phase == .idle else { return .ignore }
    phase = .recording
    self.session = session
    return .emit(.started)
  }

  mutating func stop(session: UUID) -> Output {
    guard self.session == session else { return .ignore }
    phase = .idle
    self.session = nil
    return .emit(.stopped)
  }
}
