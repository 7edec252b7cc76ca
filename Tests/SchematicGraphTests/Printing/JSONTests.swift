import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct JSONTests {
  @Test(arguments: AdversarialText.all)
  func readsBackAsTheSameGraph(text: String) throws {
    let graph = StateGraph.everywhere(text)
    let copy = try StateGraph(reading: graph.json())
    #expect(copy == graph)
    #expect(copy.states.map(\.label.scalars) == graph.states.map(\.label.scalars))
    #expect(copy.rejections.map(\.reason?.scalars) == graph.rejections.map(\.reason?.scalars))
  }

  @Test(arguments: Seeds.first(200))
  func readsBackRandomGraphs(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    #expect(try StateGraph(reading: graph.json()) == graph, "SEED=\(seed)")
  }

  @Test func namesItsFormatAndVersion() throws {
    let object = try StateGraph.object(in: TinyMachine.guards.graph.json())
    #expect(object["format"] as? String == JSONDocument.format)
    #expect(object["version"] as? Int == JSONDocument.version)
  }

  @Test func listsEveryMemberThatTheSchemaRequires() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let file = root.appending(
      path: "Sources/SchematicGraph/Printing/state-graph-\(JSONDocument.version).schema.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let schema = try StateGraph.object(in: text)
    let required = try #require(schema["required"] as? [String])
    let written = try StateGraph.object(in: TinyMachine.noEvents.graph.json())
    #expect(Set(required) == Set(written.keys))
    let trap = StateGraph.Rule(state: "a", event: "e", outcome: .traps())
    let region = StateGraph(states: [], rules: [trap], initialState: "a")
    var full = StateGraph(regions: [.init(name: "a", graph: region)])
    full.isCommitting = true
    full.omission = try StateGraph(
      states: [.init(identifier: "b")], rules: [trap], initialState: "a"
    ).around("a").omission
    let members = try StateGraph.object(in: full.json())
    #expect(Set((schema["properties"] as? [String: Any] ?? [:]).keys) == Set(members.keys))
    let kinds = try #require(schema["$defs"] as? [String: [String: Any]])
    let described = try #require(kinds["transition"]?["properties"] as? [String: Any])
    let transition = StateGraph.Transition(
      source: "a", target: "a", event: "e", guard: "g", action: "x", isInternal: true,
      change: "n + 1")
    let graph = StateGraph(
      states: [.init(identifier: "a")], transitions: [transition], initialState: "a")
    let transitions = try StateGraph.object(in: graph.json())["transitions"] as? [[String: Any]]
    #expect(Set(described.keys) == Set(try #require(transitions?.first).keys))
  }
}

extension StateGraph {
  fileprivate static func object(in text: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(object as? [String: Any])
  }

  /// Reads a graph as the format's documentation says.
  fileprivate init(reading text: String) throws {
    let object = try Self.object(in: text)
    func list(_ name: String) throws -> [[String: Any]] {
      try #require(object[name] as? [[String: Any]])
    }
    func field(_ entry: [String: Any], _ name: String) throws -> String {
      try #require(entry[name] as? String)
    }
    self.init(
      states: try list("states").map { entry in
        State(
          identifier: try field(entry, "identifier"), label: try field(entry, "label"),
          isFinal: entry["final"] as? Bool ?? false, parent: entry["parent"] as? String)
      },
      composites: try list("composites").map { entry in
        CompositeState(
          identifier: try field(entry, "identifier"), label: try field(entry, "label"),
          parent: entry["parent"] as? String)
      },
      transitions: try list("transitions").map { entry in
        Transition(
          source: try field(entry, "source"), target: try field(entry, "target"),
          event: try field(entry, "event"), guard: entry["guard"] as? String,
          action: entry["action"] as? String, isInternal: entry["internal"] as? Bool ?? false,
          change: entry["change"] as? String)
      },
      rejections: try list("rejections").map { entry in
        Rejection(
          state: try field(entry, "state"), event: try field(entry, "event"),
          guard: entry["guard"] as? String, reason: entry["reason"] as? String)
      },
      initialState: try #require(object["initialState"] as? String))
  }
}
