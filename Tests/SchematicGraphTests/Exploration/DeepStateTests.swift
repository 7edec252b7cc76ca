import Schematic
import SchematicGraph
import Testing

/// States that lie deep in each other, and names that grow.
@Suite struct DeepStateTests {
  /// The number of questions that a type was asked.
  private final class Count: @unchecked Sendable { var asked = 0 }

  private enum Push: CaseIterable, Graphable { case push }

  /// A state that counts how often it is asked for its path.
  private struct Core: Graphable {
    let count: Count
    static var graphCases: [Core] { [] }
    var casePath: [String] {
      count.asked += 1
      return ["core"]
    }
  }

  private indirect enum Shell: Graphable {
    case core(Core)
    case shell(Shell)
    static var graphCases: [Shell] { [] }
  }

  /// A state that answers for itself and the state inside, as a macro writes it.
  private indirect enum Frame: Graphable {
    case picture(Count)
    case frame(Frame)
    static var graphCases: [Frame] { [] }

    var count: Count {
      switch self {
      case .picture(let count): count
      case .frame(let frame): frame.count
      }
    }

    var casePath: [String] {
      count.asked += 1
      switch self {
      case .picture: return ["picture"]
      case .frame(let frame): return ["frame"] + _GraphableSupport.casePath(of: frame)
      }
    }
  }

  private static func shell(_ depth: Int, _ count: Count) -> Shell {
    (0..<depth).reduce(.core(Core(count: count))) { shell, _ in .shell(shell) }
  }

  private static func frame(_ depth: Int, _ count: Count) -> Frame {
    (0..<depth).reduce(.picture(count)) { frame, _ in .frame(frame) }
  }

  @Test(arguments: [1, 20, 240]) func pathOfEachStateIsAskedForThreeTimes(depth: Int) {
    let count = Count()
    let graph = StateGraph(
      initial: Self.shell(0, count), bounds: ExplorationBounds(undeclaredStates: depth)
    ) { (shell: Shell, _: Push) in .shell(shell) }
    #expect(graph.states.count == depth + 1)
    #expect(graph.composites.count == 2 * depth + 1)
    let deepest = Array(repeating: "shell", count: depth) + ["core", "core"]
    #expect(graph.states.last?.identifier == deepest.joined(separator: "."))
    #expect(graph.ancestors(of: graph.states.last?.identifier ?? "").count == depth + 1)
    #expect(count.asked <= 3 * (depth + 2))
  }

  @Test(arguments: [0, 1, 2, 100]) func macroAsksForANameOnceALevel(depth: Int) {
    let count = Count()
    let frame = Self.frame(depth, count)
    let names = frame.graphIdentifier
    #expect(names == String(repeating: "frame.", count: depth) + "picture")
    #expect(count.asked == depth + 1)
  }

  @Test func casePathAgreesWithTheNameAtAnyDepth() {
    for depth in 0..<6 {
      let shell = Self.shell(depth, Count())
      let names = Array(repeating: "shell", count: depth) + ["core", "core"]
      #expect(shell.casePath == names)
      #expect(shell.graphIdentifier == names.joined(separator: "."))
      #expect(shell.diagramLabel == names.joined(separator: "."))
      let graph = StateGraph(initial: shell, events: [Push]()) { _, _ in nil }
      #expect(graph.states.map(\.label) == ["core"])
      #expect(graph.composites.map(\.label) == names.dropLast())
      #expect(
        graph.composites.map(\.identifier)
          == (1...depth + 1).map { names.prefix($0).joined(separator: ".") })
    }
  }

  private struct Rope: Graphable {
    var length = 1
    static var graphCases: [Rope] { [] }
    var casePath: [String] { [String(repeating: "x", count: length)] }
  }

  @Test func explorationStopsIfANameIsLongerThanTheBound() throws {
    let graph = StateGraph(initial: Rope(), bounds: ExplorationBounds(names: 100)) {
      (rope: Rope, _: Push) in Rope(length: 2 * rope.length)
    }
    #expect(graph.states.map(\.identifier.utf8.count) == [1, 2, 4, 8, 16, 32, 64, 128])
    #expect(graph.transitions.count == 7)
    let finding = try #require(graph.findings.first { $0.kind == .nameBound })
    #expect(finding.state == graph.states.last?.identifier)
    #expect(finding.description.contains("longer than 100 bytes"))
    #expect(finding.description.utf8.count < 300)
  }

  /// Without a bound of the caller's, doubling names end before they fill the memory.
  @Test func explorationStopsIfNamesDouble() {
    let graph = StateGraph(initial: Rope()) { (rope: Rope, _: Push) in
      Rope(length: 2 * rope.length)
    }
    #expect(graph.states.count == 18)
    #expect(graph.findings.contains { $0.kind == .nameBound })
  }
}
