import SchematicGraph
import SchematicTestKit
import Testing

/// The diagrams of random machines with regions in regions say all of the machine.
@Suite struct NestReadingTests {
  @Test func diagramsAreReadBackAsTheyWere() throws {
    var histories = 0
    for seed in Seeds.first(3) {
      var random = SplitMix64(seed: seed)
      let graph = PredictedNest(using: &random).graph
      histories += graph.rules.count { $0.entry == .history }
      let text = graph.dot()
      let read = try StateGraph(dot: text)
      // Graphs are too large to be printed.
      let isSame = read == graph && read.fingerprint == graph.fingerprint
      #expect(isSame, "SEED=\(seed)")
      // Even if states of one composite state are declared apart.
      let lines = zip(text.split(separator: "\n"), read.dot().split(separator: "\n"))
      let other = lines.first { $0 != $1 }
      #expect(other == nil, "SEED=\(seed)")
      #expect(graph.diff(from: read).isEmpty, "SEED=\(seed)")
    }
    guard Seeds.first(2).count == 2 else { return }
    #expect(histories > 0)
  }

  @Test func diagramsShowEveryRegionThreeLevelsDeep() throws {
    for seed in Seeds.first(2) {
      var random = SplitMix64(seed: seed)
      let graph = PredictedNest(using: &random).graph
      #expect(
        graph.regions.map(\.identifier) == [
          "on/hull", "on/cabin", "on/cabin/full/left", "on/cabin/full/right", "on/cabin/deep/rail",
          "on/cabin/deep/hold", "on/cabin/deep/hold/open/left", "on/cabin/deep/hold/open/right",
        ], "SEED=\(seed)")
      #expect(graph.findings.allSatisfy { $0.severity != .error }, "SEED=\(seed) \(graph.findings)")
    }
  }
}
