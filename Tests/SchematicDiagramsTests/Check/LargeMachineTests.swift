import ArgumentParser
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Machines that are deeper than anybody draws.
@MainActor @Suite struct LargeMachineTests {
  private struct Nested: Graphable, Hashable {
    let casePath: [String]
    static let graphCases: [Nested] = []
  }

  /// A state in which another one of its kind is.
  private indirect enum Number: Graphable, Hashable, Sendable {
    case zero, successor(Number)
    static let graphCases: [Number] = [.zero]
  }

  private enum Event: CaseIterable, Graphable { case press }

  private enum Tool: DiagramTool, SilentTool {
    nonisolated(unsafe) static var graph = StateGraph(
      states: [], transitions: [], initialState: "none")
    static var catalog: DiagramCatalog { [Diagram("Lamp", of: graph)] }
  }

  private let temporary = TemporaryFolder()

  private func code(_ verb: String...) throws -> ExitCode {
    do {
      var command = try DiagramCommand<Tool>.parseAsRoot(
        verb + ["--output", temporary.folder.path])
      try command.run()
      return .success
    } catch let code as ExitCode { return code }
  }

  private static func nested(_ depth: Int) -> StateGraph {
    let paths = ["left", "right"].map { Array(repeating: "level", count: depth - 1) + [$0] }
    let schema = StateMachineSchema<Nested, Event, Void>(initialState: Nested(casePath: paths[0])) {
      state, _ in
      .to(Nested(casePath: state.casePath == paths[0] ? paths[1] : paths[0]))
    }
    return StateGraph(schema)
  }

  @Test(arguments: [(250, true), (251, false), (5_000, false)])
  func machinesAreWholeUpToTwoHundredAndFiftyLevels(depth: Int, isWhole: Bool) throws {
    Tool.graph = Self.nested(depth)
    let bounds = Tool.graph.findings.filter { $0.kind == .depthBound }
    #expect(bounds.isEmpty == isWhole)
    #expect(bounds.allSatisfy { $0.description.contains("more than 250 states deep") })
    #expect(bounds.allSatisfy { $0.description.utf8.count < 300 })
    #expect(try code("generate", "--format", "dot") == .success)
    #expect(try code("check") == (isWhole ? .success : ExitCode(1)))
  }

  @Test func explorationEndsIfStatesLieInEachOtherWithoutEnd() {
    let schema = StateMachineSchema<Number, Event, Void>(initialState: .zero) { number, _ in
      .to(.successor(number))
    }
    let graph = StateGraph(schema)
    #expect(graph.states.count == 251)
    #expect(graph.findings.contains { $0.kind == .depthBound })
  }
}
