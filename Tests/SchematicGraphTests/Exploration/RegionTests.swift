import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct RegionTests {
  private enum Part: Int, CaseIterable, Graphable { case a, b, c }
  private enum Event: Int, CaseIterable, Graphable { case one, two, three }

  private struct Pair: GraphableProduct, Hashable {
    var left = Part.a
    var right = Part.a

    static var graphCases: [Pair] { graphSamples(of: Self.init(left:right:)) }
  }

  private func graph(
    final: @escaping @Sendable (Pair) -> Bool = { _ in false },
    _ logic: @escaping @Sendable (Pair, Event, Guard<Void>) -> Transition<Pair, Void>
  ) -> StateGraph {
    StateGraph(
      StateMachineSchema(initialState: Pair(), logic: logic)
        .states { final($0) ? .final : .none })
  }

  @Test func namesStatesByTheirParts() {
    let pair = Pair(left: .b, right: .c)
    #expect(pair.graphIdentifier == "b+c")
    #expect(pair.graphLabel == "b+c")
    #expect(pair.graphRegions.map(\.name) == ["left", "right"])
  }

  private struct Sum: GraphableProduct, Hashable {
    enum Term: String, CaseIterable, Graphable {
      case a, b
      case sum = "a+b"
      case escaped = "a\\"
      var casePath: [String] { [rawValue] }
    }
    var left: Term
    var middle: Term
    var right: Term

    static var graphCases: [Sum] { graphSamples(of: Self.init(left:middle:right:)) }
  }

  @Test func tellsPartsWithPlusSignsApart() {
    #expect(Sum(left: .sum, middle: .a, right: .b).graphIdentifier == "a\\+b+a+b")
    #expect(Set(Sum.graphCases.map(\.graphIdentifier)).count == 64)
    let graph = StateGraph(initial: Sum(left: .a, middle: .a, right: .a)) { (sum, _: Event) in
      var sum = sum
      (sum.left, sum.middle, sum.right) = (sum.right, sum.left, sum.middle)
      return sum
    }
    #expect(graph.states.count == 64)
    #expect(!graph.findings.contains { $0.kind == .repeatedIdentifier })
  }

  @Test func findsRegionsOfPartsWithPlusSigns() {
    let graph = StateGraph(initial: Sum(left: .a, middle: .a, right: .a)) { (sum, event: Event) in
      var sum = sum
      switch event {
      case .one: sum.left = .sum
      case .two: sum.middle = .sum
      case .three: sum.right = .escaped
      }
      return sum
    }
    #expect(graph.states.count == 64)
    #expect(StateGraph(regions: graph.regions) == graph || graph.regions.isEmpty)
  }

  @Test func findsPartsThatAreIndependent() {
    let graph = graph { pair, event, when in
      var next = pair
      switch (event, pair.left, pair.right) {
      case (.one, .a, _): next.left = .b
      case (.one, .b, _):
        return when("free") { _ in true }
          ? .to(Pair(left: .c, right: pair.right), "go") : .rejected("no")
      case (.two, _, .a): next.right = .b
      case (.two, .c, _): return .ignored
      case (.three, .c, _): return .stay("beep")
      default: return .ignored
      }
      return .to(next)
    }
    #expect(graph.regions.map(\.name) == ["left", "right"])
    #expect(
      graph.regions.map { $0.graph.lines } == [
        ["a → b: one", "b → c: one [free] / go", "c ⇢ c: three / beep"], ["a → b: two"],
      ])
    #expect(
      graph.regions[0].graph.rejections.map(\.description) == [
        "b: one [not free] / rejected: no"
      ])
  }

  @Test func movesAllPartsByASharedEvent() {
    let graph = graph { pair, event, _ in
      event == .one ? .to(Pair()) : event == .two ? .to(Pair(left: .b, right: .c)) : .ignored
    }
    // From `b+c` the events lead to where it is: neither part alone says so.
    #expect(graph.transitions.count == 18)
    #expect(graph.regions.isEmpty)
  }

  @Test func keepsPartsThatDependOnEachOtherTogether() {
    let graph = graph { pair, event, _ in
      guard event == .one, pair.right == .b else { return .ignored }
      return pair.left == .a ? .to(Pair(left: .b, right: .b)) : .ignored
    }
    #expect(graph.regions.isEmpty)
    #expect(graph.states.count == 9)
  }

  private struct Many: GraphableProduct, Hashable {
    var parts = Array(repeating: Part.a, count: 24)
    static var graphCases: [Many] { [Many()] }
    var graphRegions: [(name: String, state: any Graphable)] {
      parts.enumerated().map { ("\($0)", $1) }
    }
  }
  private struct Advance: Graphable {
    let part: Int
    static var graphCases: [Advance] { (0..<24).map(Advance.init) }
    var casePath: [String] { ["\(part)"] }
  }

  /// There would be 16,777,216 combinations.
  @Test(.timeLimit(.minutes(5))) func makesNoCombinationsThatAreNotThere() {
    let graph = StateGraph(initial: Many(), bounds: ExplorationBounds(undeclaredStates: 30)) {
      (many: Many, event: Advance) in
      var many = many
      many.parts[event.part] = .b
      return many
    }
    #expect(graph.regions.isEmpty)
  }

  @Test func finishesWhereAllPartsAreFinal() {
    let graph = graph(final: { $0.left == .c && $0.right == .c }) { pair, event, _ in
      var next = pair
      if event == .one { next.left = .c } else { next.right = .c }
      return next == pair ? .ignored : .to(next)
    }
    #expect(graph.regions.count == 2)
    #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["c+c"])
  }

  /// What each of two random machines does, by event and state.
  private func table(_ random: inout SplitMix64) -> [[Part?]] {
    Event.allCases.map { _ in
      Part.allCases.map { part in
        Int.random(in: 0..<2, using: &random) == 0
          ? nil : Part.allCases.filter { $0 != part }.randomElement(using: &random)
      }
    }
  }

  @Test func findsTheFactorsOfRandomProducts() {
    Seeds.each(100, findsTheFactorsOfRandomProducts(seed:))
  }

  private func findsTheFactorsOfRandomProducts(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (left, right) = (table(&random), table(&random))
    let graph = graph { pair, event, _ in
      let next = Pair(
        left: left[event.rawValue][pair.left.rawValue] ?? pair.left,
        right: right[event.rawValue][pair.right.rawValue] ?? pair.right)
      return next == pair ? .ignored : .to(next)
    }
    #expect(graph.regions.count == 2, "SEED=\(seed)")
    #expect(StateGraph(regions: graph.regions) == graph, "SEED=\(seed)")
  }
}
