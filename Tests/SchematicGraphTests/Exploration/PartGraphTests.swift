import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// What belongs to the parts of a state, as graphs show it.
@Suite struct PartGraphTests {
  private enum Part: Int, CaseIterable, Graphable { case a, b, c }
  private enum Event: Int, CaseIterable, Graphable { case one, two, three }
  private typealias Behavior = StateGraph.StateBehavior

  private struct Pair: GraphableProduct, Hashable {
    var left = Part.a
    var right = Part.a

    static var graphCases: [Pair] { graphSamples(of: Self.init(left:right:)) }
  }

  private final class Log {
    var lines: [String] = []
  }

  private typealias Schema = StateMachineSchema<Pair, Event, Log>

  /// The event moves its part on; the third means nothing.
  private static let pairs = Schema(initialState: Pair()) { pair, event in
    func next(_ part: Part) -> Part { Part(rawValue: (part.rawValue + 1) % 3)! }
    switch event {
    case .one: return .to(Pair(left: next(pair.left), right: pair.right))
    case .two: return .to(Pair(left: pair.left, right: next(pair.right)))
    case .three: return .ignored
    }
  }

  private func lines(_ graph: StateGraph) -> [[String]] {
    graph.regions.map { region in
      region.graph.states.flatMap { state in
        state.behaviors.map { "\(state.identifier): \($0)" }
      } + region.graph.transitions.filter { $0.event.hasPrefix("after") }.map(\.description)
    }
  }

