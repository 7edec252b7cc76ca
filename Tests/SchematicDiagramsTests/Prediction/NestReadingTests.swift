import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

/// The diagrams of random machines with regions in regions say all of the machine.
@Suite struct NestReadingTests {
  @Test func readBackAsTheyWere() throws {
    var drawn = 0
    var histories = 0
    for seed in Seeds.first(8) {
      var random = SplitMix64(seed: seed)
      let nest = PredictedNest(using: &random)
      let graph = PredictedNest.$declared.withValue(nest) { StateGraph(nest.schema) }
      if graph.composites.contains(where: { $0.identifier == "on" && !$0.regions.isEmpty }) {
        drawn += 1
      }
      // Nothing else is taken for one.
      #expect(nest.remembers || graph.histories.isEmpty, "SEED=\(seed)")
      histories += graph.histories.count
      let text = graph.dot()
      let read = try StateGraph(dot: text)
      // Graphs are too large to be printed.
      let isSame = read == graph && read.fingerprint == graph.fingerprint
      #expect(isSame, "SEED=\(seed)")
      // Even if states of one composite state are declared apart.
      let lines = zip(text.split(separator: "\n"), read.dot().split(separator: "\n"))
      let other = lines.first { $0 != $1 }
      #expect(other == nil, "SEED=\(seed)")
      let stored = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
      let isStored = stored == graph && stored.dot() == text
      #expect(isStored, "SEED=\(seed)")
      #expect(graph.diff(from: read).isEmpty, "SEED=\(seed)")
    }
    guard Seeds.first(2).count == 2 else { return }
    #expect(drawn > 2)
    #expect(histories > 0)
  }

  /// A region, or something that happens because of a state in it, and how deep it is.
  private struct Happening: Hashable {
    let depth: Int
    var kind: StateGraph.StateBehavior.Kind?
  }

  private func happenings(in graph: StateGraph, depth: Int = 1) -> [Happening] {
    graph.composites.flatMap(\.regions).map(\.graph).flatMap { region in
      let behaviors = region.states.flatMap(\.behaviors) + region.composites.flatMap(\.behaviors)
      let timeouts = region.rules.filter(\.trigger.isTimeout)
      return [Happening(depth: depth)] + behaviors.map { Happening(depth: depth, kind: $0.kind) }
        + timeouts.map { _ in Happening(depth: depth, kind: .timeout) }
        + happenings(in: region, depth: depth + 1)
    }
  }

  @Test func showEveryRegionThreeLevelsDeep() {
    var found: Set<Happening> = []
    for seed in Seeds.first(16) {
      var random = SplitMix64(seed: seed)
      let nest = PredictedNest(using: &random)
      let graph = PredictedNest.$declared.withValue(nest) { StateGraph(nest.schema) }
      let shown = happenings(in: graph)
      found.formUnion(shown)
      // A state that remembers some of the parts otherwise couples them.
      let deepest = shown.map(\.depth).max() ?? 0
      let expected = nest.history?.forgotten == nil ? nest.hulls.count + 1 : 0
      #expect(deepest == expected, "SEED=\(seed)")
    }
    guard Seeds.first(2).count == 2 else { return }
    let kinds = StateGraph.StateBehavior.Kind.allCases + [nil]
    let all = (1...3).flatMap { depth in kinds.map { Happening(depth: depth, kind: $0) } }
    #expect(Set(all).subtracting(found).isEmpty)
  }
}
