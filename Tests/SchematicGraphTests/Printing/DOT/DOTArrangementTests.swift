import SchematicTestKit
import Testing

@testable import SchematicGraph

/// The orders in which a text may name states, so that Graphviz arranges them well.
@Suite struct DOTArrangementTests {
  /// An edge between two nodes, and whether it is to be straight.
  private struct Edge {
    let tail: String
    let head: String
    let isStraight: Bool
    var ends: [String] { [tail, head] }
  }

  private func lines(_ graph: StateGraph, _ arrangement: DOTArrangement) -> [String] {
    var style = DiagramStyle()
    style.arrangement = arrangement
    return DOTPrinter(style: style).text(of: graph).split(separator: "\n").map(String.init)
  }

  /// Returns the nodes and the edges of a text in its order; the names of nodes are words.
  private func parts(
    _ graph: StateGraph, _ arrangement: DOTArrangement
  ) -> (nodes: [String], edges: [Edge]) {
    let lines = lines(graph, arrangement)
    let edges = lines.compactMap { line in
      line.firstMatch(of: /^  "(\w*)" -> "(\w*)"/).map { match in
        Edge(
          tail: String(match.1), head: String(match.2), isStraight: line.contains("weight=3"))
      }
    }
    let nodes = lines.compactMap { line in
      line.firstMatch(of: /^  "(\w*)"[ ;](?!->)/).map { String($0.1) }
    }
    return (nodes, edges)
  }

  /// A random graph in which rules lead from any state to any other one, or only to later ones.
  private func graph(seed: UInt64, isAcyclic: Bool) -> StateGraph {
    var random = SplitMix64(seed: seed)
    let names = (0..<Int.random(in: 3...9, using: &random)).map { "s\($0)" }
    let rules = (0..<12).map { number in
      let ends = (0..<2).map { _ in Int.random(in: names.indices, using: &random) }
      let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
      return StateGraph.Rule(
        source: names[isAcyclic ? low : ends[0]], target: names[isAcyclic ? high : ends[1]],
        trigger: .event("e\(number)"))
    }
    return StateGraph(
      states: names.shuffled(using: &random).map { .init(identifier: $0) },
      rules: rules.filter { !isAcyclic || $0.source != $0.target },
      initialState: isAcyclic ? "s0" : names.randomElement(using: &random))
  }

  @Test func arrangementChangesOnlyTheOrderAndTheWeights() {
    Seeds.each(8) { seed in
      for graph in [StateGraph.randomNested(seed: seed), .randomHostile(seed: seed)] {
        let declared = lines(graph, .declared).sorted()
        for arrangement in [DOTArrangement.walk, .straightWalk, .straightLevels] {
          let arranged = lines(graph, arrangement).map {
            $0.replacing(" weight=3]", with: "]").replacing(" [weight=3]", with: "")
          }
          #expect(arranged.sorted() == declared)
        }
      }
    }
  }

  @Test func walkNamesStatesInTheOrderInWhichItMeetsThem() {
    Seeds.each(10) { seed in
      let graph = graph(seed: seed, isAcyclic: false)
      let declared = parts(graph, .declared)
      var met: [String] = []
      var taken: [[String]] = []
      func visit(_ node: String) {
        guard !met.contains(node) else { return }
        met.append(node)
        for edge in declared.edges where edge.tail == node {
          if !met.contains(edge.head) { taken.append(edge.ends) }
          visit(edge.head)
        }
      }
      declared.edges.map(\.tail).forEach(visit)
      let rest = declared.nodes.filter { !met.contains($0) }
      for arrangement in [DOTArrangement.walk, .straightWalk] {
        let (nodes, edges) = parts(graph, arrangement)
        #expect(nodes == met + rest)
        for edge in edges {
          #expect(edge.isStraight == (arrangement != .walk && taken.contains(edge.ends)))
        }
      }
    }
  }

  @Test func levelsPutStatesBehindThoseThatLeadToThem() {
    Seeds.each(10) { seed in
      let (nodes, edges) = parts(graph(seed: seed, isAcyclic: true), .straightLevels)
      for edge in edges {
        let places = edge.ends.map { end in nodes.firstIndex { $0 == end } ?? -1 }
        #expect(places[0] < places[1], "\(edge)")
      }
      // The arrows of the walk reach each state that any arrow reaches, and from one other.
      let straight = Set(edges.filter(\.isStraight).map(\.ends))
      #expect(Set(edges.map(\.head)).count == straight.count)
      #expect(Set(straight.map { $0[1] }).count == straight.count)
    }
  }
}
