import SchematicGraph

/// A kind of state for random rules: which case it is in, and what that case carries.
protocol RandomState: Graphable, Hashable, Sendable {
  init(_ place: Place, _ carried: Carried)
  var place: Place { get }
  var carried: Carried { get }
}

/// States without payloads.
enum FlatState: CaseIterable, RandomState {
  case a, b, c, d

  init(_ place: Place, _ carried: Carried) { self = Self.allCases[place] }
  var place: Place { Self.allCases.firstIndex(of: self) ?? 0 }
  var carried: Carried { Carried() }
}

/// States with payloads of all kinds: numbers, Booleans, enums, structs, optionals and lists.
enum LoadedState: RandomState {
  case idle
  case busy(count: Int, mode: Carried.Mode)
  case open(Bool, Int)
  case sent(Carried.Header, names: [String])

  static let graphCases: [LoadedState] = [.idle, .busy(count: 0, mode: .slow)]

  init(_ place: Place, _ carried: Carried) {
    self =
      switch place {
      case 0: .idle
      case 1: .busy(count: carried.count, mode: carried.mode)
      case 2: .open(carried.isOpen, carried.count)
      default: .sent(carried.header, names: carried.names)
      }
  }
  var place: Place {
    switch self {
    case .idle: 0
    case .busy: 1
    case .open: 2
    case .sent: 3
    }
  }
  var carried: Carried {
    var carried = Carried()
    switch self {
    case .idle: break
    case .busy(let count, let mode): (carried.count, carried.mode) = (count, mode)
    case .open(let isOpen, let count): (carried.isOpen, carried.count) = (isOpen, count)
    case .sent(let header, let names): (carried.header, carried.names) = (header, names)
    }
    return carried
  }
}

/// States inside a composite state, two of which carry a count.
enum NestedState: RandomState {
  case off
  case on(Inner)
  case broken(count: Int)

  enum Inner: Hashable, Graphable {
    case idle, working(count: Int)
    static let graphCases: [Inner] = [.idle, .working(count: 0)]
  }
  static let graphCases: [NestedState] = [.off] + Inner.graphCases.map { .on($0) }

  init(_ place: Place, _ carried: Carried) {
    self =
      switch place {
      case 0: .off
      case 1: .on(.idle)
      case 2: .on(.working(count: carried.count))
      default: .broken(count: carried.count)
      }
  }
  var place: Place {
    switch self {
    case .off: 0
    case .on(.idle): 1
    case .on(.working): 2
    case .broken: 3
    }
  }
  var carried: Carried {
    switch self {
    case .on(.working(let count)), .broken(let count): Carried(count: count)
    case .off, .on: Carried()
    }
  }
}

/// Two regions that move on their own, and that random rules around them look at.
struct Pair: Hashable, GraphableRegions {
  var mic = Mic.on
  var net = Net.good

  enum Mic: CaseIterable, Graphable { case on, muted }
  enum Net: Hashable, Graphable {
    case good, poor(count: Int)
    static let graphCases: [Net] = [.good, .poor(count: 1)]
  }
}

/// States one of which consists of regions, and others of which remember their states.
enum RegionState: RandomState {
  case out
  case inside(Pair)
  case lost(count: Int, last: Pair)
  case back(last: Pair)

  static let graphCases: [RegionState] = [
    .out, .inside(Pair()), .lost(count: 0, last: Pair()), .back(last: Pair()),
  ]

  init(_ place: Place, _ carried: Carried) {
    let last = carried.last == nil ? Pair() : carried.pair
    self =
      switch place {
      case 0: .out
      case 1: .inside(last)
      case 2: .lost(count: carried.count, last: carried.pair)
      default: .back(last: carried.pair)
      }
  }
  var place: Place {
    switch self {
    case .out: 0
    case .inside: 1
    case .lost: 2
    case .back: 3
    }
  }
  var carried: Carried {
    var carried = Carried()
    switch self {
    case .out: break
    case .inside(let pair), .back(let pair): carried.pair = pair
    case .lost(let count, let pair):
      carried.pair = pair
      carried.count = count
    }
    return carried
  }
}

extension Carried {
  /// The states of regions, as an open door and a count.
  fileprivate var pair: Pair {
    get { Pair(mic: isOpen ? .muted : .on, net: count == 0 ? .good : .poor(count: count)) }
    set {
      (isOpen, count) = (newValue.mic == .muted, 0)
      if case .poor(let number) = newValue.net { count = number }
      last = 1
    }
  }
}

/// States that remember one of the states inside a composite state.
enum HistoryState: RandomState {
  case run(FlatState)
  case paused(attempt: Int, last: FlatState)
  case waiting(last: FlatState)
  case ended

  static let graphCases: [HistoryState] =
    FlatState.allCases.map { .run($0) } + [
      .paused(attempt: 0, last: .a), .waiting(last: .a), .ended,
    ]

  init(_ place: Place, _ carried: Carried) {
    let last = FlatState(carried.last ?? 0, carried)
    self =
      switch place {
      case 0: .run(last)
      case 1: .paused(attempt: carried.count, last: last)
      case 2: .waiting(last: last)
      default: .ended
      }
  }
  var place: Place {
    switch self {
    case .run: 0
    case .paused: 1
    case .waiting: 2
    case .ended: 3
    }
  }
  var carried: Carried {
    switch self {
    case .run(let last), .waiting(let last): Carried(last: last.place)
    case .paused(let attempt, let last): Carried(count: attempt, last: last.place)
    case .ended: Carried()
    }
  }
}
