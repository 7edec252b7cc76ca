import SchematicGraph

/// States in which all that a state can hold comes together: nesting, two payloads, histories through chains and
/// regions.
enum JoinedState: Graphable, Hashable, Sendable {
  case off
  case run(Inner)
  case trying(attempt: Int, host: Host)
  case lost(attempt: Int, last: Inner)
  case waiting(last: Inner, host: Host)
  case talk(Pair)
  case held(attempt: Int, last: Pair)
  case parked(last: Pair)

  enum Inner: Graphable, Hashable, Sendable {
    case idle, busy(count: Int), deep(Deep)
    enum Deep: CaseIterable, Graphable, Sendable { case left, right }
    static let graphCases: [Inner] =
      [.idle] + (0..<3).map { .busy(count: $0) } + Deep.allCases.map { .deep($0) }
  }

  /// A payload that is no state.
  enum Host: CaseIterable, Sendable { case near, far, home }

  struct Pair: GraphableRegions, Hashable, Sendable {
    var mic = Mic.on
    var net = Net.good
    enum Mic: CaseIterable, Graphable, Sendable { case on, muted }
    enum Net: Graphable, Hashable, Sendable {
      case good, poor(count: Int)
      static let graphCases: [Net] = [.good, .poor(count: 0), .poor(count: 1)]
    }
    static let all = Mic.allCases.flatMap { mic in Net.graphCases.map { Pair(mic: mic, net: $0) } }
  }

  static let graphCases: [JoinedState] = Place.allCases.flatMap { place in
    Load.all(in: place).map { JoinedState(place, $0) }
  }

  /// The case of a state.
  enum Place: CaseIterable, Sendable { case off, run, trying, lost, waiting, talk, held, parked }

  /// All that states carry; each case carries a part of it.
  struct Load: Hashable, Sendable {
    var attempt = 0
    var host = Host.near
    var inner = Inner.idle
    var pair = Pair()

    static let attempts = 0..<3

    /// The loads that differ in what a place carries.
    static func all(in place: Place) -> [Load] {
      attempts.flatMap { attempt in
        Host.allCases.flatMap { host in
          Inner.graphCases.flatMap { inner in
            Pair.all.map { Load(attempt: attempt, host: host, inner: inner, pair: $0) }
          }
        }
      }
      .filter { JoinedState(place, $0).load == $0 }
    }
  }

  init(_ place: Place, _ load: Load) {
    self =
      switch place {
      case .off: .off
      case .run: .run(load.inner)
      case .trying: .trying(attempt: load.attempt, host: load.host)
      case .lost: .lost(attempt: load.attempt, last: load.inner)
      case .waiting: .waiting(last: load.inner, host: load.host)
      case .talk: .talk(load.pair)
      case .held: .held(attempt: load.attempt, last: load.pair)
      case .parked: .parked(last: load.pair)
      }
  }

  var place: Place {
    switch self {
    case .off: .off
    case .run: .run
    case .trying: .trying
    case .lost: .lost
    case .waiting: .waiting
    case .talk: .talk
    case .held: .held
    case .parked: .parked
    }
  }

  var load: Load {
    switch self {
    case .off: Load()
    case .run(let inner): Load(inner: inner)
    case .trying(let attempt, let host): Load(attempt: attempt, host: host)
    case .lost(let attempt, let inner): Load(attempt: attempt, inner: inner)
    case .waiting(let inner, let host): Load(host: host, inner: inner)
    case .talk(let pair), .parked(let pair): Load(pair: pair)
    case .held(let attempt, let pair): Load(attempt: attempt, pair: pair)
    }
  }
}

/// An event of joined rules.
enum JoinedEvent: Graphable, Hashable, Sendable {
  case go, stop, set(Int)
  static let graphCases: [JoinedEvent] = [.go, .stop] + JoinedState.Load.attempts.map { .set($0) }

  var name: Name {
    switch self {
    case .go: .go
    case .stop: .stop
    case .set: .set
    }
  }
  enum Name: CaseIterable, Sendable { case go, stop, set }

  /// What the event carries.
  var value: Int {
    if case .set(let value) = self { value } else { 0 }
  }
}
