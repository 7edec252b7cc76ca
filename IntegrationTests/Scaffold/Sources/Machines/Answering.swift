/// Its actions can't be copied.
struct Bell: ~Copyable {
  enum State { case quiet, ringing }
  enum Action: ~Copyable { case strike, hold(seconds: Int) }
  struct Report: ~Copyable { let count: Int }
  var state = State.quiet

  mutating func press() -> Action {
    guard state == .quiet else { return .hold(seconds: 1) }
    state = .ringing
    return .strike
  }
  mutating func letGo() -> Action? {
    defer { state = .quiet }
    return state == .quiet ? nil : .hold(seconds: 0)
  }
  mutating func count() -> Report { Report(count: state == .quiet ? 0 : 1) }
}

/// Its methods return the next state.
enum Beacon {
  enum Event { case timer, fault(isGrave: Bool) }
  case stop, go, dark

  func next(_ event: Event) -> Self {
    switch (self, event) {
    case (_, .fault(let isGrave)): isGrave ? .dark : .stop
    case (.stop, .timer): .go
    case (.go, .timer): .stop
    case (.dark, .timer): self
    }
  }
}

/// Its methods return an action, and the next state if there is another.
struct Barrier {
  enum Position { case up, down }
  enum Action { case lamp, horn }
  private(set) var position = Position.up

  func trainComes() -> (Action, Barrier?) {
    position == .up ? (.lamp, Barrier(position: .down)) : (.horn, nil)
  }
  func trainLeft() -> (next: Self, action: Action?) {
    (Barrier(position: .up), position == .up ? .horn : nil)
  }
  func look() -> Barrier { self }
}

/// A function that is kept in a property returns the next state.
struct Screen {
  typealias Reducer<State> = @Sendable (State, Screen.Input) -> State
  enum Input { case open, close }
  var isShown = false

  static let reducer: Reducer<Self> = { screen, input in Screen(isShown: input == .open) }
}

/// A reducer of a type whose name doesn't end in `State`.
enum Garden {
  enum Bed { case bare, green }
  enum Order { case sow, dig }
  struct Packet {
    let seeds: Int
    init?(seeds: Int) { nil }
  }
  enum Event { case order(Order), rain, delivery(Packet) }

  static func work(on bed: inout Bed, _ event: Event) -> [String] {
    guard case .order(let order) = event else { return ["look"] }
    bed = order == .sow ? .green : .bare
    return []
  }
}

/// An event that changes nothing, and one among several that has cases.
struct Desk {
  enum State { case free, taken }
  enum Message { case arrived, asked(Form) }
  struct Form {
    var copies: [Int]? = nil
    var isSigned = true
  }
  enum Action { case stamp, wait, call }
  private var state = State.free

  mutating func handle(_ message: Message) -> Action {
    switch message {
    case .arrived:
      state = .taken
      return .wait
    case .asked(let form): return form.copies != nil ? .call : form.isSigned ? .stamp : .wait
    }
  }
  mutating func leave() { state = .free }
  func ring() -> Action { state == .free ? .call : .wait }
  func number() -> Int { 1 }
}
