import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct StateGraphCodableTests {
  @Test func aGraphDecodesAsItWasEncoded() throws {
    try Seeds.each(200) { (seed: UInt64) throws in
      let graph = StateGraph.randomNested(seed: seed)
      let copy = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
      #expect(copy == graph, "SEED=\(seed)")
      #expect(copy.states == graph.inRecordedOrder.states, "SEED=\(seed): the order of states")
    }
  }

  @Test func aGraphIsEncodedAsItsRows() throws {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "go")], initialState: "a")
    let text = try JSONDecoder().decode(String.self, from: JSONEncoder().encode(graph))
    #expect(text.split(separator: "\n").map(String.init) == GraphRecord.lines(of: graph))
  }

  @Test(arguments: [
    (#"{"version":2}"#, "expected to decode String"),
    (#""// record 1\n// [*] -> a""#, "no end"),
    (
      #""// record 1\n// [*] -> a\n// state a\n// a -> b: go\n// end""#, "`b` is none of the states"
    ),
  ])
  func anErrorSaysWhatCannotBeDecoded(text: String, words: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StateGraph.self, from: Data(text.utf8))
    }
    #expect("\(try #require(error))".lowercased().contains(words.lowercased()))
  }
}
