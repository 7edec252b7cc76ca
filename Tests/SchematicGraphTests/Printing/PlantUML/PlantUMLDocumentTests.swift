import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct PlantUMLDocumentTests {
  /// The statements that the printer uses, a line each.
  private let statement =
    #/
    \s*(?: state\ \w+ (\ {)?
      | state\ "[^"\n]+"\ as\ \w+ (\ {)?
      | \w+\ :\ [^\n]+
      | (\w+|\[\*\])\ (-->|-\[dotted\]->)\ (\w+|\[\*\]) (\ :\ [^\n]+)?
      | '\ [^\n]+
      | @startuml | @enduml | hide\ empty\ description
      | } )
    /#

  @Test(arguments: NastyText.all)
  func isMadeOfKnownStatements(text: String) {
    for line in StateGraph.everywhere(text).plantUML().split(separator: "\n") {
      #expect(line.wholeMatch(of: statement.matchingSemantics(.unicodeScalar)) != nil, "\(line)")
    }
  }

  @Test(arguments: Seeds.first(100))
  func opensAndClosesEveryCompositeState(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let lines = graph.plantUML().split(separator: "\n")
    #expect(lines.filter { $0.hasSuffix("{") }.count == graph.composites.count, "SEED=\(seed)")
    #expect(lines.filter { $0.hasSuffix("}") }.count == graph.composites.count, "SEED=\(seed)")
  }

  @Test func keepsCommandsOutOfNames() {
    let graph = StateGraph(
      states: ["state", "title"].map { .init(identifier: $0) },
      transitions: [.init(source: "state", target: "title", event: "x")], initialState: "state")
    #expect(graph.plantUML().contains("state_2 --> title_2 : x\n"))
  }

  @Test func dotsAnInternalTransitionThatLeadsElsewhere() {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "x", isInternal: true)],
      initialState: "a")
    #expect(graph.plantUML().contains("a -[dotted]-> b : x\n"))
  }
}
