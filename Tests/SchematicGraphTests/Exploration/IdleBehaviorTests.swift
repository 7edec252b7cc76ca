import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// What a schema answers for states although it never happens.
@Suite struct IdleBehaviorTests {
  private enum Tape: CaseIterable, Graphable { case playing, paused, ended }
  private enum Player: Graphable, Hashable {
    case off, on(Tape)
    static var graphCases: [Player] { [.off] + graphSamples(of: on) }
  }
  private enum Shelf: Graphable, Hashable {
    case empty, holding(Player)
    static var graphCases: [Shelf] { [.empty] + graphSamples(of: holding) }
  }
  private enum Step: CaseIterable, Graphable { case next }

  private typealias Answer = StateBehavior<Step, Void>

  /// An answer of everything that a state can do.
  private static func everything() -> Answer {
    .entry("greet") { _ in }.exit("wave") { _ in }.task("spin") { _, _ in }
      .after(.seconds(1), send: .next)
  }
  /// All of it but the entry, as findings name it.
  private static let idle = ["exit / wave", "do / spin", "after 1 s"]

  /// A machine that goes through all its states.
  private static func cycle<State: Graphable & Hashable & Sendable>(
    _: State.Type
  ) -> StateMachineSchema<State, Step, Void> {
    let cases = State.graphCases
    return StateMachineSchema(initialState: cases[0]) { state, _ in
      .to(cases[((cases.firstIndex(of: state) ?? 0) + 1) % cases.count])
    }
  }

  private static let tape = cycle(Tape.self).states { tape in
    tape == .ended ? everything().final : .none
  }

  /// Returns the behaviors that never happen by the findings of a machine, and of these those of a state.
  private func idle(
    in schema: StateMachineSchema<some Graphable, Step, Void>, of state: String
  ) -> (all: Int, inState: [String]) {
    let found = StateGraph(schema).findings.compactMap { finding in
      finding.description.firstMatch(of: #/has "(.*)", but is final/#)
        .map { (state: finding.state, text: String($0.1)) }
    }
    return (found.count, found.filter { $0.state == state }.map(\.text))
  }

  @Test func idleBehaviorOfAFinalStateIsReported() {
    let (count, texts) = idle(in: Self.tape, of: "ended")
    #expect(texts == Self.idle && count == 3)
  }

  @Test(arguments: [false, true])
  func idleBehaviorOfAnEmbeddedFinalStateIsReported(isCompleted: Bool) {
    let completion: @Sendable (Tape, Guard<Void>) -> Transition<Player, Void> = { _, _ in .to(.off)
    }
    let player = Self.cycle(Player.self).embedding(
      Self.tape, in: Player.on, completion: isCompleted ? completion : nil)
    let (count, texts) = idle(in: player, of: "on.ended")
    #expect(texts == Self.idle && count == 3)
    let shelf = Self.cycle(Shelf.self).embedding(player, in: Shelf.holding)
    let (deeperCount, deeperTexts) = idle(in: shelf, of: "holding.on.ended")
    #expect(deeperTexts == Self.idle && deeperCount == 3)
  }

  @Test func idleBehaviorOfACompositeStateIsReportedIfAllInItIsFinal() {
    let schema = Self.cycle(Player.self).states(level: 1) {
      if case .on = $0 { Self.everything() } else { .none }
    }
    func final(_ tapes: [Tape]) -> StateMachineSchema<Player, Step, Void> {
      schema.states { state in tapes.contains { state == .on($0) } ? .final : .none }
    }
    #expect(idle(in: final(Tape.allCases), of: "on").inState == Self.idle)
    #expect(idle(in: final([.ended]), of: "on").all == 0)
  }

  private struct Credit: Graphable, Hashable {
    var coins = 0
    var casePath: [String] { ["credit"] }
    static let graphCases = (0..<3).map { Credit(coins: $0) }
  }

  @Test func behaviorIsNotIdleIfAnotherValueOfTheStateHasIt() {
    let schema = Self.cycle(Credit.self).states { credit in
      credit.coins == 2 ? Self.everything().final : Self.everything()
    }
    #expect(idle(in: schema, of: "credit").all == 0)
  }

  private struct Desk: GraphableRegions, Hashable {
    var left = Tape.playing
    var right = Player.off
  }

  private static func desk(
    _ left: StateMachineSchema<Tape, Step, Void>,
    _ right: StateMachineSchema<Player, Step, Void> = cycle(Player.self)
  ) -> StateMachineSchema<Desk, Step, Void> {
    StateMachineSchema(
      initialState: Desk(), regions: .region(\.left, left), .region(\.right, right))
  }

  @Test func idleBehaviorOfAFinalStateOfARegionIsReported() {
    let (count, texts) = idle(in: Self.desk(Self.tape), of: "left/ended")
    #expect(texts == Self.idle && count == 3)
  }

  /// What belongs to the states around it goes on, since the machine does.
  @Test func behaviorAroundAFinalStateOfARegionIsNotIdle() {
    let player = Self.cycle(Player.self)
      .states(level: 1) { if case .on = $0 { Self.everything() } else { .none } }
      .states { $0 == .on(.ended) ? .final : .none }
    #expect(idle(in: Self.desk(Self.cycle(Tape.self), player), of: "right/on").all == 0)
  }

  private static let unasked = [
    "the schema answers about level 3, which no state has",
    "the schema answers about level 2 of region left, which no state has",
  ]

  @Test func behaviorOfALevelThatNoStateHasIsReported() {
    let player = Self.cycle(Player.self).states(level: 3) { _ in Self.everything() }
    let desk = Self.desk(Self.cycle(Tape.self).states(level: 2) { _ in Self.everything() })
    let texts = [StateGraph(player), StateGraph(desk)].flatMap(\.findings)
      .filter { $0.kind == .behaviorNeverRuns }.map { $0.description.prefix { $0 != ";" } }
    #expect(texts.map(String.init) == Self.unasked)
    let (count, _) = idle(
      in: Self.cycle(Player.self).states(level: 2) { _ in Self.everything() }, of: "on.playing")
    #expect(count == 0)
  }
}
