import SchematicTestKit

/// Random rules over joined states: a tree of conditions for each place and event, with an answer at each leaf; what
/// the machines inside do; timeouts; and which of them commit.
struct JoinedRules: Sendable {
  typealias Place = JoinedState.Place
  typealias Load = JoinedState.Load

  enum Condition: Hashable, Sendable {
    case attempt(Int), host(JoinedState.Host), isBusy, isDeep, isMuted, isPoor, event(Int)
    case asks(String)
  }
  /// What becomes of something that a state carries.
  enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    case keep, set(Value), next, event
    /// The initial state inside of what is kept, as after a shallow history.
    case shallow
  }
  struct Target: Hashable, Sendable {
    var place: Place
    var attempt: Change<Int>
    var host: Change<JoinedState.Host>
    var inner: Change<JoinedState.Inner>
    var pair: Change<JoinedState.Pair>
  }
  enum Answer: Hashable, Sendable {
    case move(Target, action: String?), stay(action: String), change(Target), rejected, ignored
  }
  indirect enum Rule: Hashable, Sendable {
    case answer(Answer)
    case choice(Condition, Rule, Rule)
  }
  /// The answer of a machine inside: another of its states, if it moves.
  struct Moves<Value: Hashable & Sendable>: Hashable, Sendable {
    var targets: [Value: [JoinedEvent.Name: Value]] = [:]
    var commits = false
  }
  /// An action on entry or exit, or a task, of some values of a state.
  struct Behavior: Hashable, Sendable {
    enum Kind: CaseIterable, Sendable { case entry, exit, task }
    var kind: Kind
    var label: String
    var leastAttempt: Int
  }
  struct Timeout: Hashable, Sendable {
    var seconds: Int
    var growsWithAttempt: Bool
    var event: JoinedEvent
  }

  var rules: [Place: [JoinedEvent.Name: Rule]] = [:]
  var mic = Moves<JoinedState.Pair.Mic>()
  var net = Moves<JoinedState.Pair.Net>()
  var deep = Moves<JoinedState.Inner>()
  var timeouts: [Place: Timeout] = [:]
  var behaviors: [Place: [Behavior]] = [:]
  var final: Place?
  /// What follows when the machine inside `run` has ended; `nil` if it never ends.
  var completion: Rule?
  var commits = false

  /// Creates random rules.
  init(using random: inout SplitMix64) {
    for place in Place.allCases {
      for name in JoinedEvent.Name.allCases {
        rules[place, default: [:]][name] = .random(depth: 2, using: &random)
      }
      if random.chance(1, in: 4) { timeouts[place] = .random(using: &random) }
      while random.chance(1, in: 4) {
        behaviors[place, default: []].append(.random(using: &random))
      }
    }
    mic = .random(JoinedState.Pair.Mic.allCases, using: &random)
    net = .random(JoinedState.Pair.Net.graphCases, using: &random)
    deep = .random(JoinedState.Inner.graphCases, using: &random)
    if random.chance(1, in: 3) { final = random.one(of: Place.allCases) }
    if random.chance(1, in: 2) { completion = .random(depth: 1, using: &random) }
    commits = random.chance(1, in: 3)
  }

  /// Changes one thing.
  mutating func mutate(using random: inout SplitMix64) {
    let place = random.one(of: Place.allCases)
    switch random.number(below: 15) {
    case 0: mic.mutate(JoinedState.Pair.Mic.allCases, using: &random)
    case 1: net.mutate(JoinedState.Pair.Net.graphCases, using: &random)
    case 2: deep.mutate(JoinedState.Inner.graphCases, using: &random)
    case 3:
      if random.chance(2, in: 3), timeouts[place] != nil {
        timeouts[place]?.mutate(using: &random)
      } else {
        timeouts[place] = timeouts[place] == nil ? .random(using: &random) : nil
      }
    case 4: commits.toggle()
    case 5:
      if random.chance(1, in: 2), behaviors[place]?.isEmpty == false {
        behaviors[place]?.removeLast()
      } else {
        behaviors[place, default: []].append(.random(using: &random))
      }
    case 6: final = final == nil ? place : nil
    case 7: completion?.mutate(using: &random)
    default: rules[place]![random.one(of: JoinedEvent.Name.allCases)]!.mutate(using: &random)
    }
  }

  /// Returns the answer to an event.
  func answer(
    in state: JoinedState, to event: JoinedEvent, asking holds: (String) -> Bool
  ) -> Answer {
    rules[state.place]?[event.name]?.answer(of: state.load, event, asking: holds) ?? .ignored
  }
}

extension JoinedRules.Rule {
  func answer(
    of load: JoinedState.Load, _ event: JoinedEvent, asking holds: (String) -> Bool
  ) -> JoinedRules.Answer {
    var rule = self
    while true {
      switch rule {
      case .answer(let answer): return answer
      case .choice(let condition, let yes, let no):
        rule = condition.holds(of: load, event, asking: holds) ? yes : no
      }
    }
  }
}

extension JoinedRules.Condition {
  func holds(
    of load: JoinedState.Load, _ event: JoinedEvent, asking holds: (String) -> Bool
  ) -> Bool {
    switch self {
    case .attempt(let least): load.attempt >= least
    case .host(let host): load.host == host
    case .isBusy: if case .busy = load.inner { true } else { false }
    case .isDeep: if case .deep = load.inner { true } else { false }
    case .isMuted: load.pair.mic == .muted
    case .isPoor: load.pair.net != .good
    case .event(let value): event.value == value
    case .asks(let name): holds(name)
    }
  }
}

extension JoinedRules.Target {
  /// Returns the state that is reached from another one.
  func state(from state: JoinedState, by event: JoinedEvent) -> JoinedState {
    var load = state.load
    let attempts = JoinedState.Load.attempts.count
    switch attempt {
    case .keep, .shallow: break
    case .set(let value): load.attempt = value
    case .next: load.attempt = (load.attempt + 1) % attempts
    case .event: load.attempt = event.value
    }
    switch host {
    case .keep, .event, .shallow: break
    case .set(let value): load.host = value
    case .next: load.host = load.host == .near ? .far : .near
    }
    switch inner {
    case .keep: break
    case .set(let value): load.inner = value
    case .next:
      if case .busy(let count) = load.inner { load.inner = .busy(count: (count + 1) % attempts) }
    case .shallow:
      if case .deep = load.inner { load.inner = .deep(.left) }
    case .event: load.inner = .busy(count: event.value)
    }
    switch pair {
    case .keep, .event, .shallow: break
    case .set(let value): load.pair = value
    case .next: load.pair.mic = load.pair.mic == .on ? .muted : .on
    }
    return JoinedState(place, load)
  }
}
