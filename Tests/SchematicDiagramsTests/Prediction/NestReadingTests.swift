import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

/// The diagrams of random machines with regions in regions say all of the machine.
@Suite struct NestReadingTests {
  @Test func readBackAsTheyWere() throws {
    var drawn = 0
    for seed in Seeds.first(40) {
      var random = SplitMix64(seed: seed)
      let nest = PredictedNest(using: &random)
      let graph = PredictedNest.$declared.withValue(nest) { StateGraph(nest.schema) }
      if graph.composites.contains(where: { $0.identifier == "on" && !$0.regions.isEmpty }) {
        drawn += 1
      }
      let text = graph.dot()
      let read = try StateGraph(dot: text)
      // Graphs are too large to be printed.
      let isSame = read == graph && read.fingerprint == graph.fingerprint
      #expect(isSame, "SEED=\(seed)")
      // States of one composite state that are declared apart stand together from then on.
      let again = read.dot()
      let isStable = try StateGraph(dot: again).dot() == again
      #expect(isStable, "SEED=\(seed)")
      let stored = try JSONDecoder().decode(StateGraph.self, from: Data(graph.json().utf8))
      let isStored = stored == graph && stored.dot() == text
      #expect(isStored, "SEED=\(seed)")
      #expect(graph.diff(from: read).isEmpty, "SEED=\(seed)")
    }
    guard Seeds.first(2).count == 2 else { return }
    #expect(drawn > 10)
  }
}
