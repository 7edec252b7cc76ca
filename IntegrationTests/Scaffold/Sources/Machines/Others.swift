/// An object.
final class Kettle {
  enum Heat { case cold, hot }
  private var heat = Heat.cold

  func boil() { heat = .hot }
  func pour() { heat = .cold }
}

/// An enum that is its own state.
enum Light {
  case red
  case green

  mutating func next() { self = self == .red ? .green : .red }
}

/// A machine whose state is inside of something private.
struct Door {
  enum Bolt { case locked, unlocked }
  enum Key { case right, wrong }
  struct Lock { fileprivate(set) var bolt = Bolt.locked }
  private var lock = Lock()

  mutating func turn(_ key: Key) {
    if key == .right { lock.bolt = .unlocked }
  }
  fileprivate mutating func slam() { lock.bolt = .locked }
}

enum Vault {
  /// A machine that no other file can see.
  private struct Safe {
    var isOpen = false
    mutating func open() { isOpen = true }
  }
}

/// Nothing happens to it.
struct Stone {
  let weight = 1
  private mutating func erode() {}
}

/// No step can copy it.
struct Token: ~Copyable {
  enum State { case valid, used }
  private(set) var state = State.valid
  mutating func use() { state = .used }
}

/// Another type of a name that there is already.
enum Shop {
  struct Door {
    var isOpen = false
    mutating func open() { isOpen = true }
  }
}

struct Statue {
  func look() {}
}

struct Codec<Format: TextOutputStream> {
  private var isDone = false
  mutating func decode() { isDone = true }
}

func work() {
  struct Local { mutating func step() {} }
}

/// Nobody can copy its state, either.
struct Valve: ~Copyable {
  struct Leak: ~Copyable { var isBad = false }
  struct Rust: ~Copyable { private var depth = 1 }
  enum State: ~Copyable {
    case shut
    case open(turns: Int)
    case leaking(Leak)
    case stuck(Rust)
  }
  private(set) var state = State.shut
  mutating func turn() { state = next() }
  mutating func shut() { state = .shut }
  private func next() -> State {
    switch state {
    case .shut: .open(turns: 1)
    case .open(let turns): turns < 2 ? .open(turns: turns + 1) : .leaking(Leak())
    case .leaking(let leak): leak.isBad ? .stuck(Rust()) : .leaking(Leak(isBad: true))
    case .stuck: .stuck(Rust())
    }
  }
}

/// Its state can't be seen.
struct Plug: ~Copyable {
  private var isIn = false
  mutating func push() { isIn = true }
}

/// Its state carries another one.
struct Lamp {
  enum Glow { case dim, bright }
  enum State { case off, on(Glow) }
  private var state = State.off
  mutating func press() { state = .on(.dim) }
}

/// A machine with one method for all events.
struct Gate {
  enum State { case closed, open, broken }
  enum Event { case paid(cents: Int), passed, failed, mended }
  private(set) var state = State.closed

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.closed, .paid(let cents)): if cents > 0 { state = .open }
    case (.open, .passed): state = .closed
    case (_, .failed): state = .broken
    case (.broken, .mended): state = .closed
    default: break
    }
  }
}
