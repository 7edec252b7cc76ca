import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

private enum Go: CaseIterable, Graphable { case go }

private let seeds = NearMisses.seeds(otherwise: 5)

/// Rules that differ in a value that a condition has no room for.
@Suite struct CutConditionTests {
  private enum Call: Graphable {
    case trying(attempt: Int, host: String), done

    /// Texts that differ beyond what a condition shows.
    static let hosts = ["a", "b", "c"].map { String(repeating: "x", count: 60) + $0 }
    static var graphCases: [Call] {
      (0..<12).flatMap { attempt in hosts.map { .trying(attempt: attempt, host: $0) } } + [.done]
    }
  }

  /// The graph of rules that leave for some attempts, or for some pairs of attempt and host.
  private func graph(_ leaves: @escaping (_ attempt: Int, _ host: String) -> Bool) -> StateGraph {
    StateGraph(initial: Call.done, events: Go.allCases) { call, _ in
      guard case .trying(let attempt, let host) = call else { return nil }
      return leaves(attempt, host) ? .done : nil
    }
  }

  private func expectDifferent(
    _ one: StateGraph, _ other: StateGraph, _ comment: Comment? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(one != other, comment, sourceLocation: location)
    #expect(one.fingerprint != other.fingerprint, comment, sourceLocation: location)
    #expect(one.dot() != other.dot(), comment, sourceLocation: location)
  }

  @Test func numbersBeyondTheListAreCompared() {
    let even = graph { attempt, _ in [0, 2, 4, 6, 8].contains(attempt) }
    expectDifferent(even, graph { attempt, _ in [0, 2, 4, 7, 9].contains(attempt) })
    let condition = even.transitions.first?.guard ?? ""
    #expect(condition == "attempt in {0, 2, 4, 6, 8}")
  }

  @Test func textsBeyondTheCutAreCompared() {
    let first = graph { _, host in host == Call.hosts[0] }
    expectDifferent(first, graph { _, host in host == Call.hosts[1] })
    #expect(first.transitions.first?.guard == "host = …xxxxa")
  }

  @Test(arguments: seeds)
  func anyOtherValueIsNoticed(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let width = Bool.random(using: &random) ? 1 : 3
      let chosen = (0..<12 * width).map { _ in Bool.random(using: &random) }
      var other = chosen
      other[Int.random(in: other.indices, using: &random)].toggle()
      let graphs = [chosen, other].map { chosen in
        graph { attempt, host in
          chosen[attempt * width + (Call.hosts.firstIndex(of: host) ?? 0) % width]
        }
      }
      expectDifferent(graphs[0], graphs[1], "SEED=\(seed)")
    }
  }
}

/// Rules that differ in whose payload they look at, or in asking a guard of that name instead.
@Suite struct PayloadOwnerTests {
  private enum Box: Graphable {
    case closed(id: Int, locked: Bool), open
    static var graphCases: [Box] {
      [0, 1].flatMap { id in [false, true].map { .closed(id: id, locked: $0) } } + [.open]
    }
  }
  private enum Key: Graphable {
    case turn(id: Int, locked: Bool)
    static var graphCases: [Key] {
      [0, 1].flatMap { id in [false, true].map { .turn(id: id, locked: $0) } }
    }
  }

  /// The one that rules ask about a name.
  private enum Owner: CaseIterable { case state, event, guards, guardsOfState, guardsOfEvent }

  /// Owners for `id = 1` and for `locked`; `nil` where the rules do not ask.
  private typealias Owners = (id: Owner?, locked: Owner?)

  private func graph(_ owners: Owners) -> StateGraph {
    StateGraph(
      StateMachineSchema<Box, Key, Void>(initialState: .open) { box, key, when in
        guard case .closed(let id, let isLocked) = box,
          case .turn(let other, let isOtherLocked) = key
        else { return .ignored }
        func holds(_ name: String, _ owner: Owner?, _ state: Bool, _ event: Bool) -> Bool {
          switch owner {
          case nil: true
          case .state: state
          case .event: event
          case .guards: when(name) { _ in true }
          case .guardsOfState: when("state \(name)") { _ in true }
          case .guardsOfEvent: when("event \(name)") { _ in true }
          }
        }
        guard holds("id = 1", owners.id, id == 1, other == 1),
          holds("locked", owners.locked, isLocked, isOtherLocked)
        else { return .ignored }
        return .to(.open)
      })
  }

  private func condition(_ owners: Owners) -> String? { graph(owners).transitions.first?.guard }

  @Test func conditionNamesTheOwnerIfBothCouldBeMeant() {
    #expect(condition((.state, nil)) == "state id = 1")
    #expect(condition((.event, nil)) == "event id = 1")
    #expect(condition((.state, .event)) == "state id = 1 and event locked = true")
  }

  /// A machine that changes itself, and carries what its state and its events carry, too.
  private struct Safe {
    var box = Box.closed(id: 0, locked: false)
    var id = 0
  }

  private func graph(looksAt: @escaping (_ state: Int, _ machine: Int, _ event: Int) -> Bool)
    -> StateGraph
  {
    StateGraph(.value(Safe(), state: \.box), events: Key.graphCases) { safe, key in
      guard case .closed(let id, _) = safe.box, case .turn(let other, let isOpening) = key else {
        safe.box = .closed(id: safe.id, locked: false)
        return
      }
      if looksAt(id, safe.id, other) {
        safe.box = .open
      } else if isOpening {
        safe.box = .closed(id: other, locked: false)
      } else {
        safe.id = other
      }
    }
  }

