import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct JSONTests {
  @Test func readsBackAsTheSameGraph() throws {
    try AdversarialText.each(readsBackAsTheSameGraph(text:))
  }

  private func readsBackAsTheSameGraph(text: String) throws {
    let graph = StateGraph.everywhere(text)
    let copy = try StateGraph(reading: graph.json())
    #expect(copy == graph)
    #expect(copy.states.map(\.label.scalars) == graph.states.map(\.label.scalars))
    #expect(
      copy.rejections.map(\.effect.reason?.scalars)
        == graph.rejections.map(\.effect.reason?.scalars))
  }

  @Test func readsBackRandomGraphs() throws { try Seeds.each(200, readsBackRandomGraphs(seed:)) }

  private func readsBackRandomGraphs(seed: UInt64) throws {
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
    let trap = StateGraph.Rule(state: "a", event: "e", effect: .traps())
    let ignored = StateGraph.Rule(source: "a", trigger: .timeout("nap"), effect: .ignored)
    let region = StateGraph(states: [], rules: [trap, ignored], initialState: "a")
    var full = StateGraph(regions: [.init(name: "a", graph: region)])
    full.isCommitting = true
    full.omission = try StateGraph(
      states: [.init(identifier: "b")], rules: [trap, ignored], initialState: "a"
    ).around("a").omission
    var members = try StateGraph.object(in: full.json())
    // A view has no histories.
    members.merge(try StateGraph.object(in: StateGraph(Kiosk.schema).json())) { first, _ in first }
    #expect(Set((schema["properties"] as? [String: Any] ?? [:]).keys) == Set(members.keys))
    let kinds = try #require(schema["$defs"] as? [String: [String: Any]])
    let described = try #require(kinds["transition"]?["properties"] as? [String: Any])
    let triggers = [StateGraph.Trigger.event("e"), .timeout(.seconds(3), region: "r"), .completion]
    let rules = triggers.map {
      StateGraph.Rule(
        source: "a", trigger: $0, conditions: [.guard("g")], effect: .internal(action: "x"),
        change: "n + 1")
    }
    let graph = StateGraph(states: [], rules: rules, initialState: "a")
    let transitions = try StateGraph.object(in: graph.json())["transitions"] as? [[String: Any]]
    #expect(Set(described.keys) == Set(try #require(transitions).flatMap(\.keys)))
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
    func trigger(_ entry: [String: Any]) throws -> Trigger {
      if entry["completion"] as? Bool == true { return .completion }
      guard let time = entry["after"] as? [Int64] else { return .event(try field(entry, "event")) }
      return .timeout(
        Duration(secondsComponent: time[0], attosecondsComponent: time[1]),
        region: entry["region"] as? String)
    }
    func conditions(_ entry: [String: Any]) throws -> [Condition] {
      try (entry["conditions"] as? [[String: Any]] ?? []).map { condition in
        if let text = condition["payload"] as? String { return .payload(text) }
        return .guard(
          try field(condition, "guard"), holds: try #require(condition["holds"] as? Bool))
      }
    }
    self.init(
      states: try list("states").map { entry in
        State(
          identifier: try field(entry, "identifier"), label: try field(entry, "label"),
          isFinal: entry["final"] as? Bool ?? false,
          completion: (entry["completion"] as? String).flatMap(State.Completion.init),
          parent: entry["parent"] as? String)
      },
      composites: try list("composites").map { entry in
        CompositeState(
          identifier: try field(entry, "identifier"), label: try field(entry, "label"),
          parent: entry["parent"] as? String)
      },
      transitions: try list("transitions").map { entry in
        let action = entry["action"] as? String
        return Rule(
          source: try field(entry, "source"), target: try field(entry, "target"),
          trigger: try trigger(entry), conditions: try conditions(entry),
          effect: entry["internal"] as? Bool == true
            ? .internal(action: action) : .external(action: action),
          change: entry["change"] as? String)
      },
      rejections: try list("rejections").map { entry in
        Rule(
          source: try field(entry, "state"), trigger: try trigger(entry),
          conditions: try conditions(entry),
          effect: .rejected(reason: entry["reason"] as? String))
      },
      initialState: try #require(object["initialState"] as? String))
  }
}