  @Test func drawsWhatBelongsToAPartInItsRegion() {
    let graph = StateGraph(
      Self.pairs
        .states(in: \.right) { $0 == .b ? .entry("light") { _ in } : .none }
        .states(in: \.left) { $0 == .a ? .exit("dim") { _ in } : .none }
        .states(in: \.left) { $0 == .a ? .task("spin") { _, _ in } : .none }
        .states(in: \.left) { $0 == .a ? .after(.seconds(1), send: .one) : .none }
        .states(in: \.right) { $0 == .a ? .after(.seconds(1), send: .two) : .none })
    #expect(
      lines(graph) == [
        ["a: exit / dim", "a: do / spin", "a -> b: after 1 s"],
        ["b: entry / light", "a -> b: after 1 s"],
      ])
    #expect(graph.states[0].behaviors.map(\.description) == ["exit / dim", "do / spin"])
    #expect(StateGraph(regions: graph.regions) == graph)
    #expect(graph.findings.map(\.kind) == [.unhandledEvent])
  }

  private enum Deck: Graphable, Hierarchical, Hashable {
    case off, on(Part)
    static var graphCases: [Deck] { [.off] + Part.allCases.map { .on($0) } }
  }

  private struct Decks: GraphableProduct, Hashable {
    var left = Deck.off
    var right = Part.a
    static var graphCases: [Decks] { graphSamples(of: Self.init(left:right:)) }
  }

  @Test func drawsATimeoutOfACompositeStateInItsRegion() {
    let schema = StateMachineSchema<Decks, Event, Log>(initialState: Decks()) { decks, event in
      switch (event, decks.left) {
      case (.one, .off): return .to(Decks(left: .on(.a), right: decks.right))
      case (.one, .on): return .to(Decks(left: .off, right: decks.right))
      case (.two, .on(.a)): return .to(Decks(left: .on(.b), right: decks.right))
      case (.two, _): return .ignored
      case (.three, _): return .to(Decks(left: decks.left, right: decks.right == .a ? .b : .a))
      }
    }
    let graph = StateGraph(
      schema.states(in: \.left, level: 1) {
        if case .on = $0 { .after(.seconds(9), send: .one) } else { .none }
      })
    #expect(
      graph.regions.map { $0.graph.composites.map(\.behaviors) } == [
        [[Behavior(after: .seconds(9))]], [],
      ])
    #expect(graph.dot().contains(#"label="on\lafter 9 s\l""#))
  }

  /// A state of a path, as it is.
  private struct Place: Graphable, Hashable {
    let casePath: [String]
    static let graphCases = [["s"], ["a", "deep", "x"], ["a", "deep", "y"]].map(Place.init)
  }

  private struct Places: GraphableProduct, Hashable {
    var left = Place.graphCases[0]
    var right = Place.graphCases[0]
    static var graphCases: [Places] { graphSamples(of: Self.init(left:right:)) }
  }

  @Test func drawsATimeoutAtItsLevelInItsRegion() {
    let schema = StateMachineSchema<Places, Event, Log>(initialState: Places()) { places, event in
      func next(_ place: Place) -> Place {
        Place.graphCases[(Place.graphCases.firstIndex(of: place)! + 1) % 3]
      }
      switch event {
      case .one: return .to(Places(left: next(places.left), right: places.right))
      case .two: return .to(Places(left: places.left, right: next(places.right)))
      case .three: return .ignored
      }
    }
    let graph = StateGraph(
      schema.states(in: \.left, level: 2) {
        $0.casePath.count == 3 ? .after(.seconds(9), send: .one) : .none
      }
      .states(in: \.right, level: 2) {
        $0.casePath.count == 3 ? .after(.seconds(8), send: .two) : .none
      })
    #expect(
      graph.regions.map { $0.graph.composites.map(\.behaviors) } == [
        [[], [Behavior(after: .seconds(9))]], [[], [Behavior(after: .seconds(8))]],
      ])
  }

  private static let lit = StateGraph(
    pairs.states(in: \.left) { $0 == .b ? .entry("light") { _ in } : .none }
      .states(in: \.right) { $0 == .a ? .after(.seconds(1), send: .two) : .none })

  private static let texts: [(notation: String, text: String, lines: [String])] = [
    (
      "Mermaid", lit.mermaid(),
      [
        "    state \"left\" as left {", "    --", "      left_b : entry / light",
        "      right_a --> right_b : two<br/>after 1 s",
      ]
    ),
    (
      // The names of these regions are words of the grammar.
      "PlantUML", lit.plantUML(),
      [
        "  state \"left\" as left_2 {", "  --", "    left_2_b : entry / light",
        "    right_2_a --> right_2_b : two\\nafter 1 s",
      ]
    ),
    (
      "Markdown", lit.markdownTable(),
      [
        "Region left. Starts in a.", "Region right. Starts in a.", "| b | *entry* |  | light |  |",
        "| a | after 1 s |  |  | b |",
      ]
    ),
  ]

  @Test(arguments: texts.indices) func writesRegionsInEveryNotation(index: Int) {
    let (notation, text, lines) = Self.texts[index]
    let written = text.split(separator: "\n").map(String.init)
    for line in lines { #expect(written.contains(line), "\(notation):\n\(text)") }
    #expect(!text.contains("+"))
  }

  @Test func storesRegions() throws {
    let graph = Self.lit
    let encoded = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
    #expect(encoded == graph)
    #expect(encoded.regions == graph.regions)
  }

  @Test func countsRegionsWhereTheyMatter() {
    let graph = StateGraph(
      Self.pairs.states(in: \.left) { _ in .entry("light") { _ in } })
    let flat = StateGraph(
      states: graph.states, rules: graph.rules, initialState: graph.initialState)
    #expect(flat != graph)
    #expect(flat.fingerprint != graph.fingerprint)
    #expect(
      flat.diff(from: graph).edits.map(\.summary) == ["regions: none, was left, right"])
    let plain = StateGraph(Self.pairs)
    #expect(
      StateGraph(states: plain.states, rules: plain.rules, initialState: plain.initialState)
        == plain)
  }

  private static let flat: [(schema: Schema, reason: String)] = [
    (pairs.states { _ in .entry("x") { _ in } }, "entry: an answer about the whole state"),
    (
      pairs.states { _ in .after(.seconds(1), send: .one) },
      "timeouts: an answer about the whole state"
    ),
    (
      Schema(initialState: Pair()) { pair, _ in
        pair.right == .b ? .to(Pair(left: .b, right: .c)) : .to(Pair(left: pair.left, right: .b))
      }.states(in: \.left) { _ in .entry("x") { _ in } },
      "the parts depend on each other"
    ),
    // Leaves both parts, and only in one state of the other.
    (
      Schema(initialState: Pair()) { pair, event in
        if event == .three { return pair.right == .a ? .to(pair) : .ignored }
        return Self.pairs.transition(from: pair, on: event)
      }.states(in: \.left) { _ in .entry("x") { _ in } },
      "the parts depend on each other in \"a+b -> a+b: three\""
    ),
    // The timeout of one part moves the other.
    (
      pairs.states(in: \.left) { _ in .after(.seconds(1), send: .two) },
      "the parts depend on each other in \"a+a -> a+b: after 1 s\""
    ),
  ]

  @Test(arguments: 0..<5)
  func saysWhyThereAreNoRegions(index: Int) throws {
    let (schema, reason) = Self.flat[index]
    let graph = StateGraph(schema)
    #expect(graph.regions.isEmpty)
    let finding = try #require(graph.findings.first { $0.kind == .drawnFlat })
    #expect(finding.description.contains(reason), "\(finding)")
  }

  @Test func namesThePartWhereThereAreNoRegions() {
    let graph = StateGraph(
      Self.pairs.states { $0.left == .a ? .entry("all") { _ in } : .none }
        .states(in: \.left) { $0 == .a ? .entry("light") { _ in } : .none })
    #expect(
      graph.states[0].behaviors.map(\.description) == ["entry / all", "entry / left: light"])
  }

  @Test func drawsReentryInTheRegionOfItsPart() {
    let graph = StateGraph(
      Schema(initialState: Pair()) { pair, event in
        event == .three
          ? .to(pair, "again", reentering: \.left) : Self.pairs.transition(from: pair, on: event)
      }
      .states(in: \.left) { _ in .entry("light") { _ in } }
      .states(in: \.right) { _ in .entry("light") { _ in } })
    let loops = graph.regions.map { region in
      region.graph.transitions.filter { $0.event == "three" }.map(\.description)
    }
    #expect(
      loops == [["a -> a: three / again", "b -> b: three / again", "c -> c: three / again"], []])
  }

  @Test func notesUnnamedActionsOfReentry() {
    let graph = StateGraph(
      Schema(initialState: Pair()) { pair, event in
        event == .three ? .to(pair, reentering: \.left) { _ in } : .ignored
      })
    let names = Pair.graphCases.map { "unnamed action: \($0.graphIdentifier), three" }
    #expect(graph.notes.map(\.name) == names)
  }

  // MARK: What runs is what is drawn

  /// A random machine of two parts, of which each event does one thing.
  private static func schema(using random: inout SplitMix64) -> Schema {
    enum Effect { case moves([Part?], [Part?]), reenters, reentersLeft, stays }
    func table(_ random: inout SplitMix64) -> [Part?] {
      Part.allCases.map { part in
        Bool.random(using: &random)
          ? nil : Part.allCases.filter { $0 != part }.randomElement(using: &random)
      }
    }
    let effects = Event.allCases.map { _ -> Effect in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .reenters
      case 1: .reentersLeft
      case 2: .stays
      default: .moves(table(&random), table(&random))
      }
    }
    let marked = (0..<4).map { _ in
      Part.allCases.filter { _ in Bool.random(using: &random) }
    }
    return Schema(initialState: Pair()) { pair, event in
      let action = { (log: Log) in log.lines.append("act \(event)") }
      switch effects[event.rawValue] {
      case .moves(let left, let right):
        let next = Pair(
          left: left[pair.left.rawValue] ?? pair.left,
          right: right[pair.right.rawValue] ?? pair.right)
        return next == pair ? .ignored : .to(next, "act \(event)", perform: action)
      case .reenters: return .to(pair, "act \(event)", perform: action)
      case .reentersLeft: return .to(pair, "act \(event)", reentering: \.left, perform: action)
      case .stays: return .stay("act \(event)", perform: action)
      }
    }
    .states(in: \.right) { answer("right", $0, marked[0]) { .entry($0, $1) } }
    .states(in: \.right) { answer("right", $0, marked[1]) { .exit($0, $1) } }
    .states(in: \.left) { answer("left", $0, marked[2]) { .entry($0, $1) } }
    .states(in: \.left) { answer("left", $0, marked[3]) { .exit($0, $1) } }
  }

  private static func answer(
    _ name: String, _ part: Part, _ marked: [Part],
    _ answer: (String, @escaping (Log) -> Void) -> StateBehavior<Event, Log>
  ) -> StateBehavior<Event, Log> {
    guard marked.contains(part) else { return .none }
    return answer("\(name) \(part)") { $0.lines.append("\(name) \(part)") }
  }

  /// Takes a step by the regions of a picture: exit in reverse order, the action, entry in order.
  private func step(
    _ event: Event, in regions: [StateGraph], _ parts: inout [String]
  ) -> [String] {
    let taken = zip(regions, parts).map { graph, part in
      graph.transitions.first { $0.source == part && $0.event == event.graphLabel }
    }
    func lines(_ kind: Behavior.Kind, _ index: Int) -> [String] {
      guard let transition = taken[index], !transition.isInternal else { return [] }
      return regions[index].states.first { $0.identifier == parts[index] }?.behaviors
        .filter { $0.kind == kind }.compactMap(\.label) ?? []
    }
    let exits = regions.indices.reversed().flatMap { lines(.exit, $0) }
    let action = taken.compactMap { $0?.action }.first.map { [$0] } ?? []
    parts = zip(parts, taken).map { $1?.target ?? $0 }
    return exits + action + regions.indices.flatMap { lines(.entry, $0) }
  }

  @Test func predictsWhatRandomMachinesDo() {
    var drawn = 0
    for seed: UInt64 in 1...200 {
      var random = SplitMix64(seed: seed)
      let schema = Self.schema(using: &random)
      let graph = StateGraph(schema)
      guard !graph.regions.isEmpty else {
        #expect(graph.findings.contains { $0.kind == .drawnFlat }, "SEED=\(seed)")
        continue
      }
      drawn += 1
      let log = Log()
      let machine = StateMachine(schema: schema, subject: log)
      var parts = graph.regions.map(\.graph.initialState)
      for _ in 1...30 {
        let event = Event.allCases.randomElement(using: &random) ?? .one
        log.lines = []
        machine.handle(event)
        #expect(
          step(event, in: graph.regions.map(\.graph), &parts) == log.lines,
          "SEED=\(seed) \(event)")
        #expect(parts == [machine.state.left, machine.state.right].map(\.graphIdentifier))
      }
    }
    #expect(drawn > 100)
  }
}
