import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct RefusedTextTests {
  private static let graph = StateGraph(
    states: [.init(identifier: "locked"), .init(identifier: "open")],
    transitions: [
      .init(source: "locked", target: "open", event: "push"),
      .init(source: "open", target: "locked", event: "pull"),
    ],
    rejections: [.init(state: "open", event: "push", reason: "no")], initialState: "locked")

  private func error(_ text: String) throws -> DOTError {
    try #require(throws: DOTError.self) { try StateGraph(dot: text) }
  }

  @Test(arguments: [
    "", " \n", "digraph", "graph { a -- b }", "digraph { a -> b }", "strict digraph \"a\" {}",
    "digraph \"a\" { __start0 [shape=point]; __start0 -> b; }", "// nothing\ndigraph \"a\" {}",
    "digraph \"a\" {} digraph \"b\" {}", "digraph \"a\" { \"\" -> \"b\"; }",
    "digraph \"a\" { \"b\" [label=<<b>x</b>>]; }", "digraph \"a\" {\n\"b",
    "\u{FEFF}digraph \"a\" {}",
  ])
  func areThoseOfOthers(text: String) throws {
    let message = try error(text).message
    #expect(message.hasSuffix("only DOT text that Schematic wrote is read, as it was written."))
  }

  private static let arrow = "\"open\" -> \"locked\" ["

  /// Each would draw something that the graph does not say, or say something that is not drawn.
  @Test(
    arguments: [
      (arrow, "\(arrow)style=invis "), (arrow, "\(arrow)dir=back "), (arrow, "\(arrow)dir=both "),
      (arrow, "\(arrow)arrowhead=none "), (arrow, "\(arrow)headlabel=\"never\" "),
      (arrow, "\(arrow)xlabel=\"never\" "), (arrow, "\(arrow)label=\"twice\" "),
      (arrow, "\(arrow)ltail=cluster_a "), (arrow, "\(arrow)lhead=cluster_a "),
      (arrow, "\(arrow)class=final "), (arrow, "\"open\":n -> \"locked\" ["),
      (arrow, "\"open\" -> \"nowhere\" ["), (arrow, "open -> \"locked\" ["),
      ("label=\"pull\"", ""), ("label=\"pull\"", "label=\"pu\\N\""),
      ("label=\"pull\"", "label=\"a & b\""), ("label=\"pull\"", "label=\"&eacute;\""),
      ("\"locked\";", "\"locked\" [shape=point];"), ("\"locked\";", "\"locked\"; \"locked\";"),
      ("\"locked\";", "\"locked\"; \"l&#111;cked\";"), ("\"locked\";", "{ \"locked\"; }"),
      ("\"\" -> \"locked\"", "\"\" -> \"open\"; \"\" -> \"locked\""),
    ])
  func areThoseThatWereChanged(old: String, new: String) throws {
    let text = Self.graph.dot()
    let range = try #require(text.range(of: old))
    let changed = text.replacingCharacters(in: range, with: new)
    #expect(changed != text)
    let line = text[..<range.lowerBound].count { $0 == "\n" } + 1
    #expect(try error(changed).line == line)
  }

  @Test func nameTheLineOfAConflictAndTheAdvice() throws {
    let text = Self.graph.dot()
    let start = try #require(text.range(of: "  \(Self.arrow)")?.lowerBound)
    let conflict = text[..<start] + "<<<<<<< HEAD\n" + text[start...]
    let error = try error(String(conflict))
    #expect(error.message.contains("mend the sources, then generate"))
    #expect(error.line == text[..<start].count { $0 == "\n" } + 1)
  }

  @Test func areThoseInWhichStatesLieTooDeep() throws {
    for (depth, isRead) in [(250, true), (251, false), (5_000, false)] {
      let clusters = (0..<depth).map { "subgraph cluster_a\($0) { graph [state=\"a\($0)\"];" }
      let text =
        "digraph \"a\" { \"\"; \(clusters.joined()) \"b\";"
        + String(repeating: "}", count: depth) + " \"\" -> \"b\"; }"
      #expect(((try? StateGraph(dot: text)) != nil) == isRead)
    }
  }

  /// The starts of states lead to each other.
  @Test func areThoseThatLeadRoundInACircle() throws {
    let clusters = ["a", "b"].map {
      "subgraph cluster_\($0) { graph [state=\"\($0)\" label=\"\"]; \"&#8203;\($0)\"; \"in \($0)\"; }"
    }
    let text = """
      digraph "x" { ""; \(clusters.joined(separator: "\n"))
      "" -> "&#8203;a"; "&#8203;a" -> "&#8203;b"; "&#8203;b" -> "&#8203;a"; }
      """
    #expect(try error(text).message.hasPrefix("An arrow leads to no state"))
  }

  @Test func areThoseWhoseArrowsMultiply() throws {
    func text(_ count: Int) -> String {
      let nodes = (0..<count).map { "\"n\($0)\";" }.joined()
      let edges = (0..<count).map { "\"n0\" -> \"out\" [ltail=cluster_a label=\"e\($0)\"];" }
      return "digraph \"x\" { \"\"; subgraph cluster_a { graph [state=\"a\"]; \(nodes) }"
        + "\"out\"; \"\" -> \"n0\"; \(edges.joined()) }"
    }
    #expect(try StateGraph(dot: text(30)).transitions.count == 900)
    #expect(try error(text(1_500)).message.contains("more than 1000000 transitions"))
  }

  /// Ten states in each of seven regions are ten million together; two in each of 17 have too many
  /// transitions.
  @Test(arguments: [(7, 10), (17, 2), (400, 2)])
  func areThoseWhoseRegionsMultiply(count: Int, states: Int) throws {
    let clusters = (0..<count).map { number in
      func name(_ state: String) -> String { "\"r\(number)&#8203;\(state)\"" }
      let nodes = (0..<states).map { "\(name("s\($0)"));" }
      let edges = (0..<states).map {
        "\(name("s\($0)")) -> \(name("s\(($0 + 1) % states)")) [label=\"e\(number)\"];"
      }
      return """
        subgraph cluster__r\(number) { graph [region="r\(number)"]; \(name("")); \(nodes.joined())
        \(name("")) -> \(name("s0")); \(edges.joined()) }
        """
    }
    let text = "digraph \"x\" { \(clusters.joined(separator: "\n")) }"
    #expect(try error(text).message.contains("regions have together more than 1000000"))
  }

  /// Line ends are not the text.
  @Test func areNotThoseWithOtherLineEnds() throws {
    let text = Self.graph.dot()
    #expect(try StateGraph(dot: text.replacing("\n", with: "\r\n")) == Self.graph)
  }

  @Test func areNotThoseWithLongLabels() throws {
    let label = String(repeating: "a\\\" [é] / &\n", count: 10_000)
    let graph = StateGraph(
      states: [.init(identifier: "a", label: label)],
      transitions: [.init(source: "a", target: "a", event: label, guard: label, action: label)],
      initialState: "a")
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }
}
