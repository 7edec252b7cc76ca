import Foundation
import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct SCXMLDocumentTests {
  /// What XML 1.0 can hold of a text (§2.2).
  private func held(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { scalar in
      let isHeld =
        (0x20...0xFFFD).contains(scalar.value) || scalar.value > 0xFFFF
        || ["\t", "\n", "\r"].contains(scalar)
      return isHeld ? scalar : VisibleCharacter.replacement(of: scalar) ?? scalar
    }
  }

  @Test func keepsEveryTextInsideItsQuotes() throws {
    try AdversarialText.each(keepsEveryTextInsideItsQuotes(text:))
  }

  private func keepsEveryTextInsideItsQuotes(text: String) throws {
    let root = try #require(XMLNode.root(of: StateGraph.everywhere(text).scxml(name: text)))
    let labels = root.all.compactMap { $0.attributes["schematic:label"] ?? $0.attributes["label"] }
    #expect(!labels.isEmpty)
    let kept = labels.filter { $0.scalars == held(text) }.count
    // A label that is the name already is not repeated.
    #expect(kept >= 2)
    #expect(root.all.filter { $0.attributes["reason"]?.scalars == held(text) }.count == 1)
    let condition = held("\(StateGraph.Condition.guard(text))")
    #expect(root.all.filter { $0.attributes["schematic:guard"]?.scalars == condition }.count == 2)
  }

  @Test func namesStatesAndEventsByTokens() throws {
    try AdversarialText.each(namesStatesAndEventsByTokens(text:))
  }

  private func namesStatesAndEventsByTokens(text: String) throws {
    let root = try #require(XMLNode.root(of: StateGraph.everywhere(text).scxml(name: text)))
    let ids = root.all.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    let names = ids + root.all.compactMap { $0.attributes["event"] }
    #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil })
    let targets = root.all.compactMap { $0.attributes["target"] ?? $0.attributes["initial"] }
    #expect(targets.allSatisfy(ids.contains))
  }

  @Test func hasEveryStateOnceWhereItLies() throws {
    try Seeds.each(200, hasEveryStateOnceWhereItLies(seed:))
  }

  private func hasEveryStateOnceWhereItLies(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    let root = try #require(XMLNode.root(of: graph.scxml()))
    var parents: [String: String] = [:]
    for node in root.all {
      for child in node.children where ["state", "final"].contains(child.name) {
        parents[child.attributes["id"] ?? ""] = node.attributes["id"] ?? ""
      }
    }
    let places =
      graph.states.map { ($0.identifier, $0.parent) }
      + graph.composites.map { ($0.identifier, $0.parent) }
    #expect(parents == Dictionary(uniqueKeysWithValues: places.map { ($0, $1 ?? "") }))
  }

  @Test func keepsEventsOfTheEngineOutOfNames() {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "b", event: "done"),
        .init(source: "a", target: "b", event: "error.x"),
        .init(source: "b", target: "a", event: "error"),
      ],
      initialState: "a")
    let root = XMLNode.root(of: graph.scxml())
    let events = root?.all.compactMap { $0.attributes["event"] }
    #expect(events == ["done_2", "error_x", "error_2"])
  }

  @Test func comparesGuardsWithVariablesOfTheDataModel() throws {
    let graph = TinyMachine.guards.graph
    let root = try #require(XMLNode.root(of: graph.scxml()))
    #expect(root.attributes["datamodel"] == "ecmascript")
    let variables = root.all.filter { $0.name == "data" }.map { $0.attributes["id"] }
    #expect(variables == ["guard_unlocked", "guard_oiled"])
    let conditions = root.all.filter { $0.name == "transition" }.map { $0.attributes["cond"] }
    #expect(
      conditions == [
        "guard_unlocked != 0 && guard_oiled != 0", "guard_unlocked != 0 && guard_oiled == 0",
      ])
    let plain = XMLNode.root(of: TinyMachine.internal.graph.scxml())
    #expect(plain?.attributes["datamodel"] == "null")
  }

  @Test func keepsSharedTransitionsFromFinalStates() throws {
    let graph = StateGraph(
      states: [
        .init(identifier: "off"), .init(identifier: "a", parent: "on"),
        .init(identifier: "b", parent: "on"), .init(identifier: "end", isFinal: true, parent: "on"),
      ],
      transitions: [
        .init(source: "off", target: "a", event: "go"),
        .init(source: "a", target: "end", event: "go"),
        .init(source: "a", target: "off", event: "stop"),
        .init(source: "b", target: "off", event: "stop"),
      ],
      initialState: "off")
    let engine = try #require(SCXMLEngine(graph.scxml()))
    for event in ["go", "stop", "go", "go", "stop"] { engine.send(event) }
    #expect(engine.identifier == "end")
  }

  @Test func writesMisplacedInternalTransitionsAsExternal() {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "b", event: "x", isInternal: true),
        .init(source: "b", target: "b", event: "y", isInternal: true),
      ],
      initialState: "a")
    let text = graph.scxml()
    #expect(text.contains(#"<transition event="x" target="b" schematic:internal="true"/>"#))
    #expect(text.contains(#"<transition event="y"/>"#))
  }

  @Test func writesFinalStatesWithTransitionsAsStates() {
    let graph = StateGraph(
      states: [.init(identifier: "a", isFinal: true)],
      transitions: [.init(source: "a", target: "b", event: "x")], initialState: "a")
    #expect(graph.scxml().contains(#"<state id="a" schematic:final="true">"#))
  }
}

@Suite struct SCXMLRunTests {
  private static let wordsPerMachine = 20

  @Test func agreesWithTheMachineOnRandomWords() throws {
    try Seeds.each(50, agreesWithTheMachineOnRandomWords(seed:))
  }

  private func agreesWithTheMachineOnRandomWords(seed: UInt64) throws {
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
  func writesCasesForAnIndependentEngine() throws {
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
