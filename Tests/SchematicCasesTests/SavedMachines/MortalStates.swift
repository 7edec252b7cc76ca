import SchematicCases

/// An event of the machines that are killed.
enum Signal: UInt8, CaseIterable, Codable, Graphable {
  case a, b, c, d, e
}

/// A place in states that may be nested: a number for each level, the outermost first, and what the state carries.
struct Target: Hashable, Sendable {
  var places: [Int]
  var count = 0

  /// The outermost number; zero if there is none.
  var place: Int { places.first ?? 0 }
  /// The place inside.
  var inside: Target { Target(places: Array(places.dropFirst()), count: count) }
}

/// A kind of state for random rules: which case it is in, and what that case carries.
protocol MortalState: Graphable, Codable, Hashable, Sendable {
  /// The number of cases.
  static var cases: Int { get }
  init(_ target: Target)
  /// The number of the case.
  var place: Int { get }
  /// What the case carries; zero if it carries nothing.
  var count: Int { get }
  /// The same case with something else in it.
  func counting(_ count: Int) -> Self
  /// The state that remembers this one, or `nil` if there is none.
  var kept: Self? { get }
  /// The state that this one remembers, or `nil` if it remembers none.
  var returned: Self? { get }
}

extension MortalState {
  var count: Int { 0 }
  func counting(_ count: Int) -> Self { self }
  var kept: Self? { nil }
  var returned: Self? { nil }
}

/// States that take a byte and carry nothing, so that a table caches their rules.
enum Lamp: UInt8, CaseIterable, MortalState {
  case off, dim, bright, broken

  static let cases = 4
  init(_ target: Target) { self = Self.allCases[target.place % 4] }
  var place: Int { Int(rawValue) }
}

/// States that take a byte, one of which carries something, so that an internal transition changes a cached state.
enum Bell: MortalState {
  case still, ringing(isLoud: Bool), torn

  static let graphCases: [Bell] = [.still, .ringing(isLoud: false), .torn]
  static let cases = 3
  init(_ target: Target) {
    self = [.still, .ringing(isLoud: target.count % 2 == 1), .torn][target.place % 3]
  }
  var place: Int {
    switch self {
    case .still: 0
    case .ringing: 1
    case .torn: 2
    }
  }
  var count: Int { self == .ringing(isLoud: true) ? 1 : 0 }
  func counting(_ count: Int) -> Bell { Bell(Target(places: [place], count: count)) }
}

/// States that carry numbers.
enum Job: MortalState {
  case idle, busy(count: Int), stuck(Int), done

  static let graphCases: [Job] = [.idle, .busy(count: 0), .stuck(0), .done]
  static let cases = 4
  init(_ target: Target) {
    self = [.idle, .busy(count: target.count), .stuck(target.count), .done][target.place % 4]
  }
  var place: Int {
    switch self {
    case .idle: 0
    case .busy: 1
    case .stuck: 2
    case .done: 3
    }
  }
  var count: Int {
    switch self {
    case .busy(let count), .stuck(let count): count
    case .idle, .done: 0
    }
  }
  func counting(_ count: Int) -> Job { Job(Target(places: [place], count: count)) }
}

/// The innermost states.
enum Gear: MortalState {
  case low(count: Int), high, out

  static let graphCases: [Gear] = [.low(count: 0), .high, .out]
  static let cases = 3
  init(_ target: Target) { self = [.low(count: target.count), .high, .out][target.place % 3] }
  var place: Int {
    switch self {
    case .low: 0
    case .high: 1
    case .out: 2
    }
  }
  var count: Int { if case .low(let count) = self { count } else { 0 } }
  func counting(_ count: Int) -> Gear { Gear(Target(places: [place], count: count)) }
}

/// States inside others, one of which has states inside.
///
/// They are the states of regions, too.
enum Ride: MortalState {
  case rest, moving(Gear), stopped(count: Int), over

  static let graphCases: [Ride] =
    [.rest] + Gear.graphCases.map { .moving($0) } + [.stopped(count: 0), .over]
  static let cases = 4
  init(_ target: Target) {
    self =
      [.rest, .moving(Gear(target.inside)), .stopped(count: target.count), .over][target.place % 4]
  }
  var place: Int {
    switch self {
    case .rest: 0
    case .moving: 1
    case .stopped: 2
    case .over: 3
    }
  }
  var count: Int {
    switch self {
    case .moving(let gear): gear.count
    case .stopped(let count): count
    case .rest, .over: 0
    }
  }
  func counting(_ count: Int) -> Ride {
    switch self {
    case .moving(let gear): .moving(gear.counting(count))
    case .stopped: .stopped(count: count)
    case .rest, .over: self
    }
  }
}

/// Nested states to a depth of three, and a state that remembers them.
enum Trip: MortalState {
  case off, under(Ride), paused(last: Ride, count: Int), over

  static let graphCases: [Trip] =
    [.off] + Ride.graphCases.map { .under($0) }
    + Ride.graphCases.map { .paused(last: $0, count: 0) } + [.over]
  static let cases = 4
  init(_ target: Target) {
    let ride = Ride(target.inside)
    self =
      [.off, .under(ride), .paused(last: ride, count: target.count), .over][target.place % 4]
  }
  var place: Int {
    switch self {
    case .off: 0
    case .under: 1
    case .paused: 2
    case .over: 3
    }
  }
  var count: Int {
    switch self {
    case .under(let ride): ride.count
    case .paused(_, let count): count
    case .off, .over: 0
    }
  }
  func counting(_ count: Int) -> Trip {
    switch self {
    case .under(let ride): .under(ride.counting(count))
    case .paused(let ride, _): .paused(last: ride, count: count)
    case .off, .over: self
    }
  }
  var kept: Trip? { if case .under(let ride) = self { .paused(last: ride, count: 0) } else { nil } }
  var returned: Trip? { if case .paused(let ride, _) = self { .under(ride) } else { nil } }
}

/// Two regions, which are a state themselves or are inside one.
struct Pair: GraphableRegions, Codable, Hashable, Sendable {
  var left: Ride
  var right: Ride

  init(_ target: Target) {
    left = Ride(target)
    right = Ride(
      Target(places: [target.inside.inside.place, target.inside.place], count: target.count))
  }
}

/// States one of which has two regions, and one of which remembers them.
enum Crate: MortalState {
  case shut, open(Pair), kept(last: Pair), over

  static let graphCases: [Crate] = {
    let pair = Pair(Target(places: []))
    return [.shut, .open(pair), .kept(last: pair), .over]
  }()
  static let cases = 4
  init(_ target: Target) {
    let pair = Pair(target.inside)
    self = [.shut, .open(pair), .kept(last: pair), .over][target.place % 4]
  }
  var place: Int {
    switch self {
    case .shut: 0
    case .open: 1
    case .kept: 2
    case .over: 3
    }
  }
  var kept: Crate? { if case .open(let pair) = self { .kept(last: pair) } else { nil } }
  var returned: Crate? { if case .kept(let pair) = self { .open(pair) } else { nil } }
}
