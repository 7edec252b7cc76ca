import ArgumentParser
import Schematic
import SchematicGraph
import SchematicGraphviz
import Testing

@testable import SchematicDiagrams

/// A graph whose exploration met a bound fails the check.
@MainActor @Suite struct WholenessTests {
  private enum Load: Graphable {
    case idle, loading(Int)
    static var graphCases: [Load] { [.idle, .loading(0)] }
  }
  private enum Event: CaseIterable, Graphable { case start, more, end }

  nonisolated private static let schema = StateMachineSchema<Load, Event, Void>(
    initialState: .idle
  ) { state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.loading(0))
    case (.loading(let part), .more): return .stay(as: .loading(part + 1))
    case (.loading, .end): return .to(.idle)
    default: return .ignored
    }
  }

  private enum CutTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Load", of: schema)]
  }
  private enum AllowingTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Load", of: schema, allowing: [.any(.valueBound, in: .loading(0))])
    ]
  }

  private let temporary = TemporaryFolder()

  private func run<T: DiagramTool>(_ tool: T.Type, _ verb: String) throws -> CheckReport? {
    var command = try DiagramCommand<T>.parseAsRoot([verb, "--output", temporary.folder.path])
    try command.run()
    return try (command as? CheckCommand<T>)?.check().report
  }

  private func report<T: DiagramTool>(of tool: T.Type) throws -> CheckReport {
    let command = try DiagramCommand<T>.parseAsRoot(["check", "--output", temporary.folder.path])
    return try #require(command as? CheckCommand<T>).check().report
  }

  @Test func checkFailsIfTheGraphIsNotWhole() throws {
    _ = try run(CutTool.self, "generate")
    #expect(throws: ExitCode(1)) { try run(CutTool.self, "check") }
    let report = try report(of: CutTool.self)
    #expect(!report.passed)
    #expect(report.problems.isEmpty)
    #expect(report.repair == nil)
    #expect(report.findings.map(\.finding.severity) == [.error])
    let diagram = Diagram("Load", of: Self.schema)
    #expect(
      DiagramFindings(of: diagram.graph, of: diagram).lines(.error) == [
        "Tests/SchematicDiagramsTests/Check/WholenessTests.swift:22: error: Load: not whole: no more than 50 values tried in loading: the rules reach more than 50 values of "
          + "state loading, and those beyond were not explored, because `loading` took 50 values; round what the "
          + "state carries, or raise the bound with `bounds: ExplorationBounds(values: 100)`, or allow the finding "
          + "in the catalog"
      ])
  }

  @Test func strictGenerationFailsLikeAStrictCheckIfTheGraphIsNotWhole() throws {
    for verb in ["generate", "check"] {
      var command = try DiagramCommand<CutTool>.parseAsRoot(
        [verb, "--strict", "--output", temporary.folder.path])
      #expect(throws: ExitCode(1)) { try command.run() }
    }
  }

  @Test func checkPassesIfTheCatalogAllowsThatAGraphIsNotWhole() throws {
    _ = try run(AllowingTool.self, "generate")
    let report = try #require(try run(AllowingTool.self, "check"))
    #expect(report.passed)
    #expect(report.findings.isEmpty)
    #expect(
      try temporary.text(of: "Load.dot")?.contains("not whole: no more than 50 values") == true)
  }

  @Test func graphReadsWhatItsPictureSaysOfTheBound() throws {
    _ = try run(AllowingTool.self, "generate")
    let text = try #require(try temporary.text(of: "Load.dot"))
    let graph = try StateGraph(dot: text)
    #expect(graph == StateGraph(Self.schema))
    #expect(graph.omission?.views == ["not whole: no more than 50 values tried in loading"])
    try temporary.write(text.replacing("50 values", with: "60 values"), to: "Load.dot")
    #expect(throws: ExitCode(1)) { try run(AllowingTool.self, "check") }
  }
}
