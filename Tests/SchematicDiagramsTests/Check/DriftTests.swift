import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Folders of a hundred random diagrams: every changed rule is drift, and no reformatted file is.
///
/// Three folders, or as many as the environment variable `DRIFT_FOLDERS` says.
@MainActor @Suite struct DriftTests {
  nonisolated private static let folders =
    ProcessInfo.processInfo.environment["DRIFT_FOLDERS"].flatMap(Int.init) ?? 3

  private let temporary = TemporaryFolder()

  private func catalog(of rules: [RandomRules]) -> DiagramCatalog {
    DiagramCatalog(
      rules.enumerated().map { number, rules in Diagram("Diagram \(number)", rules.graph) })
  }

  private func rules(using random: inout SplitMix64) throws -> [RandomRules] {
    let rules = (0..<100).map { _ in RandomRules(using: &random) }
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot])
    let report = try generator.generate(catalog(of: rules))
    #expect(report.written.count == 100)
    return rules
  }

  /// Five folders of a hundred machines that do something because of their states.
  @Test(arguments: Seeds.first(5))
  func seesEveryChangedEntryExitAndWork(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rules = (0..<100).map { _ in
      RandomRules(using: &random).withBehaviors(using: &random)
    }
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot])
    let report = try generator.generate(catalog(of: rules))
    #expect(report.written.count == 100)
    #expect(try problems(with: rules).isEmpty, "SEED=\(seed)")
    let problems = try problems(with: rules.map { $0.withChangedBehavior(using: &random) })
    #expect(problems.count == 100, "SEED=\(seed)")
    for problem in problems { #expect(!problem.edits.isEmpty, "SEED=\(seed) \(problem)") }
  }

  private func problems(with rules: [RandomRules]) throws -> [DiagramProblem] {
    try DiagramCheck(folder: temporary.folder).problems(with: catalog(of: rules))
  }

  @Test(arguments: Seeds.first(folders))
  func seesEveryChangedRule(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rules = try rules(using: &random)
    #expect(try problems(with: rules).isEmpty, "SEED=\(seed)")
    let changed = rules.map { $0.changed(using: &random) }
    let problems = try problems(with: changed)
    #expect(problems.count == 100, "SEED=\(seed)")
    for problem in problems { #expect(!problem.edits.isEmpty, "SEED=\(seed) \(problem)") }
  }

  @Test(arguments: Seeds.first(folders))
  func takesNoOtherWordsForDrift(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rules = try rules(using: &random)
    for file in try temporary.folder.fileNames() {
      let text = try #require(try temporary.text(of: file))
      let reformatted = Reformatter.reformat(text, using: &random)
      #expect(reformatted != text, "SEED=\(seed)")
      try temporary.write(reformatted, to: file)
    }
    let problems = try problems(with: rules)
    #expect(problems.count == 100, "SEED=\(seed)")
    for problem in problems { #expect(problem.kind == .formatting, "SEED=\(seed) \(problem)") }
  }
}