  @Test func conditionNamesTheMachineAsAnOwner() {
    let graphs = [
      graph { state, _, _ in state == 1 }, graph { _, machine, _ in machine == 1 },
      graph { _, _, event in event == 1 },
    ]
    let conditions = graphs.map { graph in
      graph.transitions.first { $0.target == "open" }?.guard
    }
    #expect(conditions == ["state id = 1", "machine id = 1", "event id = 1"])
  }

  /// The picture tells a payload from a guard, and so does whoever follows it.
  @Test func planHasAStepWhoseGuardHasTheNameOfAPayload() throws {
    let schema = StateMachineSchema<Box, Go, Void>(
      initialState: .closed(id: 0, locked: false)
    ) { box, _, when in
      guard case .closed(_, let isLocked) = box else { return .ignored }
      guard isLocked else { return when("locked") { _ in true } ? .to(.open) : .rejected }
      return when("locked") { _ in true } ? .to(.open, "both") : .rejected
    }
    let graph = StateGraph(schema)
    #expect(
      graph.transitions.map(\.guard) == ["locked = false and locked", "locked = true and locked"])
    for (transition, isLocked) in zip(graph.transitions, [false, true]) {
      let plan = try schema.plan(
        for: Walk(from: "closed", taking: [transition]), from: .closed(id: 0, locked: isLocked))
      #expect(plan.map(\.step.rule.guard) == [transition.guard])
      #expect(plan.last?.target.graphIdentifier == "open")
    }
  }

  @Test func guardThatReadsLikeAPayloadIsQuoted() {
    #expect(condition((nil, .state)) == "state locked = true")
    #expect(condition((nil, .guardsOfState)) == "state locked")
    #expect(condition((.guardsOfEvent, nil)) == "\"event id = 1\"")
    let lines = StateGraph(
      StateMachineSchema<Box, Go, Void>(initialState: .open) { box, _, when in
        guard case .closed = box else { return .ignored }
        return when("locked") { _ in true } ? .to(.open) : .rejected
      }
    ).rules.map(\.guard)
    #expect(lines == ["locked", "not locked"])
  }

  @Test(arguments: seeds)
  func anyOtherOwnerIsNoticed(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let owners: Owners = (
        Owner.allCases.randomElement(using: &random), Owner.allCases.randomElement(using: &random)
      )
      var other = owners
      repeat {
        let owner = Owner.allCases.randomElement(using: &random)
        if Bool.random(using: &random) { other.id = owner } else { other.locked = owner }
      } while other == owners
      #expect(graph(owners) == graph(owners), "SEED=\(seed)")
      #expect(graph(owners) != graph(other), "\(owners), \(other), SEED=\(seed)")
    }
  }
}

/// Values and names that only Swift's equality calls the same.
@Suite struct EqualLookingValueTests {
  private struct Meters { var count = 1 }
  private struct Feet { var count = 1 }

  private enum Tank: Graphable {
    case empty, full(any Sendable)
    static var graphCases: [Tank] { [.empty] }
  }
  private enum Tap: Graphable {
    case fill(Int), drain
    static var graphCases: [Tap] { contents.indices.map(Tap.fill) + [.drain] }
  }

  private static let contents: [any Sendable] = [
    1, 1.0, UInt8(1), Float(1), Int?.some(1), Meters(), Feet(), [1], [1.0], ["a": 1], ["a": 1.0],
  ]

  /// The graph of a tank that says something else when it is drained of each content.
  private func graph(saying words: [String]) -> StateGraph {
    StateGraph(
      StateMachineSchema<Tank, Tap, Void>(initialState: .empty) { tank, tap in
        switch (tank, tap) {
        case (.empty, .fill(let number)): return .to(.full(Self.contents[number]))
        case (.full(let content), .drain):
          let number = Self.contents.firstIndex { type(of: $0) == type(of: content) }
          return .to(.empty, "\(words[number ?? 0])")
        default: return .ignored
        }
      })
  }

  @Test func equalNumbersOfDifferentTypesAreExplored() {
    let words = Self.contents.indices.map { "word \($0)" }
    #expect(Set(graph(saying: words).transitions.compactMap(\.action)) == Set(words))
  }

  @Test(arguments: seeds)
  func anyOtherWordIsNoticed(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let words = Self.contents.map { _ in "word \(Int.random(in: 0..<4, using: &random))" }
      var other = words
      other[Int.random(in: words.indices, using: &random)] = "another word"
      #expect(graph(saying: words) != graph(saying: other), "SEED=\(seed)")
    }
  }

  private struct Spelling: Graphable, Hashable {
    @TaskLocal static var spellings: [String] = []
    var number: Int
    var casePath: [String] { [Self.spellings[number]] }
    static var graphCases: [Spelling] { [Spelling(number: 0), Spelling(number: 1)] }
  }

  @Test(arguments: [
    ["\u{E9}", "e\u{301}"], ["\u{C5}", "\u{212B}"], ["\u{AC00}", "\u{1100}\u{1161}"],
  ])
  func namesThatCountAsTheSameAreReported(spellings: [String]) {
    Spelling.$spellings.withValue(spellings) {
      let states = StateGraph(initial: Spelling(number: 0), events: Go.allCases) { spelling, _ in
        Spelling(number: 1 - spelling.number)
      }
      #expect(states.findings.map(\.kind).contains(.repeatedIdentifier))
      let events = StateGraph(initial: Go.go, events: Spelling.graphCases) { go, spelling in
        spelling.number == 0 ? go : nil
      }
      #expect(events.findings.map(\.kind).contains(.repeatedEventLabel))
    }
  }
}
