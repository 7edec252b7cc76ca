import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct StateGraphCodableTests {
  @Test func decodesWhatItPrints() throws { try Seeds.each(200, decodesWhatItPrints(seed:)) }

  private func decodesWhatItPrints(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    #expect(try decoded(graph.json()) == graph, "SEED=\(seed)")
  }

  @Test func decodesWhatItEncodes() throws { try Seeds.each(200, decodesWhatItEncodes(seed:)) }

  private func decodesWhatItEncodes(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    let copy = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
    #expect(copy == graph, "SEED=\(seed)")
    #expect(copy.states == graph.states, "SEED=\(seed): the order of states")
  }

  @Test func keepsEveryLabel() throws { try AdversarialText.each(keepsEveryLabel(text:)) }

  private func keepsEveryLabel(text: String) throws {
    let graph = StateGraph(
      states: [
        .init(
          identifier: "a", label: text, isFinal: true, parent: "all",
          behaviors: [.init(.entry, text), .init(.exit), .init(.task, text)])
      ],
      composites: [.init(identifier: "all", label: text, behaviors: [.init(.exit, text)])],
      transitions: [
        .init(source: "a", target: "a", event: text, guard: text, action: text, isInternal: true)
      ],
      rejections: [.init(state: "a", event: text, reason: text)],
      initialState: "a")
    for copy in [
      try decoded(graph.json()),
      try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph)),
    ] {
      #expect(copy == graph)
      #expect(copy.states.map(\.label.scalars) == graph.states.map(\.label.scalars))
      #expect(copy.states.map(\.behaviors) == graph.states.map(\.behaviors))
      #expect(copy.composites == graph.composites)
    }
  }

  @Test(arguments: [
    (#""version": 1"#, #""version": 2"#, "version is 2, and 1"),
    ("schematic-state-graph", "other", "format is other, and schematic-state-graph"),
    (#""initialState": "a","#, "", "initialState"),
    (#""source": "a", "#, "", "source"),
    (#""label": "a""#, #""label": 3"#, "label"),
  ])
  func saysWhatCannotBeDecoded(part: String, change: String, word: String) throws {
    let text = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "go")], initialState: "a"
    ).json()
    #expect(text.contains(part))
    let error = #expect(throws: DecodingError.self) {
      try decoded(text.replacingOccurrences(of: part, with: change))
    }
    #expect("\(try #require(error))".contains(word))
  }

  private func decoded(_ text: String) throws -> StateGraph {
    try JSONDecoder().decode(StateGraph.self, from: Data(text.utf8))
  }
}
