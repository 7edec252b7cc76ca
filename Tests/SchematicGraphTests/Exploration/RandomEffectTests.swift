import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

/// Random machines, written once with labelled closures and once with effects.
@Suite struct RandomEffectTests {
  enum Spot: Graphable, Hashable {
    case a, b, c, d(Int)
    static var graphCases: [Spot] { [.a, .b, .c, .d(0), .d(1), .d(2)] }
  }
  enum Ask: Graphable, Hashable {
    case x, y, z, put(Int)
    static var graphCases: [Ask] { [.x, .y, .z, .put(0), .put(2)] }
  }
  enum Deed: Hashable { case ping, pong, put(Int), fail, send }
  struct Failure: Error, Equatable {}

  /// A random answer: a kind, a target, and the deeds.
  struct Cell: Sendable {
    var kind: Int
    var target: Int
    var deeds: [Int]
    var isGuarded: Bool

    func state(_ state: Spot, _ event: Ask) -> Spot {
      if case .put(let number) = event, target == 3 { return .d(number) }
      return [.a, .b, .c, .d(1)][target]
    }

    /// The state with which an internal transition stays in its case.
    func stays(_ state: Spot, _ event: Ask) -> Spot? {
      guard case .d(let number) = state, target > 1 else { return nil }
      return .d(target == 2 ? (number + 1) % 3 : 0)
    }

    func performed(_ event: Ask) -> [Deed] {
      deeds.map { deed in
        guard case .put(let number) = event, deed == 2 else {
          return [.ping, .pong, .put(4), .fail, .send][deed]
        }
        return .put(number)
      }
    }
  }

  struct Plan: Sendable {
    var cells: [[Cell]] = []
    /// The numbers of deeds on exit and entry; none of them fails.
    var exits: [[Int]] = []
    var entries: [[Int]] = []

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      func deeds(of count: Int) -> [Int] {
        (0..<random.next(below: 4)).map { _ in random.next(below: count) }
      }
      for _ in 0..<4 {
        exits.append(deeds(of: 3))
        entries.append(deeds(of: 3))
        cells.append(
          (0..<4).map { _ in
            Cell(
              kind: random.next(below: 6), target: random.next(below: 4), deeds: deeds(of: 5),
              isGuarded: random.next(below: 4) == 0)
          })
      }
    }

    private func place(_ state: Spot) -> Int {
      switch state {
      case .a: 0
      case .b: 1
      case .c: 2
      case .d: 3
      }
    }

    func cell(_ state: Spot, _ event: Ask) -> Cell {
      switch event {
      case .x: cells[place(state)][0]
      case .y: cells[place(state)][1]
      case .z: cells[place(state)][2]
      case .put: cells[place(state)][3]
      }
    }

