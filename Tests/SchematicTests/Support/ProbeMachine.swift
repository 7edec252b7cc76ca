import Schematic
import SchematicTestKit

/// A state or an event that is told by its number.
protocol Numbered: Sendable, CustomStringConvertible {
  var number: Int { get }
  init(number: Int)
}

extension Numbered {
  var description: String { "\(number)" }
}

/// A number that fits in a byte, so that answers about it are kept.
struct Narrow: Numbered {
  private let byte: UInt8

  var number: Int { Int(byte) }
  init(number: Int) { byte = UInt8(number) }
}

/// A number that takes more than a byte, so that the rules are asked each time.
struct Wide: Numbered {
  let number: Int
}

/// A random machine with guards, whose rules can be looked up in a table.
struct ProbeMachine: Sendable {
  /// The answer to an event, or a guard on which it depends.
  indirect enum Rule: Sendable {
    case answer(kind: Int, target: Int, action: Int, label: String?)
    case question(Int, yes: Rule, no: Rule)
  }

  let rules: [[Rule]]
  let word: [Int]
  /// What actions send, by the number of the action.
  let sends: [[Int]]
  let finals: Set<Int>
  let entries: Set<Int>
  let exits: Set<Int>
  let policy: UnhandledEventPolicy
  let isWatched: Bool

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let states = Int.random(in: 1...6, using: &random)
    let events = Int.random(in: 1...6, using: &random)
    // Those from 4 on capture.
    let bound = Int.random(in: 0..<3, using: &random) == 0 ? 6 : 4
    func rule(_ depth: Int) -> Rule {
      if Int.random(in: 0...depth, using: &random) < 2 {
        return .answer(
          kind: Int.random(in: 0..<7, using: &random),
          target: Int.random(in: 0..<states, using: &random),
          action: Int.random(in: 0..<bound, using: &random),
          label: Bool.random(using: &random) ? "label" : nil)
      }
      return .question(
        Int.random(in: 0..<bound, using: &random), yes: rule(depth - 1), no: rule(depth - 1))
    }
    func some(_ one: Int) -> Set<Int> {
      Set((0..<states).filter { _ in Int.random(in: 0..<one, using: &random) == 0 })
    }
    rules = (0..<states).map { _ in (0..<events).map { _ in rule(4) } }
    word = (0..<150).map { _ in Int.random(in: 0..<events, using: &random) }
    sends = (0..<bound).map { _ in
      Int.random(in: 0..<3, using: &random) > 0 ? [] : [Int.random(in: 0..<events, using: &random)]
    }
    finals = Int.random(in: 0..<6, using: &random) == 0 ? some(4) : []
    entries = Bool.random(using: &random) ? [] : some(3)
    exits = Bool.random(using: &random) ? [] : some(3)
    policy = Int.random(in: 0..<4, using: &random) == 0 ? .reject : .ignore
    isWatched = Int.random(in: 0..<4, using: &random) == 0
  }
}

/// A log of all that a machine does, which also answers its guards.
final class ProbeLog {
  struct Failure: Error {}

  private(set) var lines: [String] = []
  var sends: [[Int]] = []
  var send: ((Int) -> Void)?
  private var flags = 0

  func add(_ line: String) { lines.append(line) }

  func holds(_ number: Int) -> Bool {
    add("asked \(number)")
    return flags >> number & 1 == 1
  }

  func act(_ number: Int) throws {
    add("act \(number)")
    flags = (flags &+ 1) ^ (number << 1)
    for event in sends.isEmpty ? [] : sends[number] { send?(event) }
    if flags % 7 == 0 { throw Failure() }
  }
}

/// A subject that is an object.
final class ObjectProbe {
  let log = ProbeLog()
}

/// A subject that is a value.
struct ValueProbe {
  let log: ProbeLog
  let padding = (1, "two", 3.0)
}

// Actions and conditions are written out, and twice: one that is handed on, or used in generic code,
// captures something.

extension ProbeMachine.Rule {
  func answer<State: Numbered>(
    in state: State, _ when: Guard<ObjectProbe>
  ) -> Transition<State, ObjectProbe> {
    switch self {
    case .question(let number, let yes, let no):
      let holds =
        switch number {
        case 0: when("0") { $0.log.holds(0) }
        case 1: when("1") { $0.log.holds(1) }
        case 2: when("2") { $0.log.holds(2) }
        case 3: when("3") { $0.log.holds(3) }
        default: when("\(number)") { $0.log.holds(number) }
        }
      return (holds ? yes : no).answer(in: state, when)
    case .answer(let kind, let target, let action, let label):
      let target = State(number: target)
      switch (kind, action) {
      case (0, _): return .ignored
      case (1, _): return .rejected
      case (2, _): return .rejected("reason \(action)")
      case (3, 0): return .to(target, label) { try $0.log.act(0) }
      case (3, 1): return .to(target, label) { try $0.log.act(1) }
      case (3, 2): return .to(target, label) { try $0.log.act(2) }
      case (3, 3): return .to(target, label)
      case (3, _): return .to(target, label) { try $0.log.act(action) }
      case (4, 0): return .stay(label) { try $0.log.act(0) }
      case (4, 1): return .stay(label) { try $0.log.act(1) }
      case (4, 2): return .stay
      case (4, _): return .stay(label) { try $0.log.act(action) }
      case (5, 0): return .stay(as: target, label) { try $0.log.act(0) }
      case (5, 1): return .stay(as: target, label) { try $0.log.act(1) }
      case (5, _): return .stay(as: target, label)
      default: return .to(state, label)
      }
    }
  }

  func answer<State: Numbered>(
    in state: State, _ when: Guard<ValueProbe>
  ) -> Transition<State, ValueProbe> {
    switch self {
    case .question(let number, let yes, let no):
      let holds =
        switch number {
        case 0: when("0") { $0.log.holds(0) }
        case 1: when("1") { $0.log.holds(1) }
        case 2: when("2") { $0.log.holds(2) }
        case 3: when("3") { $0.log.holds(3) }
        default: when("\(number)") { $0.log.holds(number) }
        }
      return (holds ? yes : no).answer(in: state, when)
    case .answer(let kind, let target, let action, let label):
      let target = State(number: target)
      switch (kind, action) {
      case (0, _): return .ignored
      case (1, _): return .rejected
      case (2, _): return .rejected("reason \(action)")
      case (3, 0): return .to(target, label) { try $0.log.act(0) }
      case (3, 1): return .to(target, label) { try $0.log.act(1) }
      case (3, 2): return .to(target, label) { try $0.log.act(2) }
      case (3, 3): return .to(target, label)
      case (3, _): return .to(target, label) { try $0.log.act(action) }
      case (4, 0): return .stay(label) { try $0.log.act(0) }
      case (4, 1): return .stay(label) { try $0.log.act(1) }
      case (4, 2): return .stay
      case (4, _): return .stay(label) { try $0.log.act(action) }
      case (5, 0): return .stay(as: target, label) { try $0.log.act(0) }
      case (5, 1): return .stay(as: target, label) { try $0.log.act(1) }
      case (5, _): return .stay(as: target, label)
      default: return .to(state, label)
      }
    }
  }
}
