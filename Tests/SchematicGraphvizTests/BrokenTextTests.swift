import SchematicGraphviz
import Testing

/// Texts that break off in the middle of something, and what is read and drawn after them.
@Suite(.enabled(if: Graphviz.isBuilt)) struct BrokenTextTests {
  @Test(arguments: [
    "x /*", "x /* **", "x \"", "x \"\\", "x <", "x <<<<", "x // \" <\n\"", "@ digraph { b }",
    "digraph { a [label=\"open", "digraph { a [label=<open", "digraph { a -> -> } /*",
    "digraph { @ }", "digraph { @ } /* \"", "digraph { subgraph { a -> { b c } -> ] \"",
    "digraph { subgraph a { b [label=\"c\" \(String(repeating: "-> a ", count: 3_000))",
  ])
  func leavesNoTraceOfABrokenText(text: String) throws {
    let before = try Graphviz.render(dot: Sample.clusters, as: .svg)
    for _ in 0..<2 {
      _ = try failure { try Graphviz.effort(for: text) }
      #expect(try Graphviz.effort(for: Sample.clusters).nodes == 9)
      #expect(try Graphviz.render(dot: Sample.clusters, as: .svg) == before)
    }
    _ = try failure { try Graphviz.render(dot: text, as: .svg) }
    #expect(try !Graphviz.render(dot: Sample.turnstile, as: .svg).isEmpty)
  }

  private static let long = String(repeating: "x", count: 9_999)

  /// Statements of a graph, and what is said of their size.
  ///
  /// A report shows the words only: the statements are megabytes.
  struct TooLarge: CustomTestStringConvertible {
    let statements: String
    let words: String
    var testDescription: String { words }

    init(_ statements: String, _ words: String) {
      self.statements = statements
      self.words = words
    }
  }

  /// Each would be more than memory or patience holds, and is refused before it is read.
  @Test(
    arguments: [
      TooLarge(
        "a [label=\"\(String(repeating: "x", count: 10_000_000))\"]", "string, name or comment"),
      TooLarge(
        "a [label=<\(String(repeating: "x\n", count: 5_000_000))>]", "string, name or comment"),
      TooLarge("a [label=\"x\"\(String(repeating: " + \"x\"", count: 2_000))]", "1024 pieces"),
      TooLarge(
        "a [label=\(Array(repeating: "\"\(long)\"", count: 111).joined(separator: "+"))]",
        "1048576 bytes"),
      TooLarge("a /* \(String(repeating: "x", count: 10_000_000)) */", "string, name or comment"),
      TooLarge(String(repeating: "\n", count: 33_600_000), "33554432 bytes"),
      TooLarge(
        "subgraph s { \((0..<2_000).map { "n\($0)" }.joined(separator: " ")) } -> subgraph s {}",
        "2000000 edges"),
      TooLarge(
        "a\(String(repeating: "{", count: 251))\(String(repeating: "}", count: 251))", "250 deep"),
    ])
  func refusesATextThatIsTooLarge(text: TooLarge) throws {
    let error = try failure { try Graphviz.effort(for: "digraph { \(text.statements) }") }
    #expect(error.code == (text.words.hasSuffix("deep") ? .unsupported : .tooLarge))
    #expect(error.message.contains(text.words))
    #expect(error.line == (text.words.contains("33554432") ? nil : 1))
  }

  /// The scanner takes a string anew for each piece that it is handed.
  @Test func readsLongStringsOfManyLines() throws {
    let label = String(repeating: "long \n", count: 150_000)
    #expect(try Graphviz.effort(for: "digraph { a [label=\"\(label)\"] }").nodes == 1)
  }

  @Test func countsArrowsBetweenSets() throws {
    let effort = try Graphviz.effort(
      for: "digraph { {1 2.5 -.5} -> subgraph s { c, d -> e:n }; subgraph s {} -> {f g} -> h }")
    #expect(effort.edges == 3 * 3 + 2 + 3 * 2 + 2)
  }

  @Test(arguments: [
    "digraph {\r\n  a -> b\r\n}\r\n",
    "# a comment\n#line 7\ndigraph {\n# another } \"\n  a -> b\n}",
    "\u{FEFF}digraph { a -> b }", "/* } */ digraph { // }\n a -> b }",
    "digraph { a -> b } // the end",
  ])
  func readsLineEndsAndCommentsOfAllKinds(text: String) throws {
    let effort = try Graphviz.effort(for: text)
    #expect(effort.nodes == 2 && effort.edges == 1)
  }
}
