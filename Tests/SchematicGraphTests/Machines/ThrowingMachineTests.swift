import SchematicGraph
import Testing

@Suite struct ThrowingMachineTests {
  private enum Phase: CaseIterable, Graphable { case idle, greeted, broken }
  private enum Message: CaseIterable, Graphable { case hello, garbage }
  private enum Trouble: Error { case badGreeting, tooEarly }

  private struct Client {
    var phase = Phase.idle
    var attempts = 0

    mutating func receive(_ message: Message) throws {
      switch (phase, message) {
      case (.idle, .hello): phase = .greeted
      case (.idle, .garbage):
        attempts += 1
        if attempts == 2 { phase = .broken }
        throw Trouble.badGreeting
      case (.greeted, .garbage):
        phase = .broken
        throw Trouble.badGreeting
      case (.greeted, .hello), (.broken, _): throw Trouble.tooEarly
      }
    }
  }

  private func graph(reason: ((any Error) -> String?)? = nil) -> StateGraph {
    StateGraph(
      .value(Client(), state: \.phase), events: Message.allCases, options: .init(reason: reason)
    ) {
      try $0.receive($1)
    }
  }

  @Test func stepThatChangesAndThrowsIsDrawn() {
    let graph = graph()
    #expect(
      graph.lines == [
        "idle → greeted: hello",
        "idle ⇢ idle: garbage [attempts = 0] / throws: badGreeting",
        "idle → broken: garbage [attempts = 1] / throws: badGreeting",
        "greeted → broken: garbage / throws: badGreeting",
      ])
    #expect(!graph.findings.contains { $0.kind == .unreachableState })
  }

  @Test func errorWithoutAChangeIsARejection() {
    #expect(
      graph().rejections.map(\.description) == [
        "greeted: hello / rejected", "broken: hello / rejected", "broken: garbage / rejected",
      ])
  }

  @Test func errorIsInTheWordsOfTheCaller() {
    let graph = graph { $0 as? Trouble == .badGreeting ? "no greeting" : nil }
    #expect(graph.transitions.last?.action == "throws: no greeting")
    #expect(graph.rejections.allSatisfy { $0.effect.reason == nil })
  }

  private struct Radio {
    enum Refusal: Error { case off }
    private(set) var isOn = false
    mutating func toggle() { isOn.toggle() }
    func tune() throws { if !isOn { throw Refusal.off } }
  }

  @Test func eventThatIsAcceptedAndDoesNothingIsShownIfOtherStatesRejectIt() {
    let graph = StateGraph(
      .value(Radio()) { ReflectedState($0.isOn) },
      steps: [.step("toggle") { $0.toggle() }, .step("tune") { try $0.tune() }])
    #expect(
      graph.rules.map(\.description) == [
        "false -> true: toggle", "false: tune / rejected: off", "true -> false: toggle",
        "true -> true: tune (internal)",
      ], "\(graph.rules.map(\.description))")
    #expect(!graph.findings.contains { $0.kind == .unhandledEvent })
  }
}
