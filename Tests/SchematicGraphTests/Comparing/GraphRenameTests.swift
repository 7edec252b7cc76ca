import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

/// Graphs in which a name was changed, as somebody reads the difference.
@Suite struct GraphRenameTests {
  private typealias Rule = StateGraph.Rule

  /// A random graph whose names are words of their own, so that a text without any knowledge of graphs renames them.
  private struct Named {
    var states: [StateGraph.State] = []
    var rules: [Rule] = []
    let composites: [StateGraph.CompositeState]

    init(using random: inout SplitMix64) {
      composites = ["cOne", "cTwo"].map {
        .init(identifier: $0, behaviors: [.init(.exit, "aTidy", if: [.guard("gPaid")])])
      }
      for number in 0..<Int.random(in: 5...8, using: &random) {
        let parent = [nil, "cOne", "cTwo"].randomElement(using: &random) ?? nil
        states.append(
          .init(
            identifier: (parent.map { "\($0)." } ?? "") + "s\(number)", label: "s\(number)",
            parent: parent, behaviors: number % 3 == 0 ? [.init(.entry, "aShow")] : []))
      }
      for number in 0..<Int.random(in: 14...20, using: &random) {
        rules.append(rule("e\(number % 5)", using: &random))
      }
    }

    /// Returns a rule between random states.
    private func rule(_ event: String, using random: inout SplitMix64) -> Rule {
      let ends = (0..<2).map { _ in states.randomElement(using: &random)?.identifier ?? "" }
      let guards: [StateGraph.Condition] = [.guard("gPaid"), .guard("gLate", holds: false)]
      let action = ["aBeep", "aCount", nil].randomElement(using: &random) ?? nil
      return Rule(
        source: ends[0], target: ends[1], trigger: .event(event),
        conditions: guards.filter { _ in Bool.random(using: &random) },
        effect: Int.random(in: 0..<6, using: &random) == 0
          ? .rejected() : .external(action: action))
    }

    /// Changes a rule, adds one or removes one.
    mutating func change(using random: inout SplitMix64) {
      let index = Int.random(in: 0..<rules.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: rules.remove(at: index)
      case 1: rules.append(rule("e0", using: &random))
      default: rules[index].target = states.randomElement(using: &random)?.identifier ?? ""
      }
    }

    var graph: StateGraph {
      // A refusal leads nowhere, and a graph has each rule once.
      let rules = rules.map { rule in
        var rule = rule
        if rule.effect.isRefusal { rule.target = rule.source }
        return rule
      }
      return StateGraph(
        states: states, composites: composites, rules: rules.uniqued(),
        initialState: states[0].identifier)
    }
  }

  private static func word(_ text: String) throws -> Regex<AnyRegexOutput> {
    // By default, a word goes on after a dot.
    try Regex("\\b\(text)\\b").wordBoundaryKind(.simple)
  }

  /// Returns the graph with another word in its record.
  private func renamed(_ graph: StateGraph, _ words: [String: String]) throws -> StateGraph {
    let text = graph.dot()
    let record = try #require(text.range(of: "// record")).lowerBound
    var rows = String(text[record...])
    for (old, new) in words {
      rows = rows.replacing(try Self.word(old), with: new)
    }
    return try StateGraph(dot: "digraph \"x\" {\n}\n" + rows)
  }

  /// Returns the rules with a word.
  private func rules(of graph: StateGraph, with word: String) throws -> Set<Rule> {
    let word = try Self.word(word)
    return Set(graph.rules.filter { "\($0)".contains(word) })
  }

  @Test(arguments: [
    ("s3", "sNew", ""), ("e1", "eNew", "event "), ("gPaid", "gNew", "guard "),
    ("aBeep", "aNew", "action "), ("cOne", "cNew", ""),
  ])
  func renameIsOneLineAndOtherChangesHaveTheNewName(old: String, new: String, kind: String) throws {
    var tried = 0
    try Seeds.each(30) { seed in
      var random = SplitMix64(seed: seed)
      let named = Named(using: &random)
      var changed = named
      for _ in 0..<Int.random(in: 0...3, using: &random) { changed.change(using: &random) }
      // A name most of whose rows have changed may be anything.
      let before = try rules(of: named.graph, with: old)
      let after = try rules(of: changed.graph, with: old)
      let same = before.intersection(after).count
      guard same > 2, 2 * same > max(before.count, after.count) + 2 else { return }
      tried += 1
      let later = try renamed(changed.graph, [old: new])
      let path = { (word: String) in
        (old.hasPrefix("s") ? named.states.first { $0.label == old }?.parent.map { "\($0)." } : nil)
          .map { $0 + word } ?? word
      }
      let others = later.diff(from: try renamed(named.graph, [old: new])).edits.map(\.description)
      #expect(
        later.diff(from: named.graph).reading.map(\.description)
          == ["~ looks renamed: \(kind)\(path(old)) → \(path(new))"] + others)
    }
    #expect(tried > 3)
  }

  @Test func namesThatAreAlikeAreNotCalledRenamed() throws {
    try Seeds.each(30) { seed in
      var random = SplitMix64(seed: seed)
      var named = Named(using: &random)
      let ends = named.states.prefix(2).map(\.identifier)
      named.states += ["left", "right"].map { .init(identifier: $0) }
      for twin in ["left", "right"] {
        named.rules += zip(ends, ["e1", "e2"]).map { end, event in
          Rule(source: twin, target: end, trigger: .event(event))
        }
      }
      let later = try renamed(named.graph, ["left": "port", "right": "starboard"])
      let diff = later.diff(from: named.graph)
      #expect(diff.reading == diff.edits)
      #expect(!diff.isEmpty)
    }
  }

  @Test func nameWithOneRowIsAChangeOfThatRow() {
    func graph(_ event: String, _ action: String) -> StateGraph {
      StateGraph(
        states: ["off", "on"].map { .init(identifier: $0) },
        rules: [
          Rule(
            source: "off", target: "on", trigger: .event(event), effect: .external(action: action))
        ], initialState: "off")
    }
    #expect(
      "\(graph("tap", "buzz").diff(from: graph("tap", "beep")))"
        == "~ off: tap leads to on / buzz, was: leads to on / beep")
    #expect(
      "\(graph("press", "beep").diff(from: graph("tap", "beep")))"
        == "~ off: press leads to on / beep, was event tap")
  }

  @Test func stateThatIsRenamedWithItsNeighborIsFoundAfterIt() {
    func graph(_ names: [String]) -> StateGraph {
      let ring = zip(names, names.dropFirst() + names.prefix(1))
      return StateGraph(
        states: names.map { .init(identifier: $0) },
        rules: ring.enumerated().flatMap { number, ends in
          ["next \(number)", "skip \(number)"].map {
            Rule(source: ends.0, target: ends.1, trigger: .event($0))
          }
        }, initialState: names[0])
    }
    let diff = graph(["a", "held", "kept", "d"]).diff(from: graph(["a", "b", "c", "d"]))
    #expect(
      "\(diff)" == "~ looks renamed: b → held\n~ looks renamed: c → kept")
    #expect(diff.edits.count == 14)
  }
}
