import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct StateGraphEqualityTests {
  /// The parts of a graph, each of which a test may change.
  struct Parts: Sendable {
    var states: [StateGraph.State] = [
      .init(identifier: "on", label: "On"), .init(identifier: "off", label: "Off"),
    ]
    var transitions: [StateGraph.Rule] = [
      .init(source: "on", target: "off", event: "press", guard: "free", action: "stop"),
      .init(source: "off", target: "on", event: "press"),
    ]
    var rejections: [StateGraph.Rule] = [
      .init(state: "on", event: "hold", guard: "free", reason: "broken"),
      .init(state: "off", event: "hold"),
    ]
    var initialState = "off"
    var findings: [GraphFinding] = []

    var graph: StateGraph {
      StateGraph(
        states: states,
        transitions: transitions,
        rejections: rejections,
        initialState: initialState,
        findings: findings
      )
    }
  }

  @Test func equalityIgnoresOrderAndFindings() {
    var parts = Parts()
    parts.states.reverse()
    parts.transitions.reverse()
    parts.rejections.reverse()
    parts.findings = StateGraph(initial: Hidden.hidden, events: [Hidden]()) { _, _ in nil }.findings
    #expect(parts.findings.count == 2)
    #expect(parts.graph == Parts().graph)
    #expect(parts.graph.hashValue == Parts().graph.hashValue)
  }

  private enum Hidden: Graphable {
    case hidden
    static var graphCases: [Hidden] { [] }
  }

  static let changes: [String: @Sendable (inout Parts) -> Void] = [
    "initial state": { $0.initialState = "on" },
    "state added": { $0.states.append(.init(identifier: "broken")) },
    "state label": { $0.states[0] = .init(identifier: "on", label: "Off") },
    "state final": { $0.states[0] = .init(identifier: "on", label: "On", isFinal: true) },
    "transition removed": { $0.transitions.removeLast() },
    "transition source": {
      $0.transitions[1] = .init(source: "on", target: "on", event: "press")
    },
    "transition target": {
      $0.transitions[1] = .init(source: "off", target: "off", event: "press")
    },
    "transition event": { $0.transitions[1] = .init(source: "off", target: "on", event: "hold") },
    "transition guard": {
      $0.transitions[1] = .init(source: "off", target: "on", event: "press", guard: "")
    },
    "transition action": {
      $0.transitions[1] = .init(source: "off", target: "on", event: "press", action: "")
    },
    "transition kind": {
      $0.transitions[1] = .init(source: "off", target: "on", event: "press", isInternal: true)
    },
    "rejection removed": { $0.rejections.removeFirst() },
    "rejection state": { $0.rejections[1] = .init(state: "on", event: "hold") },
    "rejection event": { $0.rejections[1] = .init(state: "off", event: "press") },
    "rejection guard": { $0.rejections[1] = .init(state: "off", event: "hold", guard: "") },
    "rejection reason": { $0.rejections[1] = .init(state: "off", event: "hold", reason: "") },
  ]

  @Test(arguments: changes.keys.sorted())
  func equalitySeesEveryChange(name: String) throws {
    let change = try #require(Self.changes[name])
    var parts = Parts()
    change(&parts)
    #expect(parts.graph != Parts().graph)
    #expect(Set([parts.graph, Parts().graph]).count == 2)
  }
}

@Suite struct FingerprintTests {
  private typealias Parts = StateGraphEqualityTests.Parts

  @Test func fingerprintIgnoresTheOrderOfEqualGraphs() {
    var parts = Parts()
    parts.states.reverse()
    parts.transitions.reverse()
    parts.rejections.reverse()
    #expect(parts.graph == Parts().graph)
    #expect(parts.graph.fingerprint == Parts().graph.fingerprint)
  }

  @Test(arguments: StateGraphEqualityTests.changes.keys.sorted())
  func fingerprintDiffersAfterAnyChange(name: String) throws {
    let change = try #require(StateGraphEqualityTests.changes[name])
    var parts = Parts()
    change(&parts)
    #expect(parts.graph.fingerprint != Parts().graph.fingerprint)
  }

  @Test func fingerprintDiffersAfterEveryTwoChanges() throws {
    var fingerprints: Set<String> = [Parts().graph.fingerprint]
    for change in StateGraphEqualityTests.changes.values {
      var parts = Parts()
      change(&parts)
      fingerprints.insert(parts.graph.fingerprint)
    }
    #expect(fingerprints.count == StateGraphEqualityTests.changes.count + 1)
  }

  /// Saved data depends on this value: a change of it must be announced.
  @Test func fingerprintIsTheValueThatWasSavedBefore() {
    #expect(Parts().graph.fingerprint == "82f33c775356a004")
  }
}
