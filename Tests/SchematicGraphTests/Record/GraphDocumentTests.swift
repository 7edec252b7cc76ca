import Foundation
import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// The JSON document of a graph, as other programs read it.
@Suite struct GraphDocumentTests {
  /// A reader that knows nothing of this package.
  private struct Document: Decodable {
    struct State: Decodable {
      let identifier: String
      let final: Bool?
    }
    struct Condition: Decodable {
      let `guard`: String
      let holds: Bool
    }
    struct Rule: Decodable {
      let source: String
      let target: String?
      let event: String
      let conditions: [Condition]?
      let effect: String
    }
    let initialState: String
    let states: [State]
    let rules: [Rule]

    /// Returns the states that a machine is in after each step.
    func run(_ word: [RandomMachine.Step]) -> [String] {
      let final = Set(states.filter { $0.final == true }.map(\.identifier))
      var state = initialState
      return word.map { step in
        let rule = rules.first { rule in
          rule.source == state && rule.event == step.event
            && (rule.conditions ?? []).allSatisfy { step.holds.contains($0.guard) == $0.holds }
        }
        if !final.contains(state) { state = rule?.target ?? state }
        return state
      }
    }
  }

  @Test func aProgramThatReadsItPredictsWhatRandomMachinesDo() throws {
    try Seeds.each(50) { (seed: UInt64) throws in
      let random = RandomMachine(seed: seed, words: 20)
      let json = Data(StateGraph(random.schema).json().utf8)
      let document = try JSONDecoder().decode(Document.self, from: json)
      for word in random.words { #expect(document.run(word) == random.run(word)) }
    }
  }

  @Test func documentIsJSONWithoutControlCharactersForAnyGraph() throws {
    try Seeds.each(300) { (seed: UInt64) throws in
      let text = StateGraph.randomHostile(seed: seed).json()
      #expect(JSONValue(text) != nil)
      #expect(!text.split(separator: "\n").joined().hasControls)
    }
  }

  @Test func documentWritesTimesAsSeconds() {
    let delays: [StateGraph.Delay] = [
      .fixed(.seconds(90)), .fixed(.milliseconds(1_500)), .fixed(.seconds(Int64.max)),
      "retry interval",
    ]
    let graph = StateGraph(
      states: [], rules: delays.map { .init(source: "a", target: "b", trigger: .timeout($0)) },
      initialState: "a")
    let times = graph.json().matches(of: /"after":(.*?})/).map { String($0.output.1) }
    #expect(
      times == [
        #"{"seconds":90}"#, #"{"seconds":1.5}"#, #"{"seconds":9.223372036854776e+18}"#,
        #"{"name":"retry interval"}"#,
      ])
  }
}
