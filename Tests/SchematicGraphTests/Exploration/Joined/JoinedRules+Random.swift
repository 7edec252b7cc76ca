import SchematicTestKit

extension SplitMix64 {
  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func chance(_ count: Int, in bound: Int) -> Bool { number(below: bound) < count }
  mutating func one<Value>(of values: [Value]) -> Value { values[number(below: values.count)] }
}

extension JoinedRules.Condition {
  static func random(using random: inout SplitMix64) -> Self {
    switch random.number(below: 9) {
    case 0: .attempt(1 + random.number(below: 2))
    case 1: .host(random.one(of: JoinedState.Host.allCases))
    case 2: .isBusy
    case 3: .isDeep
    case 4: .isMuted
    case 5: .isPoor
    case 6: .event(random.number(below: 3))
    default: .asks(random.one(of: ["paid", "oiled"]))
    }
  }
}

extension JoinedRules.Change {
  static func random(_ values: [Value], using random: inout SplitMix64) -> Self {
    switch random.number(below: 8) {
    case 0: .set(random.one(of: values))
    case 1: .next
    case 2: .event
    case 3: .shallow
    default: .keep
    }
  }
}

extension JoinedRules.Target {
  static func random(using random: inout SplitMix64) -> Self {
    Self(
      place: random.one(of: JoinedState.Place.allCases),
      attempt: .random(Array(JoinedState.Load.attempts), using: &random),
      host: .random(JoinedState.Host.allCases, using: &random),
      inner: .random(JoinedState.Inner.graphCases, using: &random),
      pair: .random(JoinedState.Pair.all, using: &random))
  }

  mutating func mutate(using random: inout SplitMix64) {
    let other = Self.random(using: &random)
    switch random.number(below: 5) {
    case 0: place = other.place
    case 1: attempt = other.attempt
    case 2: host = other.host
    case 3: inner = other.inner
    default: pair = other.pair
    }
  }
}

extension JoinedRules.Answer {
  static let actions = ["act", "beep"]

  static func random(using random: inout SplitMix64) -> Self {
    switch random.number(below: 10) {
    case 0...4:
      .move(
        .random(using: &random), action: random.chance(1, in: 2) ? random.one(of: actions) : nil)
    case 5: .stay(action: random.one(of: actions))
    case 6...7: .change(.random(using: &random))
    case 8: .rejected
    default: .ignored
    }
  }

  mutating func mutate(using random: inout SplitMix64) {
    switch self {
    case .move(var target, let action) where random.chance(3, in: 4):
      target.mutate(using: &random)
      self = .move(target, action: action)
    case .change(var target) where random.chance(3, in: 4):
      target.mutate(using: &random)
      self = .change(target)
    case .move(let target, let action):
      self =
        random.chance(1, in: 2)
        ? .move(target, action: action == nil ? "act" : nil) : .change(target)
    default: self = .random(using: &random)
    }
  }
}

extension JoinedRules.Rule {
  static func random(depth: Int, using random: inout SplitMix64) -> Self {
    guard depth > 0, random.chance(2, in: 5) else { return .answer(.random(using: &random)) }
    return .choice(
      .random(using: &random), .random(depth: depth - 1, using: &random),
      .random(depth: depth - 1, using: &random))
  }

  mutating func mutate(using random: inout SplitMix64) {
    switch self {
    case .answer(var answer):
      answer.mutate(using: &random)
      self = .answer(answer)
    case .choice(let condition, var yes, var no):
      switch random.number(below: 3) {
      case 0: self = .choice(.random(using: &random), yes, no)
      case 1:
        yes.mutate(using: &random)
        self = .choice(condition, yes, no)
      default:
        no.mutate(using: &random)
        self = .choice(condition, yes, no)
      }
    }
  }
}

extension JoinedRules.Moves {
  static func random(_ values: [Value], using random: inout SplitMix64) -> Self {
    var moves = Self()
    for value in values {
      for name in JoinedEvent.Name.allCases where random.chance(1, in: 3) {
        moves.targets[value, default: [:]][name] = random.one(of: values)
      }
    }
    moves.commits = random.chance(1, in: 3)
    return moves
  }

  mutating func mutate(_ values: [Value], using random: inout SplitMix64) {
    if random.chance(1, in: 4) { return commits.toggle() }
    let name = random.one(of: JoinedEvent.Name.allCases)
    targets[random.one(of: values), default: [:]][name] =
      random.chance(1, in: 4) ? nil : random.one(of: values)
  }
}

extension JoinedRules.Timeout {
  static func random(using random: inout SplitMix64) -> Self {
    Self(
      seconds: 10 + random.number(below: 10), growsWithAttempt: random.chance(1, in: 3),
      event: random.one(of: JoinedEvent.graphCases))
  }

  mutating func mutate(using random: inout SplitMix64) {
    switch random.number(below: 3) {
    case 0: seconds += 1
    case 1: growsWithAttempt.toggle()
    default: event = random.one(of: JoinedEvent.graphCases)
    }
  }
}

extension JoinedRules.Behavior {
  static func random(using random: inout SplitMix64) -> Self {
    Self(
      kind: random.one(of: Kind.allCases), label: random.one(of: ["light", "ring", "log"]),
      leastAttempt: random.chance(1, in: 3) ? 1 : 0)
  }
}
