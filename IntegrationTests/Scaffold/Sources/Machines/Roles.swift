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

protocol Scalable {
  var half: Self { get }
}

extension Double: Scalable {
  var half: Double { self / 2 }
}

enum Pinch {
  enum Event { case pinch(isInward: Bool), reset }
}

/// A zoom of a value that can be scaled, with the events of another type.
struct Zoom<Value: Scalable> {
  typealias Event = Pinch.Event
  enum Phase { case whole, halved }
  private(set) var phase = Phase.whole
  private var value: Value

  init(value: Value) { self.value = value }

  mutating func handle(_ event: Event) {
    switch event {
    case .pinch(let isInward) where isInward: (phase, value) = (.halved, value.half)
    case .pinch: break
    case .reset: phase = .whole
    }
  }
}

protocol Bulb: AnyObject {
  var whenReady: (() -> Void)? { get set }
  func warmUp()
}

/// A lamp whose bulb tells when it is ready: who warms it up has to do with the state.
final class Projector {
  enum State { case dark, bright }
  private(set) var state = State.dark
  private let bulb: any Bulb
  private unowned let stand: ProjectorStand

  init(bulb: any Bulb, stand: ProjectorStand) {
    self.bulb = bulb
    self.stand = stand
    bulb.whenReady = { [weak self] in self?.shine() }
  }

  func warmUp() { bulb.warmUp() }
  func shine() {
    if !stand.theater.isBright { state = .bright }
  }
}

class Theater {
  var isBright = false
}

class ProjectorStand {
  unowned let theater: Theater
  init(theater: Theater) { self.theater = theater }
}

enum Happening<Element> { case next(Element), done }

class Hearer<Element> {
  func on(_ event: Happening<Element>) { hear(event) }
  func hear(_ event: Happening<Element>) {}
}

/// A tap that hears with the method of a generic superclass, too.
final class Tap: Hearer<Int> {
  enum State { case running, dry }
  private(set) var state = State.running

  override func hear(_ event: Happening<Int>) {
    if case .done = event { state = .dry }
  }
}
