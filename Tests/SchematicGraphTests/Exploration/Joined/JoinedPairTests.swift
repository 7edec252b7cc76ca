import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Rules that differ in one thing, where everything that a machine can have comes together.
///
/// An interpreter of the tests tells from runs of machines whether the rules differ; their pictures must, too.
@MainActor
@Suite struct JoinedPairTests {
  /// Two rules whose machines do different things, and the graphs of both.
  private struct Pair {
    let graphs: [StateGraph]
    let texts: [String]
    let step: String

    /// Which machines commit is told by findings, unless all do.
    var isTold: Bool { texts[0] != texts[1] || graphs[0].findings != graphs[1].findings }
  }

  private func pairs(seed: UInt64) -> [Pair] {
    var random = SplitMix64(seed: seed)
    let rules = JoinedRules(using: &random)
    let behavior = rules.behavior
    let graph = StateGraph(rules.schema)
    return (0..<NearMisses.pairs).compactMap { _ in
      var other = rules
      other.mutate(using: &random)
      let otherBehavior = other.behavior
      // Not every change of the rules changes what machines do.
      guard otherBehavior != behavior else { return nil }
      let step =
        zip(behavior, otherBehavior).first { $0 != $1 }.map { "\($0.0) \($0.1)" } ?? "more steps"
      let graphs = [graph, StateGraph(other.schema)]
      return Pair(graphs: graphs, texts: graphs.map { $0.dot() }, step: step)
    }
  }

  @Test(arguments: NearMisses.seeds(otherwise: 1))
  func anyOtherBehaviorIsTold(seed: UInt64) throws {
    for pair in pairs(seed: seed) {
      #expect(pair.isTold, "SEED=\(seed): \(pair.step)")
      #expect(pair.graphs.allSatisfy { $0.omission == nil }, "SEED=\(seed)")
      guard pair.texts[0] != pair.texts[1] else { continue }
      try expectMarks(of: pair, "SEED=\(seed): \(pair.step)")
    }
  }

  /// Expects that each way to show a difference shows one.
  private func expectMarks(of pair: Pair, _ comment: Comment) throws {
    let (old, new) = (pair.graphs[0], pair.graphs[1])
    let difference = try new.difference(fromCommitted: pair.texts[0], writtenAs: pair.texts[1])
    guard case .graph(let diff) = difference else {
      Issue.record("the difference isn't one of graphs: \(comment)")
      return
    }
    #expect(!diff.isEmpty, comment)
    let rows = diff.markdown().split(separator: "\n").dropFirst(2)
    #expect(rows.count == diff.edits.count, comment)
    // What holds for the whole machine has no place in its picture; the edits name it.
    let isOfAState =
      old.initialState != new.initialState || Set(old.states) != Set(new.states)
      || Set(old.rules) != Set(new.rules)
    guard isOfAState else { return }
    let both = new.comparison(with: old)
    let text = TextPrinter(marks: both.marks).text(of: both.graph)
    #expect(text.split(separator: "\n").contains { "+-~".contains($0.first ?? " ") }, comment)
  }
}
