import SchematicGraph
import SchematicTesting
import Testing

/// A queue of letters, of which the first decides.
private struct LetterBox {
  enum Letter { case plain, registered }
  enum State { case open }
  private(set) var state = State.open
  private var letters: [Letter] = []

  mutating func post(_ letter: Letter) {
    if letters.count < 3 { letters.append(letter) }
  }

  mutating func take() -> String? {
    guard !letters.isEmpty else { return nil }
    return letters.removeFirst() == .plain ? "hand over" : "ask for a signature"
  }

  static func graph(_ conditions: [MachineCondition<LetterBox>] = []) -> StateGraph {
    StateGraph(
      .value(LetterBox()) { ReflectedState(of: $0) },
      steps: [
        .step("post", with: [.plain, .registered]) { $0.post($1) },
        .step("take") { $0.take() },
      ], options: .init(conditions: conditions))
  }

  static let named = graph([
    .init("full") { $0.letters.count == 3 },
    .init("first") { box in
      box.letters.first.map { $0 == .plain ? "plain" : "registered" } ?? "none"
    },
  ])
}

private enum Producer { case ready, waiting }

@Suite struct ReadAPictureOfAMachineTests {
  @Test func rowSaysWhatDecidesIfNoSentenceDescribesIt() {
    #expect(
      LetterBox.graph().rules.map(\.description) == [
        "open -> open: post [letters.count in 0…2] {letters.count + 1} (internal)",
        """
        open -> open: take [letters in {[plain], [plain, plain], [plain, registered], 4 more (1 of 3)}] \
        / hand over {letters.count - 1} (internal)
        """,
        """
        open -> open: take [letters in {[registered], [registered, plain], [registered, registered], \
        4 more (2 of 3)}] / ask for a signature {letters.count - 1} (internal)
        """,
      ])
  }

  @Test func conditionSaysWhatIsMeant() {
    #expect(
      LetterBox.named.rules.map(\.description) == [
        "open -> open: post [full = false] {full changes, first changes} (internal)",
        "open -> open: take [first = \"plain\"] / hand over {full = false, first changes} (internal)",
        """
        open -> open: take [first = "registered"] / ask for a signature \
        {full = false, first changes} (internal)
        """,
      ])
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
