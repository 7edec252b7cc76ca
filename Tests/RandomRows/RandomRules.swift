import Schematic
import SchematicAnalysis
import SchematicGraph

/// What a state of a random machine carries; each kind of state shows a part of it.
struct Carried: Hashable {
  var count = 0
  var mode = Mode.slow
  var isOpen = false
  var header = Header()
  var names: [String] = []
  var last: Place?

  enum Mode: CaseIterable { case slow, fast, off }
  struct Header: Hashable {
    var length = 1
    var tag: String?
  }
}

/// A place of random rules: a number of a case, which each kind of state has.
typealias Place = Int

/// An event of a random machine.
enum Signal: Hashable, Graphable {
  case go, stop, tick
  case set(Int)
  case turn(isOn: Bool)

  static let graphCases: [Signal] =
    [.go, .stop, .tick] + [0, 1, 2].map { .set($0) } + [true, false].map { .turn(isOn: $0) }

  var number: Int {
    switch self {
    case .go: 0
    case .stop: 1
    case .tick: 2
    case .set: 3
    case .turn: 4
    }
  }
  static let numbers = 5
}

/// Random rules over four places and what they carry: trees of conditions with an answer at each leaf.
struct RandomRules: Sendable {
  /// A question about the payload of a state or of an event, or about the subject.
  enum Question: Sendable {
    case count(atLeast: Int), countIs(Int), mode(Carried.Mode), isOpen, isNamed, isFilled, event(
      atLeast: Int), asks(String)
  }
  /// A change of the payload.
  enum Change: Sendable {
    case up, down, zero, next, toggle, append, drop, name, rename, take, remember, forget
  }
  enum Answer: Sendable {
    case move(Place, label: Bool, [Change]), back([Change]), stay, change([Change]), ignored,
      rejected
  }
  indirect enum Rule: Sendable {
    case answer(Answer)
    case choice(Question, Rule, Rule)
  }

  static let places = 4
  private let rules: [[Rule]]
  /// The seconds after which each place sends a tick, if it does; some wait longer for a larger count.
  let delays: [Int?]
  let dependsOnCount: Bool
  let final: Place?

  init(seed: UInt64, asking: Bool) {
    var random = SplitMix64(seed: seed)
    rules = (0..<Self.places).map { _ in
      (0..<Signal.numbers).map { signal in
        Self.rule(depth: 2, hasValue: signal > 2, asking: asking, &random)
      }
    }
    delays = (0..<Self.places).map { _ in
      Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1...9, using: &random) : nil
    }
    dependsOnCount = Bool.random(using: &random)
    final = Int.random(in: 0..<3, using: &random) == 0 ? Self.places - 1 : nil
  }

  private static func rule(
    depth: Int, hasValue: Bool, asking: Bool, _ random: inout SplitMix64
  ) -> Rule {
    if depth > 0, Int.random(in: 0..<5, using: &random) < 2 {
      return .choice(
        question(hasValue: hasValue, asking: asking, &random),
        rule(depth: depth - 1, hasValue: hasValue, asking: asking, &random),
        rule(depth: depth - 1, hasValue: hasValue, asking: asking, &random))
    }
    let place = Int.random(in: 0..<places, using: &random)
    let changes = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      change(hasValue: hasValue, &random)
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4: return .answer(.move(place, label: Bool.random(using: &random), changes))
    case 5: return .answer(.back(changes))
    case 6: return .answer(.stay)
    case 7...8: return .answer(.change(changes))
    case 9: return .answer(.rejected)
    default: return .answer(.ignored)
    }
  }

  private static func question(
    hasValue: Bool, asking: Bool, _ random: inout SplitMix64
  ) -> Question {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: .count(atLeast: Int.random(in: 1...3, using: &random))
    case 1: .countIs(Int.random(in: 0...3, using: &random))
    case 2: .mode(Carried.Mode.allCases.randomElement(using: &random) ?? .off)
    case 3: .isOpen
    case 4: .isNamed
    case 5: .isFilled
    case 6 where hasValue: .event(atLeast: Int.random(in: 1...2, using: &random))
    case 7 where asking: .asks("paid")
    case 8 where asking: .asks("oiled")
    default: .count(atLeast: 2)
    }
  }

  private static func change(hasValue: Bool, _ random: inout SplitMix64) -> Change {
    let all: [Change] = [
      .up, .up, .down, .zero, .next, .toggle, .append, .drop, .name, .rename, .remember, .forget,
      .take,
    ]
    return all[Int.random(in: 0..<(hasValue ? all.count : all.count - 1), using: &random)]
  }

  /// Returns the answer in a place to an event.
  func answer(
    in place: Place, _ carried: Carried, _ signal: Signal, asking holds: (String) -> Bool
  ) -> Answer {
    var rule = rules[place][signal.number]
    while true {
      switch rule {
      case .answer(let answer): return answer
      case .choice(let question, let yes, let no):
        let isTrue =
          switch question {
          case .count(let least): carried.count >= least
          case .countIs(let count): carried.count == count
          case .mode(let mode): carried.mode == mode
          case .isOpen: carried.isOpen
          case .isNamed: carried.header.tag != nil
          case .isFilled: !carried.names.isEmpty
          case .event(let least): signal.value >= least
          case .asks(let name): holds(name)
          }
        rule = isTrue ? yes : no
      }
    }
  }
}

extension Signal {
  /// The value that the event carries, as a number.
  var value: Int {
    switch self {
    case .set(let value): value
    case .turn(let isOn): isOn ? 1 : 0
    case .go, .stop, .tick: 0
    }
  }
}

extension Carried {
  /// Returns what is carried after some changes, which keep all numbers small.
  func changed(by changes: [RandomRules.Change], _ signal: Signal, from place: Place) -> Carried {
    changes.reduce(into: self) { carried, change in
      switch change {
      case .up: carried.count = min(carried.count + 1, 3)
      case .down: carried.count = max(carried.count - 1, 0)
      case .zero: carried.count = 0
      case .take: carried.count = signal.value
      case .next:
        carried.mode = carried.mode == .slow ? .fast : carried.mode == .fast ? .off : .slow
      case .toggle: carried.isOpen.toggle()
      case .append: if carried.names.count < 2 { carried.names.append("x") }
      case .drop: carried.names = []
      case .name: carried.header.tag = carried.isOpen ? "open" : "shut"
      case .rename: carried.header.length = 3 - carried.header.length
      case .remember: carried.last = place
      case .forget: carried.last = nil
      }
    }
  }
}
