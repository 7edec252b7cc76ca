import SchematicGraph
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
    let before = try DOTDocument(parsing: Sample.clusters)
    for _ in 0..<2 {
      _ = try failure { try StateGraph(dot: text) }
      #expect(try DOTDocument(parsing: Sample.clusters) == before)
      #expect(try StateGraph(dot: "digraph { \"\" -> a }").states.map(\.identifier) == ["a"])
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
    let error = try failure { try StateGraph(dot: "digraph { \(text.statements) }") }
    #expect(error.code == (text.words.hasSuffix("deep") ? .unsupported : .tooLarge))
    #expect(error.message.contains(text.words))
    #expect(error.line == (text.words.contains("33554432") ? nil : 1))
  }

  /// The scanner takes a string anew for each piece that it is handed.
  @Test func readsLongStringsOfManyLines() throws {
    let label = String(repeating: "long \n", count: 150_000)
    let document = try DOTDocument(parsing: "digraph { a [label=\"\(label)\"] }")
    #expect(document.nodes[0].attributes["label"] == label)
  }

  @Test func readsArrowsBetweenSets() throws {
    let document = try DOTDocument(
      parsing: "digraph { {1 2.5 -.5} -> subgraph s { c, d -> e:n }; subgraph s {} -> {f g} -> h }")
    #expect(document.edges.count == 3 * 3 + 2 + 3 * 2 + 2)
  }

  /// Ten states in each of seven regions are ten million together; two in each of 17 have too many
  /// transitions.
  @Test(arguments: [(7, 10), (17, 2), (400, 2)])
  func refusesRegionsThatMultiply(count: Int, states: Int) throws {
    let error = try failure { try StateGraph(dot: regions(count, of: states)) }
    #expect(error.code == .tooLarge)
    #expect(error.message.contains("regions have together more than 1000000"))
  }

  @Test func readsManyRegionsOfOneState() throws {
    #expect(try StateGraph(dot: regions(300, of: 1)).regions.count == 300)
  }

  @Test func readsRegionsBelowTheBound() throws {
    let graph = try StateGraph(dot: regions(4, of: 5))
    #expect(graph.states.count == 625)
    #expect(graph.regions.count == 4)
  }

  @Test(arguments: ["\"\" -> n0;", "__start0 -> n0;"])
  func refusesEdgesOfClustersThatMultiply(start: String) throws {
    func text(_ count: Int) -> String {
      let nodes = (0..<count).map { "n\($0);" }.joined()
      let edges = (0..<count).map { "n0 -> out [ltail=cluster_a label=e\($0)];" }.joined()
      return "digraph { \(start) subgraph cluster_a { \(nodes) } \(edges) }"
    }
    #expect(try StateGraph(dot: text(30)).transitions.count == 900)
    let error = try failure { try StateGraph(dot: text(1_500)) }
    #expect(error.code == .tooLarge)
    #expect(error.message.contains("leave clusters stand for more than 1000000 transitions"))
  }

  /// Returns a diagram of equal regions, in each of which an event leads from state to state.
  private func regions(_ count: Int, of states: Int) -> String {
    let clusters = (0..<count).map { number in
      func name(_ state: String) -> String { "\"r\(number)&#8203;\(state)\"" }
      let edges = (0..<states).map {
        "\(name("s\($0)")) -> \(name("s\(($0 + 1) % states)")) [label=\"e\(number)\"];"
      }
      return """
        subgraph cluster__r\(number) { graph [region="r\(number)"];
        \(name("")) -> \(name("s0")); \(edges.joined()) }
        """
    }
    return "digraph { \(clusters.joined(separator: "\n")) }"
  }
}
