import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Folders of random diagrams, each of whose machines is changed in one place: the check notices every
/// change.
///
/// A few changes, or as many as the environment variable `MUTATIONS` says.
@MainActor @Suite struct ChartMutationTests {
  nonisolated private static let count =
    ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(Int.init) ?? 100

  private let temporary = TemporaryFolder()

  private func graph(of chart: PredictedChart) -> StateGraph {
    PredictedChart.$declared.withValue(chart) {
      StateGraph(chart.schema(ChartPlace.self, ChartEvent.self))
    }
  }

  private func graph(of pair: PredictedPair) -> StateGraph {
    PredictedPair.$declared.withValue(pair) { StateGraph(pair.schema) }
  }

  /// Returns the graphs of a random machine and of the same one with a change of a kind, `nil` for one
  /// of its parts.
  private func graphs(
    changing kind: PredictedChart.Mutation?, using random: inout SplitMix64
  ) -> (before: StateGraph, after: StateGraph) {
    while true {
      if let kind {
        let chart = PredictedChart(isFlat: false, using: &random)
        if let changed = chart.mutated(kind, using: &random) {
          return (graph(of: chart), graph(of: changed))
        }
      } else {
        let pair = PredictedPair(using: &random)
        if let changed = pair.withMovedBehavior(using: &random) {
          return (graph(of: pair), graph(of: changed))
        }
      }
    }
  }

  private func catalog(of graphs: [StateGraph]) -> DiagramCatalog {
    DiagramCatalog(graphs.enumerated().map { number, graph in Diagram("Chart \(number)", graph) })
  }

  @Test func noticesEveryChange() throws {
    let kinds: [PredictedChart.Mutation?] = PredictedChart.Mutation.allCases + [nil]
    var noticed = 0
    for seed in Seeds.first(max(1, Self.count / 100)) {
      var random = SplitMix64(seed: seed)
      let pairs = (0..<100).map { number in
        graphs(changing: kinds[number % kinds.count], using: &random)
      }
      let before = catalog(of: pairs.map(\.before))
      let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot])
      _ = try generator.generate(before)
      let check = DiagramCheck(folder: temporary.folder)
      #expect(try check.problems(with: before).isEmpty, "SEED=\(seed)")
      let problems = try check.problems(with: catalog(of: pairs.map(\.after)))
      let files = Set(problems.filter { $0.isDrift && !$0.edits.isEmpty }.map(\.file))
      for number in pairs.indices {
        let isNoticed = files.contains(temporary.folder.path(of: "Chart \(number).dot"))
        let kind = kinds[number % kinds.count].map { "\($0)" } ?? "part"
        #expect(isNoticed, "SEED=\(seed) \(kind) of chart \(number)")
        noticed += isNoticed ? 1 : 0
      }
    }
    if Self.count > 1_000 { print("noticed: \(noticed)") }
  }
}
