import SchematicGraph
import SchematicTesting
import Testing

/// A guard who is relieved every eight hours.
private struct Watch {
  enum State { case standing }
  private(set) var state = State.standing
  private var hour = 0

  mutating func tick() -> String? {
    hour = (hour + 1) % 24
    return hour.isMultiple(of: 8) ? "relieve" : nil
  }

  static func graph(_ conditions: [MachineCondition<Watch>] = []) -> StateGraph {
    StateGraph(
      .value(Watch()) { ReflectedState(of: $0) }, steps: [.step("tick") { $0.tick() }],
      options: .init(conditions: conditions))
  }

  static let named = graph([.init("hours on watch") { $0.hour % 8 }])
}

private enum Producer { case ready, waiting }

@Suite struct ReadAPictureOfAMachineTests {
  @Test func rowSaysWhatDecidesIfNoSentenceDescribesIt() {
    #expect(
      Watch.graph().rules.map(\.description) == [
        "standing -> standing: tick [hour not in {7, 15, 23}] {hour + 1} (internal)",
        """
        standing -> standing: tick [hour in {7, 15, 23}] / relieve \
        {hour: 15 → 16, 23 → 0, 7 → 8} (internal)
        """,
      ])
  }

  @Test func conditionSaysWhatIsMeant() {
    #expect(
      Watch.named.rules.map(\.description) == [
        """
        standing -> standing: tick [hours on watch in 0…6] \
        {hours on watch + 1} (internal)
        """,
        """
        standing -> standing: tick [hours on watch = 7] / relieve \
        {hours on watch = 0} (internal)
        """,
      ])
    #expect(Watch.named.findings.filter { $0.severity == .error } == [])
  }

  // Other systems draw no traps.
  #if os(Linux)
    @Test func conditionHasItsNameInTheRowOfATrap() {
      let full = MachineCondition<Buffer>("full") { "\($0)".contains("[1, 1]") }
      let graph = StateGraph.withTraps { Buffer.graph([full]) }
      #expect(graph.traps.first?.description == "holding: write [full = true] / traps: no room")
    }

    @Test func viewShowsAPartOfAGraph() throws {
      let graph = StateGraph.withTraps { Buffer.graph() }
      let part = try graph.without(events: ["next"]).around("idle")
      #expect(part.omission?.description == "without next; not shown: 4 transitions")
      #expect(part != graph)
    }

    @Test func environmentSaysWhatTheProducerCanDo() throws {
      let producer = MachineEnvironment("producer", initial: Producer.ready) { state in
        switch state {
        case .ready: [.sends("write", then: .waiting)]
        case .waiting: [.hears("resume", then: .ready)]
        }
      }
      let driven = try StateGraph.withTraps { Buffer.graph() }.driven(by: producer)
      #expect(
        driven.reachableTraps.map(\.description) == [
          "idle: finish -> finished, write -> traps"
        ])
      #expect(
        driven.impossibleTraps.map(\.description) == [
          "holding: write [holding = [1, 1]] / traps: no room"
        ])
    }
  #endif
}
