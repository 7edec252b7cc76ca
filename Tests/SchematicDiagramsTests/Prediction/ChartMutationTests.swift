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
    ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(Int.init) ?? 20

  private let temporary = TemporaryFolder()

  private func graph(of chart: PredictedChart) -> StateGraph {
    PredictedChart.$declared.withValue(chart) {
      StateGraph(chart.schema(ChartPlace.self, ChartEvent.self))
    }
  }

  private func graph(of pair: PredictedPair) -> StateGraph {
    pair.graph
  }

  private func graph(of nest: PredictedNest) -> StateGraph {
    nest.graph
  }

  /// What is changed: something of a machine, the part that something belongs to, a part inside a state,
  /// or what is remembered of such parts.
  private enum Kind {
    case chart(PredictedChart.Mutation)
    case owner, region, history

    static let all = PredictedChart.Mutation.allCases.map(Kind.chart) + [.owner, .region, .history]
  }

  /// Returns the graphs of a random machine and of the same one with a change of a kind.
  private func graphs(
    changing kind: Kind, using random: inout SplitMix64
  ) -> (before: StateGraph, after: StateGraph) {
    while true {
      switch kind {
      case .chart(let mutation):
        let chart = PredictedChart(isFlat: false, using: &random)
        if let changed = chart.mutated(mutation, using: &random) {
          return (graph(of: chart), graph(of: changed))
        }
      case .owner:
        let pair = PredictedPair(using: &random)
        if let changed = pair.withMovedBehavior(using: &random) {
          return (graph(of: pair), graph(of: changed))
        }
      case .region:
        let nest = PredictedNest(using: &random)
        if let changed = nest.withChangedRegion(using: &random) {
          return (graph(of: nest), graph(of: changed))
        }
      case .history:
        let nest = PredictedNest(using: &random)
        if let changed = nest.withChangedHistory(using: &random) {
          return (graph(of: nest), graph(of: changed))
        }
      }
    }
  }

  private func catalog(of graphs: [StateGraph]) -> DiagramCatalog {
    DiagramCatalog(
      graphs.enumerated().map { number, graph in Diagram("Chart \(number)", of: graph) })
  }

  @Test func checkNoticesEveryChange() throws {
    let kinds = Kind.all
    let size = min(Self.count, 100)
    var noticed = 0
    for seed in Seeds.first(max(1, Self.count / 100)) {
      var random = SplitMix64(seed: seed)
      let pairs = (0..<size).map { number in
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
        let kind = kinds[number % kinds.count]
        #expect(isNoticed, "SEED=\(seed) \(kind) of chart \(number)")
        noticed += isNoticed ? 1 : 0
      }
    }
    if Self.count > 1_000 { print("noticed: \(noticed)") }
  }
}
