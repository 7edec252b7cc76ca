import Schematic
import SchematicTestKit

/// A state or an event that is known by its number.
protocol Numbered: Sendable, CustomStringConvertible {
  var number: Int { get }
  init(number: Int)
}

extension Numbered {
  var description: String { "\(number)" }
}

/// A number that fits in a byte, so that answers about it are cached.
struct Narrow: Numbered {
  private let byte: UInt8

  var number: Int { Int(byte) }
  init(number: Int) { byte = UInt8(number) }
}

/// A number that takes more than a byte, so that the rules are asked each time.
struct Wide: Numbered {
  let number: Int
}

/// A random machine with guards and answers about states, whose rules can be looked up in a table.
struct ProbeMachine: Sendable {
  /// The answer to an event, or a guard on which it depends.
  indirect enum Rule: Sendable {
    case answer(kind: Int, target: Int, action: Int, label: String?)
    case question(Int, yes: Rule, no: Rule)
  }

  /// What a machine does because of a state; actions from 3 on capture.
  struct Behavior: Sendable {
    var entries: [Int] = []
    var exits: [Int] = []
    var timeout: Int?
    var isFinal = false
  }

  let rules: [[Rule]]
  let behaviors: [Behavior]
  let word: [Int]
  /// What actions send, by the number of the action.
  let sends: [[Int]]
  let policy: UnhandledEventPolicy

  /// Creates a machine, which has more answers than a table holds if it is large.
  init(seed: UInt64, isLarge: Bool = false) {
    var random = SplitMix64(seed: seed)
    let states = isLarge ? 250 : Int.random(in: 1...6, using: &random)
    let events = isLarge ? 16 : Int.random(in: 1...6, using: &random)
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
    func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    func actions() -> [Int] {
      (0..<(isOne(of: 8) ? 2 : isOne(of: 3) ? 1 : 0)).map { _ in
        Int.random(in: 0..<bound - 2, using: &random)
      }
    }
    let (hasBehaviors, hasTimeouts, hasFinals) = (isOne(of: 2), isOne(of: 3), isOne(of: 6))
    behaviors =
      hasBehaviors || hasTimeouts || hasFinals
      ? (0..<states).map { _ in
        Behavior(
          entries: hasBehaviors ? actions() : [], exits: hasBehaviors ? actions() : [],
          timeout: hasTimeouts && isOne(of: 3) ? Int.random(in: 1...9, using: &random) : nil,
          isFinal: hasFinals && isOne(of: 4))
      } : []
    rules = (0..<states).map { _ in (0..<events).map { _ in rule(4) } }
    word = (0..<(isLarge ? 1_500 : 60)).map { _ in Int.random(in: 0..<events, using: &random) }
    sends = (0..<bound).map { _ in
      Int.random(in: 0..<3, using: &random) > 0 ? [] : [Int.random(in: 0..<events, using: &random)]
    }
    policy = isOne(of: 4) ? .reject : .ignore
  }
}

/// A log of all that a machine does, which also answers its guards.
final class ProbeLog {
  struct Failure: Error {}

  private(set) var lines: [String] = []
  var sends: [[Int]] = []
  var send: ((Int) -> Void)?
  private var flags = 0
  private var visits = 0

  func add(_ line: String) { lines.append(line) }

  /// Notes an entry or exit, which sends an event now and then.
  func visit(_ kind: String, _ number: Int) {
    add("\(kind) \(number)")
    visits += 1
    if visits % 5 == 0, let events = sends.first { for event in events { send?(event) } }
  }

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

extension ProbeMachine.Behavior {
  func answer<Event: Numbered>(_: ObjectProbe.Type) -> StateBehavior<Event, ObjectProbe> {
    var answer = isFinal ? StateBehavior<Event, ObjectProbe>.final : .none
    for entry in entries {
      answer =
        switch entry {
        case 0: answer.entry("0") { $0.log.visit("entry", 0) }
        case 1: answer.entry("1") { $0.log.visit("entry", 1) }
        case 2: answer.entry("2") { $0.log.visit("entry", 2) }
        default: answer.entry { $0.log.visit("entry", entry) }
        }
    }
    for exit in exits {
      answer =
        switch exit {
        case 0: answer.exit("0") { $0.log.visit("exit", 0) }
        case 1: answer.exit("1") { $0.log.visit("exit", 1) }
        case 2: answer.exit("2") { $0.log.visit("exit", 2) }
        default: answer.exit { $0.log.visit("exit", exit) }
        }
    }
    guard let timeout else { return answer }
    return answer.after(.seconds(timeout * 3_600), send: Event(number: 0))
  }
}

extension ProbeMachine.Behavior {
  func answer<Event: Numbered>(_: ValueProbe.Type) -> StateBehavior<Event, ValueProbe> {
    var answer = isFinal ? StateBehavior<Event, ValueProbe>.final : .none
    for entry in entries {
      answer =
        switch entry {
        case 0: answer.entry("0") { $0.log.visit("entry", 0) }
        case 1: answer.entry("1") { $0.log.visit("entry", 1) }
        case 2: answer.entry("2") { $0.log.visit("entry", 2) }
        default: answer.entry { $0.log.visit("entry", entry) }
        }
    }
    for exit in exits {
      answer =
        switch exit {
        case 0: answer.exit("0") { $0.log.visit("exit", 0) }
        case 1: answer.exit("1") { $0.log.visit("exit", 1) }
        case 2: answer.exit("2") { $0.log.visit("exit", 2) }
        default: answer.exit { $0.log.visit("exit", exit) }
        }
    }
    guard let timeout else { return answer }
    return answer.after(.seconds(timeout * 3_600), send: Event(number: 0))
  }
}
