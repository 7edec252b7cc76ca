import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Folders of a hundred random diagrams: every changed rule is drift, and so is every byte.
///
/// One folder, or as many as the environment variable `DRIFT_FOLDERS` says.
@MainActor @Suite struct DriftTests {
  nonisolated private static let folders =
    ProcessInfo.processInfo.environment["DRIFT_FOLDERS"].flatMap(Int.init) ?? 1

  private let temporary = TemporaryFolder()

  private func catalog(of rules: [RandomRules]) -> DiagramCatalog {
    DiagramCatalog(
      rules.enumerated().map { number, rules in Diagram("Diagram \(number)", of: rules.graph) })
  }

  private func rules(using random: inout SplitMix64) throws -> [RandomRules] {
    let rules = (0..<100).map { _ in RandomRules(using: &random) }
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot])
    let report = try generator.generate(catalog(of: rules))
    #expect(report.written.count == 100)
    return rules
  }

  /// A folder of a hundred machines that do something because of their states.
  @Test(arguments: Seeds.first(1))
  func checkSeesEveryChangedEntryExitAndWork(seed: UInt64) throws {
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
  func checkSeesEveryChangedRule(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rules = try rules(using: &random)
    #expect(try problems(with: rules).isEmpty, "SEED=\(seed)")
    let changed = rules.map { $0.changed(using: &random) }
    let problems = try problems(with: changed)
    #expect(problems.count == 100, "SEED=\(seed)")
    for problem in problems { #expect(!problem.edits.isEmpty, "SEED=\(seed) \(problem)") }
  }

  @Test(arguments: Seeds.first(folders))
  func checkTakesNoLineEndsForDrift(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rules = try rules(using: &random)
    for file in try temporary.folder.fileNames() {
      let text = try #require(try temporary.text(of: file))
      try temporary.write(text.replacing("\n", with: "\r\n"), to: file)
    }
    #expect(try problems(with: rules).isEmpty, "SEED=\(seed)")
  }
}

/// Changes of a byte in the committed diagrams of this package.
///
/// Every 907th byte is changed, and every 97th of a small file; every one with `SEEDS=907`.
@MainActor @Suite struct ChangedByteTests {
  nonisolated private static let files: [URL] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(component: "Diagrams")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "dot" }
      .sorted { $0.path < $1.path }
  }()

  private let temporary = TemporaryFolder()

  @Test func diagramsOfThePackageAreFound() {
    #expect(Self.files.count > 10)
  }

  /// Returns the places of which each is changed: as many times as many as `SEEDS` says.
  nonisolated private static func places(in content: [UInt8], each step: Int) -> StrideTo<Int> {
    stride(from: 0, to: content.count, by: max(1, step / Seeds.factor))
  }

  /// Expects that a change of a diagram is seen, and named by its line if it is in the picture.
  private func expectNotice(
    _ replacement: [UInt8], of index: Int, in content: [UInt8], _ graph: StateGraph, _ file: URL
  ) {
    let text = String(decoding: content, as: UTF8.self)
    var changed = content
    changed.replaceSubrange(index...index, with: replacement)
    let place = "byte \(index) of \(file.lastPathComponent), now \(replacement)"
    // What isn't UTF-8 is refused as a file.
    guard let committed = String(data: Data(changed), encoding: .utf8) else { return }
    do throws(DOTError) {
      let line = content[..<index].count { $0 == UInt8(ascii: "\n") } + 1
      switch try graph.difference(fromCommitted: committed, writtenAs: text) {
      case nil: Issue.record("not seen: \(place)")
      // If an empty line goes, the next line differs.
      case .picture(let named), .rows(let named):
        #expect((line...line + 1).contains(named), "\(place)")
      case .graph(let diff): #expect(!diff.isEmpty, "\(place)")
      }
    } catch {
      let lines = committed.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      #expect((1...lines) ~= error.line, "\(place): \(error)")
    }
  }

  @Test(arguments: files) func readerNoticesEveryChangedByte(file: URL) throws {
    let content = Array(try Data(contentsOf: file))
    let graph = try StateGraph(dot: String(decoding: content, as: UTF8.self))
    for index in Self.places(in: content, each: 907) {
      // Another letter or blank, and no byte at all.
      for replacement in [[content[index] ^ 1], [content[index] ^ 32], []] {
        expectNotice(replacement, of: index, in: content, graph, file)
      }
    }
  }

  /// One file with each other byte in each place, or in every 97th.
  @Test func readerNoticesEveryOtherByteInAPlace() throws {
    let file = try #require(Self.files.first { $0.lastPathComponent == "Turnstile.dot" })
    let content = Array(try Data(contentsOf: file))
    let graph = try StateGraph(dot: String(decoding: content, as: UTF8.self))
    for index in Self.places(in: content, each: 97) {
      for byte in UInt8.min ... .max where byte != content[index] {
        expectNotice([byte], of: index, in: content, graph, file)
      }
    }
  }

  @Test func readerReadsTheGraphsOfAllDiagrams() throws {
    for file in Self.files {
      let name = file.deletingPathExtension().lastPathComponent
      let text = try String(contentsOf: file, encoding: .utf8)
      let graph = try StateGraph(dot: text)
      #expect(try StateGraph(dot: graph.dot(name: name)) == graph, "\(name)")
    }
  }
}
