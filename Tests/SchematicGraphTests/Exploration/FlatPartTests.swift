import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// What belongs to the parts of a state where they depend on each other, so that no regions show them.
@Suite struct FlatPartTests {
  private enum Mode: CaseIterable, Graphable, Hierarchical { case slow, fast }
  private enum Deck: Graphable, Hierarchical, Hashable {
    case off, on(Mode)
    static var graphCases: [Deck] { [.off, .on(.slow), .on(.fast)] }
  }
  private enum Event: Int, CaseIterable, Graphable { case one, two, three }

  private struct Pair: GraphableProduct, Hashable {
    var left = Deck.off
    var right = Mode.slow
    static var graphCases: [Pair] { graphSamples(of: Self.init(left:right:)) }
  }

  private typealias Schema = StateMachineSchema<Pair, Event, Void>
  private typealias Answer = StateBehavior<Event, Void>

  /// The left part moves only while the right one is slow.
  private static func schema(
    reentering: @escaping @Sendable (Pair) -> Transition<Pair, Void> = { .to($0, "again") }
  ) -> Schema {
    Schema(initialState: Pair()) { pair, event in
      switch event {
      case .one:
        guard pair.right == .slow else { return .ignored }
        let next: Deck =
          switch pair.left {
          case .off: .on(.slow)
          case .on(.slow): .on(.fast)
          case .on(.fast): .off
          }
        return .to(Pair(left: next, right: pair.right))
      case .two: return .to(Pair(left: pair.left, right: pair.right == .slow ? .fast : .slow))
      case .three: return reentering(pair)
      }
    }
  }

  private func graph(_ schema: Schema) -> StateGraph {
    let graph = StateGraph(schema)
    #expect(graph.regions.isEmpty)
    return graph
  }

  private func timeouts(_ schema: Schema) -> Set<String> {
    Set(graph(schema).rules.map(\.event).filter { $0.hasPrefix("after") })
  }

  @Test func namesThePartOfATimeout() {
    let whole = Self.schema().states { $0.left == .off ? .none : .after(.seconds(5), send: .one) }
    let part = Self.schema()
      .states(in: \.left) { $0 == .off ? .none : .after(.seconds(5), send: .one) }
    #expect(timeouts(whole) == ["after 5 s"])
    #expect(timeouts(part) == ["after 5 s in left"])
  }

  @Test func namesTheStateOfATimeoutAtALevel() {
    let outer = Self.schema().states(in: \.left, level: 1) {
      $0 == .off ? .none : .after(.seconds(5), send: .one)
    }
    #expect(timeouts(outer) == ["after 5 s in left.on"])
    // Where nothing lies inside a state, the level says no more.
    let (one, other) = (
      Self.schema().states(in: \.right, level: 1) { _ in .after(.seconds(5), send: .one) },
      Self.schema().states(in: \.right) { _ in .after(.seconds(5), send: .one) }
    )
    #expect(graph(one) == graph(other))
    #expect(graph(one).dot() == graph(other).dot())
  }

  @Test func namesTheStateOfAnActionAtALevel() {
    func lines(_ level: Int?) -> [String] {
      graph(Self.schema().states(in: \.left, level: level) { _ in .entry("light") { _ in } })
        .states.flatMap { $0.behaviors.map(\.description) }.uniqued()
    }
    #expect(lines(nil) == ["entry / left: light"])
    #expect(lines(1) == ["entry / left: light", "entry / left.on: light"])
  }

  private static func lit(_ reentering: @escaping @Sendable (Pair) -> Transition<Pair, Void>)
    -> Schema
  {
    schema(reentering: reentering)
      .states(in: \.left) { _ in .entry("light") { _ in } }
      .states(in: \.right) { _ in .entry("light") { _ in } }
  }

  private func lines(_ schema: Schema) -> [String] {
    graph(schema).transitions.filter { $0.event == "three" }
      .map { $0.description.split(separator: ": ").last.map(String.init) ?? "" }
      .uniqued()
  }

