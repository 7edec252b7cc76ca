import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct RegionReadingTests {
  @Test(
    arguments: [
      ["left", "rechts \"außen\"", ""], ["wing", "wing", "wing"], ["a", "a__2", "a"],
      ["", "", "_"],
    ], Seeds.first(50))
  func readsBackRegions(names: [String], seed: UInt64) throws {
    let regions = names.enumerated().map { number, name in
      StateGraph.Region(name: name, graph: .randomNested(seed: seed * 3 + UInt64(number)))
    }
    let graph = StateGraph(regions: regions)
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph, "\(names), SEED=\(seed)")
    #expect(read.regions.map(\.name) == names, "\(names), SEED=\(seed)")
    #expect(read.regions.map(\.graph) == regions.map(\.graph), "\(names), SEED=\(seed)")
  }

  @Test func drawsRegionsSideBySide() throws {
    let graph = StateGraph(
      regions: ["x", "y"].map { .init(name: $0, graph: .randomNested(seed: 7)) })
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    #expect(svg.contains("<title>cluster__x</title>"))
    #expect(svg.contains("<title>cluster__y</title>"))
  }
}
