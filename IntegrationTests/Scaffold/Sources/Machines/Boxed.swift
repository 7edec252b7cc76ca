import Synchronization

/// A lock with the value that it guards.
final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  init(_ value: Value) { self.value = value }
  func withValue<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}

/// Something that hears of each change.
protocol Listener: AnyObject {
  func changed()
}

/// What others share, and what says nothing about this machine.
final class Registry {
  var names: [String] = []
  let listener: (any Listener)? = nil
}

/// A machine whose state is in a box, inside of a struct.
final class Visit {
  enum Phase { case fresh, active, expired }
  struct Content {
    var count = 0
    var phase = Phase.fresh
  }
  weak var listener: (any Listener)?
  let parent: Registry
  let content = Guarded(Content())

  init(parent: Registry) { self.parent = parent }

  func use() { content.withValue { if $0.phase == .fresh { $0.phase = .active } } }
  func end(telling other: (any Listener)? = nil) { content.withValue { $0.phase = .expired } }
}

/// A machine in the standard library's box, which older systems lack.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Turnstile: Sendable {
  enum State { case locked, open }
  let state = Mutex(State.locked)

  func pay() { state.withLock { $0 = .open } }
  func push() -> Bool {
    state.withLock { state in
      defer { state = .locked }
      return state == .open
    }
  }
}

/// A machine that shows what is in its box, and that doesn't own the registry that it asks.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Hatch {
  struct Options: OptionSet {
    let rawValue: Int
    static let wide = Options(rawValue: 1)
  }
  enum State { case shut, ajar, open }
  private let _state = Mutex(State.shut)
  private unowned let registry: Registry
  var state: State { _state.withLock { $0 } }

  init(registry: Registry) { self.registry = registry }

  func open(_ options: Options) {
    guard registry.names.isEmpty else { return }
    _state.withLock { $0 = options.contains(.wide) ? .open : .ajar }
  }
}

/// A box in which reflection doesn't see.
final class Sealed<Value>: @unchecked Sendable {
  private var values: [Value]
  init(_ value: Value) { values = [value] }
  func withValue<Result>(_ body: (inout Value) -> Result) -> Result { body(&values[0]) }
}

/// A box that no other file can open.
final class Chest {
  private enum State { case shut, open }
  private let state = Sealed(State.shut)
  func open() { state.withValue { $0 = .open } }
}

/// A box that only reflection opens.
final class Casket {
  enum Lid { case shut, open }
  private let lid = Guarded(Lid.shut)
  func open() { lid.withValue { $0 = .open } }
}

/// It tells somebody.
final class Teller {
  weak var delegate: (any Listener)?
  private var isOpen = false
  func open() {
    isOpen = true
    delegate?.changed()
  }
}

/// Methods that many machines have.
protocol Resettable {
  init()
}

extension Resettable {
  mutating func reset() { self = Self() }
}

protocol Fuel { static var name: String { get } }
struct Charge<Unit>: Fuel { static var name: String { "charge" } }

/// A machine with a generic parameter for which only a generic type can stand.
struct Motor<Kind: Fuel>: Resettable {
  enum State { case off, on }
  private var state = State.off
  mutating func start() { state = .on }
}

/// A machine that somebody else calls, with two methods of one name and a helper.
struct Ticket {
  enum State { case open, used }
  private(set) var state = State.open

  mutating func use() { use(times: 1) }
  mutating func use(times: Int) { if times > 0 { state = .used } }
  mutating func renew() { reset() }
  mutating func reset() { state = .open }
}

struct Office {
  var ticket = Ticket()
  mutating func serve() { ticket.renew() }
}

/// A touch that is a drag as soon as it moves.
struct Drag {
  struct Touch {
    enum Kind { case down, move, up }
    let kind: Kind
    let distance: Int
  }
  enum State { case idle, touched, dragged }
  private var state = State.idle

  mutating func handle(_ touch: Touch) {
    switch (state, touch.kind) {
    case (.idle, .down): state = .touched
    case (.touched, .move): if touch.distance > 0 { state = .dragged }
    case (_, .up): state = .idle
    default: break
    }
  }
}
