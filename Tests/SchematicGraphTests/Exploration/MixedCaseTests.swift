import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// Conditions on values of different cases, of optionals in optionals, and of types that describe their
/// values alike.
@Suite struct MixedCaseTests {
  private enum Only: CaseIterable, Graphable { case done }
  private enum Box<Content: Sendable>: Sendable { case empty, full(Content), pair(Content, Int) }
  private enum Part: Sendable { case a, b(Int?) }

  /// A value that says the same whatever it is.
  private struct Secret: CustomStringConvertible, Sendable {
    let number: Int
    var description: String { "secret" }
  }

  /// Events of several cases that share a label.
  private enum Key: Graphable {
    case turn(Int), push(Part), lift
    var graphLabel: String { "touch" }
    static var graphCases: [Key] {
      [.turn(0), .turn(1), .push(.a), .push(.b(nil)), .push(.b(1)), .push(.b(2)), .lift]
    }
  }

  private enum Event: Graphable {
    case part(Part), generic(Box<Bool>), twice(Int??), secret(Secret), key(Key), all(any Sendable)
    var graphLabel: String { "go" }
    var casePath: [String] {
      switch self {
      case .part: ["part"]
      case .generic: ["generic"]
      case .twice: ["twice"]
      case .secret: ["secret"]
      case .key(let key): ["key \(key)"]
      case .all: ["all"]
      }
    }
    static var graphCases: [Event] { [] }
  }

  private static let groups: [[Event]] = [
    [.part(.a), .part(.b(nil)), .part(.b(1)), .part(.b(2)), .part(.b(3))],
    [
      .generic(.empty), .generic(.full(false)), .generic(.full(true)), .generic(.pair(true, 0)),
      .generic(.pair(true, 1)), .generic(.pair(false, 1)),
    ],
    [.twice(nil), .twice(.some(nil)), .twice(0), .twice(1), .twice(2)],
    (0..<5).map { .secret(Secret(number: $0)) },
    Key.graphCases.map(Event.key),
    [.part(.a), .part(.b(nil)), .twice(nil), .twice(1), .secret(Secret(number: 0)), .key(.lift)],
    [.all(1), .all(1.0), .all("1"), .all([1]), .all(Part.a), .all(Secret(number: 1))],
  ]

  /// The graph of rules that end by some of the events.
  private func graph(_ group: [Event], by chosen: [Bool]) -> StateGraph {
    let answers = group.map(VisitedValue.init)
    return StateGraph(initial: Only.done, events: group) { done, event in
      let index = answers.firstIndex(of: VisitedValue(event))
      return index.map { chosen[$0] } == true ? done : nil
    }
  }

  /// A value by all that `dump` says of it.
  private struct VisitedValue: Equatable {
    let text: String
    init(_ value: Event) {
      var text = ""
      dump(value, to: &text)
      self.text = text
    }
  }

  private func condition(_ group: Int, _ chosen: Int...) -> String? {
    let events = Self.groups[group]
    let graph = graph(events, by: events.indices.map(chosen.contains))
    #expect(!graph.findings.contains { $0.kind == .payloadsDisagree })
    return graph.transitions.first?.guard
  }

  @Test func conditionNamesTheCase() {
    #expect(condition(0, 0) == "part = a")
    #expect(condition(0, 1, 2, 3, 4) == "part = b")
    #expect(condition(0, 0, 1) == "part.b not in 1…3")
    #expect(condition(1, 0) == "generic = empty")
    #expect(condition(1, 1, 2) == "generic = full")
  }

  @Test func conditionTellsNoneInsideAnOptional() {
    #expect(condition(2, 0) == "twice = nil")
    #expect(condition(2, 1) == "twice = some(nil)")
  }

  @Test func conditionTellsEventsOfOneLabel() {
    #expect(condition(5, 5) == "event = lift")
  }

  @Test func valuesThatDescribeThemselvesAlikeHaveADigestAndAFinding() {
    let graphs = [1, 2].map { chosen in
      let events = Self.groups[3]
      return graph(events, by: events.indices.map { $0 == chosen })
    }
    for graph in graphs {
      #expect(graph.transitions.first?.guard == "decided by secret")
      #expect(
        graph.findings.contains { $0.kind == .payloadsDisagree && "\($0)".contains("`secret`") })
    }
    #expect(graphs[0] != graphs[1])
  }

  @Test(arguments: NearMisses.seeds)
  func randomRulesOnMixedCasesAreToldApart(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<NearMisses.pairs {
      let group = Self.groups.randomElement(using: &random) ?? []
      let chosen = group.map { _ in Bool.random(using: &random) }
      var other = chosen
      other[Int.random(in: other.indices, using: &random)].toggle()
      let (one, two) = (graph(group, by: chosen), graph(group, by: other))
      #expect(one.dot() != two.dot(), "SEED=\(seed) \(group) \(chosen) \(one.dot())")
      let order = Array(group.indices.filter { chosen[$0] }.reversed())
      let answers = group.map(VisitedValue.init)
      let same = StateGraph(initial: Only.done, events: group) { done, event in
        for index in order where answers[index] == VisitedValue(event) { return done }
        return nil
      }
      #expect(same.dot() == one.dot(), "SEED=\(seed)")
      #expect(same.findings == one.findings, "SEED=\(seed)")
    }
  }
}
