import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct MermaidDocumentTests {
  /// The statements that the printer uses, a line each.
  private let statement =
    #/
    \s*(?: state\ \w+ (\ {)?
      | state\ "[^"\n]+"\ as\ \w+ (\ {)?
      | \w+ (\ :\ [^:\n]+)?
      | (\w+|\[\*\])\ -->\ (\w+|\[\*\]) (\ :\ [^:\n]+)?
      | %%\ [^\n]+
      | stateDiagram-v2
      | } )
    /#

  @Test(arguments: NastyText.all)
  func isMadeOfKnownStatements(text: String) {
    for line in StateGraph.everywhere(text).mermaid().split(separator: "\n") {
      #expect(line.wholeMatch(of: statement.matchingSemantics(.unicodeScalar)) != nil, "\(line)")
    }
  }

  @Test(arguments: Seeds.first(100))
  func opensAndClosesEveryCompositeState(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let lines = graph.mermaid().split(separator: "\n")
    #expect(lines.filter { $0.hasSuffix("{") }.count == graph.composites.count, "SEED=\(seed)")
    #expect(lines.filter { $0.hasSuffix("}") }.count == graph.composites.count, "SEED=\(seed)")
  }

  @Test func keepsWordsOfTheGrammarOutOfNames() {
    let graph = StateGraph(
      states: ["state", "note", "end", "root", "default"].map { .init(identifier: $0) },
      transitions: [], initialState: "state")
    #expect(graph.mermaid().contains("  state \"state\" as state_2\n"))
    #expect(graph.mermaid().contains("  state \"end\" as end_2\n"))
    #expect(graph.mermaid().contains("  [*] --> state_2\n"))
  }

  @Test func saysThatATransitionIsInternalAlthoughItLeadsElsewhere() {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "x", isInternal: true)],
      initialState: "a")
    #expect(graph.mermaid().contains("  a --> b : x (internal)\n"))
  }
}