  @Test func saysWhichPartIsEnteredAgain() {
    #expect(lines(Self.lit { .to($0, "again") }) == ["three / again"])
    #expect(
      lines(Self.lit { .to($0, "again", reentering: \.left) }) == [
        "three / again {re-enters left}"
      ])
    #expect(lines(Self.lit { .to($0, reentering: \.right) }) == ["three {re-enters right}"])
  }

  /// A guard that decides on nothing else stays in the picture.
  @Test func showsAGuardThatDecidesOnThePart() {
    let schema = Schema(initialState: Pair()) { pair, event, when in
      guard event == .three else { return Self.schema().transition(from: pair, on: event) }
      return when("left") { _ in true } ? .to(pair, reentering: \.left) : .to(pair)
    }
    .states(in: \.left) { _ in .entry("light") { _ in } }
    .states(in: \.right) { _ in .entry("light") { _ in } }
    #expect(lines(schema) == ["three [left] {re-enters left}", "three [not left]"])
  }

  @Test func plansAndChecksATimeoutOfAPart() throws {
    let part = Self.schema()
      .states(in: \.left) { $0 == .off ? .none : .after(.seconds(5), send: .one) }
    let graph = graph(part)
    let transition = try #require(graph.transitions.first { $0.event == "after 5 s in left" })
    let state = try #require(
      Pair.graphCases.first { $0.graphIdentifier == transition.source })
    let plan = try part.plan(for: Walk(from: transition.source, taking: [transition]), from: state)
    #expect(plan.map(\.timeout) == [.timeout(.seconds(5))])
    #expect(plan.last?.target.graphIdentifier == transition.target)
    var check = TraceCheck(of: graph)
    let entry = TraceEntry(
      machine: "M", id: "1", number: 1, state: transition.source,
      step: .init(
        event: "one", outcome: .moved, target: transition.target, sender: .timeout(after: "5 s")))
    #expect(check.violation(in: entry) == nil)
    #expect(check.coverage.count(of: transition) == 1)
  }

  // MARK: Random rules

  /// A way to say what belongs to the left part, and another that means something else.
  private static let ways: [@Sendable (Bool, @escaping @Sendable () -> Answer) -> Schema] = [
    { isOther, answer in
      isOther
        ? schema().states { $0.left == .off ? .none : answer() }
        : schema().states(in: \.left) { $0 == .off ? .none : answer() }
    },
    { isOther, answer in
      schema().states(in: \.left, level: isOther ? 1 : nil) { $0 == .off ? .none : answer() }
    },
    { isOther, answer in
      schema { isOther ? .to($0) : .to($0, reentering: \.left) }
        .states(in: \.left) { $0 == .off ? .none : answer() }
        .states(in: \.right) { _ in .exit("dim") { _ in } }
    },
    { isOther, answer in
      schema { isOther ? .to($0, reentering: \.right) : .to($0, reentering: \.left) }
        .states(in: \.left) { $0 == .off ? .none : answer() }
        .states(in: \.right) { _ in .exit("dim") { _ in } }
    },
  ]

  @Test(arguments: NearMisses.seeds)
  func tellsRandomRulesApart(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<NearMisses.pairs {
      let way = Self.ways.randomElement(using: &random) ?? Self.ways[0]
      let event = Event.allCases.randomElement(using: &random) ?? .one
      let time = Int.random(in: 1...9, using: &random)
      let kind = Int.random(in: 0..<4, using: &random)
      let answer: @Sendable () -> Answer = {
        switch kind {
        case 0: .after(.seconds(time), send: event)
        case 1: .entry("light \(time)") { _ in }
        case 2: .exit("dim \(time)") { _ in }
        default: .task("spin \(time)") { _, _ in }
        }
      }
      let (one, other) = (graph(way(false, answer)), graph(way(true, answer)))
      #expect(one.dot() != other.dot(), "SEED=\(seed)")
      #expect(graph(way(false, answer)).dot() == one.dot(), "SEED=\(seed)")
      #expect(graph(way(false, answer)).findings == one.findings, "SEED=\(seed)")
    }
  }
}
