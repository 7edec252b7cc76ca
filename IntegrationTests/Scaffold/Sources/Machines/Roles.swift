/// A peer whose role decides what it does.
struct Peer {
  enum Role { case client, server }
  enum State { case idle, waiting, open }
  private(set) var state = State.idle
  private let role: Role

  init(role: Role) { self.role = role }

  mutating func connect() {
    if role == .client, state == .idle { state = .waiting }
  }

  mutating func receive() {
    if state == .waiting || role == .server { state = .open }
  }
}

protocol Sound {
  var length: Double { get }
  func play()
}

protocol Noise: Sound {}

extension Noise {
  var length: Double { 0 }
}

/// A control with a setting that it keeps, and with notes that have nothing to do with its state.
final class Fader {
  enum State { case quiet, loud, locked }
  private(set) var state = State.quiet
  private let isLockable: Bool
  private let sound: any Sound
  private var notes: [String] = []
  // Somebody sets isReversed = true from outside.
  var isReversed = false {
    didSet { if state == .loud, isReversed { state = .quiet } }
  }

  init(isLockable: Bool, sound: any Sound) {
    self.isLockable = isLockable
    self.sound = sound
  }

  func move(to level: Double) {
    guard state != .locked else { return }
    state = level < 0.5 ? .quiet : .loud
    sound.play()
  }

  func lock() {
    if isLockable { state = .locked }
  }

  func note(_ text: String) { notes.append(text) }
}
