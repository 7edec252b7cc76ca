import SchematicAnalysis
import SchematicGraph

/// A machine such as people write: most arrows lead on, some back, a few have guards and actions, and the
/// states inside a composite state share a way out.
struct RandomMachine {
  enum Kind: UInt64, CaseIterable { case flat, nested, regions }

  private var random: SplitMix64
  private var names = RandomWords.states
  private var states: [StateGraph.State] = []
  private var composites: [StateGraph.CompositeState] = []
  private var regions: [StateGraph.Region] = []
  private var rules: [StateGraph.Rule] = []

  /// Returns the graph of a seed: four to fourteen states.
  static func graph(_ kind: Kind, seed: UInt64) -> StateGraph {
    var machine = RandomMachine(random: SplitMix64(seed: seed &* 3 &+ kind.rawValue))
    machine.names.shuffle(using: &machine.random)
    switch kind {
    case .flat: return machine.flat()
    case .nested: return machine.nested()
    case .regions where machine.chance(50): return machine.sideBySide()
    case .regions: return machine.withRegionsInside()
    }
  }

  private mutating func flat() -> StateGraph {
    let all = addStates(number(in: 4...14))
    addRules(among: all)
    if chance(40) { finish(all) }
    return graph(from: all[0])
  }

  private mutating func nested() -> StateGraph {
    let before = addStates(number(in: 1...3))
    let outer = addComposite(in: nil)
    var inside = addStates(number(in: 2...3), inside: outer)
    if chance(40) {
      let inner = addComposite(in: outer)
      let deep = addStates(number(in: 2...3), inside: inner)
      share(among: deep, to: [inside[0]])
      inside += deep
    }
    let after = addStates(number(in: 1...2))
    var all = before + inside + after
    if chance(50) {
      let second = addStates(number(in: 2...3), inside: addComposite(in: nil))
      share(among: second, to: before + inside)
      all += second
    }
    addRules(among: all)
    share(among: inside, to: before + after)
    return graph(from: all[0])
  }

  private mutating func sideBySide() -> StateGraph {
    for _ in 0..<number(in: 2...3) { addRegion(in: nil, states: 2...4) }
    return graph(from: nil)
  }

  private mutating func withRegionsInside() -> StateGraph {
    let outer = addStates(number(in: 2...4))
    addRules(among: outer)
    for _ in 0..<2 { addRegion(in: outer[outer.count / 2], states: 2...4) }
    return graph(from: outer[0])
  }

  private func graph(from start: String?) -> StateGraph {
    StateGraph(
      states: states, composites: composites, regions: regions, rules: rules, initialState: start)
  }
}

extension RandomMachine {
  private mutating func addStates(
    _ count: Int, inside parent: String? = nil, mark: String = "."
  ) -> [String] {
    (0..<count).map { _ in
      let name = names.removeLast()
      let identifier = parent.map { $0 + mark + name } ?? name
      let kinds: [StateGraph.StateBehavior.Kind] = [.entry, .exit, .task]
      states.append(
        StateGraph.State(
          identifier: identifier, label: name, parent: parent,
          behaviors: kinds.compactMap { chance(8) ? .init($0, word(RandomWords.actions)) : nil }))
      return identifier
    }
  }

  private mutating func addComposite(in parent: String?) -> String {
    let name = names.removeLast()
    let identifier = parent.map { "\($0).\(name)" } ?? name
    composites.append(.init(identifier: identifier, label: name, parent: parent))
    return identifier
  }

  private mutating func addRegion(in parent: String?, states count: ClosedRange<Int>) {
    let name = names.removeLast()
    let identifier = parent.map { "\($0)/\(name)" } ?? name
    let inside = addStates(number(in: count), inside: identifier, mark: "/")
    addRules(among: inside)
    regions.append(.init(name: name, in: parent, initialState: inside[0]))
  }

  /// Adds an arrow to each state but the first, mostly from the one before, and some further ones.
  private mutating func addRules(among all: [String]) {
    for index in all.indices.dropFirst() {
      let source = chance(75) ? index - 1 : number(in: 0...index - 1)
      addRule(from: all[source], to: all[index], orElse: all)
    }
    for index in all.indices {
      for _ in 0..<number(in: 0...2) {
        let target =
          switch number(in: 0...9) {
          case 0...4: number(in: 0...index)
          case 5: 0
          case 6: index
          default: number(in: index...all.count - 1)
          }
        addRule(from: all[index], to: all[target], orElse: all)
      }
    }
  }

  /// Adds the rule of an event that the source doesn't answer yet; if a guard decides, two rules.
  private mutating func addRule(from source: String, to target: String, orElse others: [String]) {
    let answered = Set(rules.filter { $0.source == source }.map(\.trigger))
    let free = RandomWords.events.filter { !answered.contains(.event($0)) }
    let trigger: StateGraph.Trigger =
      chance(8)
      ? .timeout(.seconds(number(in: 1...12) * 5)) : .event(word(free))
    guard !answered.contains(trigger) else { return }
    let condition = chance(25) ? word(RandomWords.guards) : nil
    rules.append(rule(source, target, trigger, condition.map { [.guard($0)] } ?? []))
    if let condition, chance(60) {
      rules.append(rule(source, word(others), trigger, [.guard(condition, holds: false)]))
    }
  }

  private mutating func rule(
    _ source: String, _ target: String, _ trigger: StateGraph.Trigger,
    _ conditions: [StateGraph.Condition]
  ) -> StateGraph.Rule {
    let action = chance(35) ? word(RandomWords.actions) : nil
    return StateGraph.Rule(
      source: source, target: target, trigger: trigger, conditions: conditions,
      effect: source == target && chance(50) && action != nil
        ? .internal(action: action) : .external(action: action))
  }

  /// Adds the same one or two rules to states inside a composite state.
  private mutating func share(among inside: [String], to outside: [String]) {
    for event in RandomWords.exits.shuffled(using: &random).prefix(number(in: 1...2)) {
      let template = rule(inside[0], word(outside), .event(event), [])
      rules += inside.map { template.moved(from: $0, to: template.target) }
    }
  }

  /// Makes the last state final.
  private mutating func finish(_ all: [String]) {
    states[states.count - 1].isFinal = true
    rules.removeAll { $0.source == all.last }
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ percent: Int) -> Bool { number(in: 1...100) <= percent }

  private mutating func word(_ words: [String]) -> String { words[number(in: 0...words.count - 1)] }
}

/// The words of random machines.
enum RandomWords {
  static let states = [
    "idle", "connecting", "loading", "ready", "playing", "paused", "failed", "retrying", "editing",
    "saving", "syncing", "waitingForReply", "offline", "authorizing", "uploading", "checking",
    "confirming", "cancelled", "expired", "locked", "reviewing", "published", "draft", "archived",
    "scanning", "pairing", "charging", "sleeping", "updating", "verifyingPayment", "shipped",
  ]
  static let events = [
    "start", "stop", "next", "back", "retry", "submit", "accepted", "refused", "timedOut", "open",
    "close", "failed", "succeeded", "connected", "lost", "itemAdded", "permission", "pause",
    "resume", "edit", "save", "received",
  ]
  /// Events that states inside a composite state share, and no others have.
  static let exits = ["cancel", "logOut", "disconnect", "powerOff"]
  static let guards = [
    "online", "valid", "more items", "attempts left", "granted", "is first run", "battery low",
  ]
  static let actions = [
    "save", "notify", "count attempt", "log error", "reset timer", "send request", "clear cache",
    "beep", "show message", "release lock",
  ]
}