    func deeds(of state: Spot, _ list: [[Int]]) -> [Deed] {
      list[place(state)].map { [.ping, .pong, .put(5)][$0] }
    }
  }

  /// A subject that performs deeds, for closures as well as for effects.
  final class Doer: EffectPerformer {
    typealias EffectFailure = any Error
    var done: [Deed] = []
    var outcomes: [Outcome] = []
    var isWilling = true
    var send: () -> Outcome = { .ignored }

    func perform(_ deed: Deed) throws {
      if deed == .fail { throw Failure() }
      done.append(deed)
      if deed == .send, outcomes.count < 40 { outcomes.append(send()) }
    }

    static func names(_ deeds: [Deed]) -> String {
      deeds.map { "\($0)".prefix { $0 != "(" } }.joined(separator: ", ")
    }
  }

  typealias Answer<Subject> = Transition<Spot, Subject>

  /// Returns a schema whose answers and behaviors a function makes from deeds.
  static func schema<Subject>(
    _ plan: Plan, _ isWilling: @escaping @Sendable (Subject) -> Bool,
    _ answer:
      @escaping @Sendable (_ target: Spot?, _ isInternal: Bool, _ deeds: [Deed]) -> Answer<Subject>,
    _ behavior:
      @escaping @Sendable (_ exits: [Deed], _ entries: [Deed]) -> StateBehavior<Ask, Subject>
  ) -> StateMachineSchema<Spot, Ask, Subject> {
    StateMachineSchema(initialState: .a) { state, event, when in
      let cell = plan.cell(state, event)
      if cell.isGuarded, !when("willing", isWilling) { return .rejected("unwilling") }
      switch cell.kind {
      case 0: return .ignored
      case 1: return answer(cell.stays(state, event), true, cell.performed(event))
      default: return answer(cell.state(state, event), false, cell.performed(event))
      }
    } states: { state in
      behavior(plan.deeds(of: state, plan.exits), plan.deeds(of: state, plan.entries))
    }
  }

  static func withClosures(_ plan: Plan) -> StateMachineSchema<Spot, Ask, Doer> {
    schema(plan, { $0.isWilling }) { target, isInternal, deeds in
      let name = Doer.names(deeds)
      func act(_ doer: Doer) throws { for deed in deeds { try doer.perform(deed) } }
      switch (target, isInternal) {
      case (let target?, false):
        return deeds.isEmpty ? .to(target) : .to(target, name) { try act($0) }
      case (let target?, true):
        return deeds.isEmpty ? .stay(as: target) : .stay(as: target, name) { try act($0) }
      case (nil, _): return deeds.isEmpty ? .stay : .stay(name) { try act($0) }
      }
    } _: {
      closures($0, $1)
    }
  }

  private static func closures(_ exits: [Deed], _ entries: [Deed]) -> StateBehavior<Ask, Doer> {
    var behavior = StateBehavior<Ask, Doer>.none
    if !exits.isEmpty {
      behavior = behavior.exit(text(exits)) { doer in exits.forEach { try? doer.perform($0) } }
    }
    if !entries.isEmpty {
      behavior = behavior.entry(text(entries)) { doer in entries.forEach { try? doer.perform($0) } }
    }
    return behavior
  }

  private static func text(_ deeds: [Deed]) -> String {
    deeds.map { "\($0)" }.joined(separator: ", ")
  }

  static func answer<Subject: EffectSubject>(
    _ target: Spot?, _ isInternal: Bool, _ deeds: [Deed]
  ) -> Answer<Subject> where Subject.Effect == Deed {
    switch (target, isInternal, deeds.count) {
    case (let target?, false, 0): .to(target)
    case (let target?, false, 1): .to(target, deeds[0])
    case (let target?, false, 2): .to(target, deeds[0], deeds[1])
    case (let target?, false, _): .to(target, deeds[0], deeds[1], deeds[2])
    case (let target?, true, 0): .stay(as: target)
    case (let target?, true, 1): .stay(as: target, deeds[0])
    case (let target?, true, 2): .stay(as: target, deeds[0], deeds[1])
    case (let target?, true, _): .stay(as: target, deeds[0], deeds[1], deeds[2])
    case (nil, _, 0): .stay
    case (nil, _, 1): .stay(deeds[0])
    case (nil, _, 2): .stay(deeds[0], deeds[1])
    case (nil, _, _): .stay(deeds[0], deeds[1], deeds[2])
    }
  }

  static func behavior<Subject: EffectSubject>(
    _ exits: [Deed], _ entries: [Deed]
  ) -> StateBehavior<Ask, Subject> where Subject.Effect == Deed, Subject.EffectFailure == Never {
    var behavior = StateBehavior<Ask, Subject>.none
    switch exits.count {
    case 0: break
    case 1: behavior = behavior.exit(exits[0])
    case 2: behavior = behavior.exit(exits[0], exits[1])
    default: behavior = behavior.exit(exits[0], exits[1], exits[2])
    }
    switch entries.count {
    case 0: return behavior
    case 1: return behavior.entry(entries[0])
    case 2: return behavior.entry(entries[0], entries[1])
    default: return behavior.entry(entries[0], entries[1], entries[2])
    }
  }

  /// Rules with effects; the deeds of states stay closures, because performing may fail.
  static func withEffects(_ plan: Plan) -> StateMachineSchema<Spot, Ask, Doer> {
    schema(plan, { $0.isWilling }, { answer($0, $1, $2) }, { closures($0, $1) })
  }

  static func reducer(_ plan: Plan) -> StateMachineSchema<Spot, Ask, Effects<Deed>> {
    schema(plan, { _ in true }, { answer($0, $1, $2) }, { behavior($0, $1) })
  }

  private static func events(seed: UInt64) -> [(Ask, isWilling: Bool)] {
    var random = SplitMix64(seed: seed &+ 1_000_000)
    return (0..<25).map { _ in
      let event: Ask = [.x, .y, .z, .put(0), .put(1), .put(7)][random.next(below: 6)]
      return (event, random.next(below: 3) > 0)
    }
  }

  /// What a machine did: its outcomes, states and deeds, and what its observers saw.
  private static func run(
    _ schema: StateMachineSchema<Spot, Ask, Doer>, seed: UInt64
  ) -> (trace: [String], done: [Deed]) {
    let doer = Doer()
    let machine = StateMachine(schema: schema, subject: doer)
    doer.send = { [unowned machine] in machine.handle(.y) }
    var trace: [String] = []
    if seed % 2 == 0 { machine.observe { trace.append("\($0)") } }
    for (event, isWilling) in events(seed: seed) {
      doer.isWilling = isWilling
      doer.outcomes = []
      let outcome = machine.handle(event)
      trace.append("\(outcome) \(doer.outcomes) \(machine.state) \(doer.done.count)")
    }
    return (trace, doer.done)
  }

  @Test func effectsAreDrawnAndPerformedLikeClosures() {
    Seeds.each(100) { seed in
      let plan = Plan(seed: seed)
      let (closures, effects) = (Self.withClosures(plan), Self.withEffects(plan))
      let (one, other) = (Self.run(closures, seed: seed), Self.run(effects, seed: seed))
      #expect(one.trace == other.trace)
      #expect(one.done == other.done)
      let (old, new) = (StateGraph(closures), StateGraph(effects))
      #expect(Self.words(old) == Self.words(new))
      #expect(old.states == new.states)
    }
  }

  /// The rules in words, without those about the payloads of effects, which closures don't have.
  private static func words(_ graph: StateGraph) -> [String] {
    graph.rules.map { rule in
      let change = (rule.change ?? "").split(separator: ", ")
        .filter { !$0.hasPrefix("put") && !$0.hasPrefix("effect put") }.joined(separator: ", ")
      let label = "\(rule.label.trigger) \(rule.conditions) \(rule.effect)"
      return "\(rule.source) \(label) \(rule.target) \(change)"
    }
  }

  @Test func reducerHandsOutWhatASubjectPerforms() {
    Seeds.each(100) { seed in
      var plan = Plan(seed: seed)
      // A reducer performs nothing, so nothing fails and nothing is sent.
      for row in plan.cells.indices {
        for column in plan.cells[row].indices {
          plan.cells[row][column].deeds = plan.cells[row][column].deeds.map { min($0, 2) }
        }
      }
      let doer = Doer()
      let machine = StateMachine(schema: Self.withEffects(plan), subject: doer)
      let reducer = StateMachine(schema: Self.reducer(plan))
      for (event, _) in Self.events(seed: seed) {
        doer.done = []
        let outcome = machine.handle(event)
        #expect(reducer.handle(event) == Reaction(outcome, doer.done))
        #expect(reducer.state == machine.state)
      }
      #expect(StateGraph(Self.reducer(plan)) == StateGraph(Self.withEffects(plan)))
    }
  }

  /// Each machine and one in which a deed is another.
  @Test func graphsOfDifferentDeedsDiffer() {
    Seeds.each(100) { seed in
      var random = SplitMix64(seed: seed &+ 77)
      let plan = Plan(seed: seed)
      var other = plan
      let (row, column) = (random.next(below: 4), random.next(below: 4))
      let deeds = plan.cells[row][column].deeds
      guard plan.cells[row][column].kind > 0, !deeds.isEmpty else { return }
      let place = random.next(below: deeds.count)
      other.cells[row][column].deeds[place] = (deeds[place] + 1) % 5
      let (old, new) = (StateGraph(Self.reducer(plan)), StateGraph(Self.reducer(other)))
      let source = ["a", "b", "c", "d"][row]
      // A state that the rules don't reach is in no row.
      guard old.rules.contains(where: { $0.source == source && $0.effect.action != nil }) else {
        return
      }
      #expect(old.dot() != new.dot())
    }
  }
}
