import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

/// A picture of differences keeps the ranks of the picture that is committed: of two states that an arrow connects, the
/// upper one stays above.
///
/// Graphviz is told the order of the states, which decides which arrows lead back. It is not told ranks: states that no
/// arrow connects may come to lie side by side.
@Suite struct KeptPlaceTests {
  @Test func connectedStatesKeepTheirRanks() throws {
    var kept = 0
    try Seeds.each(15) { try expectRanks(seed: $0, &kept) }
    #expect(kept > 10 || Seeds.first(2).count == 1)
  }

  /// Expects that the states of a seed keep their ranks, and counts the pictures that are in the old arrangement.
  private func expectRanks(seed: UInt64, _ kept: inout Int) throws {
    let old = StateGraph.randomNested(seed: seed)
    var random = SplitMix64(seed: seed)
    let names = old.states.filter { !$0.isFinal }.map(\.identifier)
    guard let first = names.randomElement(using: &random),
      let second = names.randomElement(using: &random)
    else { return }
    let new = StateGraph(
      states: [.init(identifier: "new")] + old.states.reversed(), composites: old.composites,
      transitions: [
        .init(source: first, target: second, event: "up"),
        .init(source: second, target: "new", event: "away"),
        .init(source: "new", target: first, event: "back"),
      ] + old.transitions.dropLast(),
      initialState: old.initialState)
    let both = new.comparison(with: old)
    let style = try old.keepingPlaces(of: DiagramStyle())
    let before = try Self.ranks(
      in: old.render(.svg, style: style), isDownwards: style.direction == .topToBottom)
    let drawn: Graphviz.Drawing
    do throws(GraphvizError) {
      drawn = try Graphviz.draw(
        both.graph, by: DOTPrinter(style: style, marks: both.marks), as: .svg)
    } catch {
      // Graphviz loses new arrows of some pictures whose states must not move. `diff --pictures` lets them move then.
      try #require(error.code == .layoutFailed)
      return
    }
    // Graphviz can't draw every arrangement. Then another one is better than no picture.
    guard drawn.arrangement == style.arrangement else { return }
    kept += 1
    let after = try Self.ranks(in: drawn.image, isDownwards: style.direction == .topToBottom)
    #expect(after["new"] != nil)
    for state in before.keys {
      #expect(after[state] != nil, "\(state) is gone, SEED=\(seed)")
    }
    let ends = old.transitions.flatMap { [($0.source, $0.target), ($0.target, $0.source)] }
    for (state, other) in ends {
      guard let rank = before[state], let otherRank = before[other], rank + 30 < otherRank,
        let kept = after[state], let otherKept = after[other]
      else { continue }
      #expect(kept < otherKept, "\(state) was before \(other), SEED=\(seed)")
    }
  }

  /// Returns where the names of states are, along the direction of a picture.
  private static func ranks(in svg: [UInt8], isDownwards: Bool) throws -> [String: Double] {
    let text = String(decoding: svg, as: UTF8.self)
    var ranks: [String: Double] = [:]
    for node in text.components(separatedBy: "class=\"node").dropFirst() {
      guard let title = node.firstMatch(of: #/^[^>]*>\s*<title>(s\d+|new)</title>/#)?.output.1,
        let place = node.firstMatch(of: #/<text [^>]*x="(-?[\d.]+)" y="(-?[\d.]+)"/#)?.output
      else { continue }
      ranks[String(title)] = Double(isDownwards ? place.2 : place.1)
    }
    return ranks
  }
}
