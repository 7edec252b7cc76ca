import SchematicGraph
import SchematicGraphviz
import Testing

/// Texts that break off in the middle of something, and what is drawn after them.
@Suite(.enabled(if: Graphviz.isBuilt)) struct BrokenTextTests {
  @Test(arguments: [
    "x /*", "x /* **", "x \"", "x \"\\", "x <", "x <<<<", "x // \" <\n\"", "@ digraph { b }",
    "digraph { a [label=\"open", "digraph { a [label=<open", "digraph { a -> -> } /*",
    "digraph { @ }", "digraph { @ } /* \"", "digraph { subgraph { a -> { b c } -> ] \"",
    "digraph { subgraph a { b [label=\"c\" \(String(repeating: "-> a ", count: 3_000))",
    "digraph { a } digraph { b } digraph { c } @ \"", "digraph { a } <open",
    "digraph { a } /* open", "digraph { a } \"open", "digraph { a }\n@ digraph { b }",
    "digraph { \(String(repeating: "subgraph {", count: 250)) a",
  ])
  func brokenTextLeavesNoTrace(text: String) throws {
    let before = try Graphviz.render(dot: Sample.clusters, as: .svg)
    for outOfProcess in [false, true, false] {
      _ = try? Graphviz.render(dot: text, as: .svg, outOfProcess: outOfProcess)
      #expect(try Graphviz.render(dot: Sample.clusters, as: .svg, outOfProcess: false) == before)
    }
    #expect(try !Graphviz.render(dot: Sample.turnstile, as: .svg).isEmpty)
  }

  /// A picture, and what is said of its size.
  ///
  /// A report shows the words only: some pictures are megabytes.
  struct TooLarge: CustomTestStringConvertible {
    let picture: DOTPicture
    let words: String
    var testDescription: String { words }

    init(_ statements: String = "", depth: Int = 0, _ words: String) {
      picture = DOTPicture("digraph { \(statements) }", nodes: 1, edges: 0, depth: depth)
      self.words = words
    }
  }

  /// Each would be more than memory or patience holds, and is refused before it is read.
  @Test(
    arguments: [
      TooLarge("a [label=\"\(String(repeating: "x", count: 10_000_000))\"]", "1048576 bytes"),
      TooLarge(String(repeating: "\n", count: 33_600_000), "33554432 bytes"),
      TooLarge(depth: 251, "250 deep"),
    ])
  func textThatIsTooLargeIsRefused(text: TooLarge) throws {
    let error = try failure { try Graphviz.render(text.picture, as: .svg) }
    #expect(error.code == .tooLarge)
    #expect(error.message.contains(text.words))
  }
}
