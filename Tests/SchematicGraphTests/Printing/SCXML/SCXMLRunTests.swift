import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct SCXMLRunTests {
  private static let wordsPerMachine = 20

  @Test(arguments: Seeds.first(50))
  func agreesWithTheMachineOnRandomWords(seed: UInt64) throws {
    let random = RandomMachine(seed: seed, words: Self.wordsPerMachine)
    let document = StateGraph(random.schema).scxml()
    for word in random.words {
      let engine = try #require(SCXMLEngine(document))
      let events = engine.names(of: "transition", "event")
      let variables = engine.names(of: "data", "id")
      let states = word.map { step in
        engine.variables = Set(step.holds.compactMap { variables[$0] })
        engine.send(events[step.event] ?? "unknown")
        return engine.identifier
      }
      #expect(states == random.run(word), "SEED=\(seed)")
    }
  }

  @Test func triesTransitionsOfCompositeStatesGuardsAndEnds() {
    let graphs = Seeds.first(50).map { StateGraph(RandomMachine(seed: $0, words: 0).schema) }
    let shared = graphs.flatMap { Statechart(of: $0).transitions }.filter { transition in
      if case .composite = transition.source { true } else { false }
    }
    #expect(shared.count > 10)
    #expect(graphs.flatMap(\.transitions).filter { $0.guard != nil }.count > 100)
    #expect(graphs.flatMap(\.states).filter { $0.isFinal && $0.parent != nil }.count > 5)
  }

  /// A machine in the form that `Oracle/check_scxml.py` in this target reads.
  private struct Case: Encodable {
    let seed: UInt64
    let words: [[RandomMachine.Step]]
    let states: [[String]]
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["ORACLE_FOLDER"] != nil))
  func writesWhatAnIndependentEngineIsToAgreeWith() throws {
    let path = try #require(ProcessInfo.processInfo.environment["ORACLE_FOLDER"])
    let folder = URL(filePath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for seed in Seeds.first(50) {
      let random = RandomMachine(seed: seed, words: Self.wordsPerMachine)
      let graph = StateGraph(random.schema)
      let run = Case(seed: seed, words: random.words, states: random.words.map(random.run))
      let file = folder.appending(path: "\(seed)")
      try JSONEncoder().encode(run).write(to: file.appendingPathExtension("words.json"))
      try Data(graph.scxml(name: "Random \(seed)").utf8)
        .write(to: file.appendingPathExtension("scxml"))
      try Data(graph.json().utf8).write(to: file.appendingPathExtension("graph.json"))
    }
  }
}
