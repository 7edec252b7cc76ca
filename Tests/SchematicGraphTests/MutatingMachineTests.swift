import SchematicGraph
import Testing

@Suite struct MutatingMachineTests {
  private enum Line: CaseIterable, Graphable { case hungUp, ringing, talking }
  private enum Signal: CaseIterable, Graphable { case call, lift, hangUp }
  private enum Sound: Equatable { case ring, silence }
  private struct Refusal: Error {}

  private struct Phone {
    var line = Line.hungUp
    var missedCalls = 0

    mutating func receive(_ signal: Signal) throws -> Sound? {
      switch (line, signal) {
      case (.hungUp, .call):
        guard missedCalls < 2 else { throw Refusal() }
        line = .ringing
        return .ring
      case (.ringing, .lift):
        line = .talking
        return .silence
      case (.ringing, .hangUp):
        missedCalls += 1
        line = .hungUp
      case (.talking, .hangUp): line = .hungUp
      case (.ringing, .call): return .ring
      default: break
      }
      return nil
    }
  }

  private let graph = StateGraph(initial: Phone(), state: \.line, events: Signal.allCases) {
    try $0.receive($1)
  }

  @Test func drawsAMachineThatChangesItself() {
    #expect(
      graph.lines == [
        "hungUp → ringing: call [missedCalls in 0…1] / ring", "ringing ⇢ ringing: call / ring",
        "ringing → talking: lift / silence", "ringing → hungUp: hangUp", "talking → hungUp: hangUp",
      ])
    #expect(graph.initialState == "hungUp")
  }

  @Test func takesErrorsForRejections() {
    #expect(
      graph.rejections == [.init(state: "hungUp", event: "call", guard: "missedCalls = 2")])
    let named = StateGraph(
      initial: Phone(), state: \.line, events: Signal.allCases,
      reason: { $0 is Refusal ? "too many" : nil }
    ) { try $0.receive($1) }
    #expect(named.rejections.map(\.reason) == ["too many"])
  }

  @Test func changesNoMachineButCopies() {
    let phone = Phone()
    _ = StateGraph(initial: phone, state: \.line, events: Signal.allCases) { try $0.receive($1) }
    #expect(phone.line == .hungUp && phone.missedCalls == 0)
  }

  private enum Light: CaseIterable, Graphable {
    case red, green, broken
    mutating func handle(_ tick: Tick) {
      switch (self, tick) {
      case (.red, .next): self = .green
      case (.green, .next): self = .red
      case (_, .hit): self = .broken
      case (.broken, .next): break
      }
    }
  }
  private enum Tick: CaseIterable, Graphable { case next, hit }

  @Test func drawsAMachineThatIsItsOwnState() {
    let graph = StateGraph(
      initial: Light.red, events: Tick.allCases, isFinal: { $0 == .broken }
    ) { $0.handle($1) }
    #expect(
      graph.lines == [
        "red → green: next", "red → broken: hit", "green → red: next", "green → broken: hit",
      ])
    #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["broken"])
    #expect(graph.findings.isEmpty)
  }

  @Test func takesAPureFunctionForWhatItIs() {
    let graph = StateGraph(initial: Light.red, events: Tick.allCases) { light, tick in
      tick == .hit ? Light.broken : light
    }
    #expect(
      graph.lines == [
        "red → red: next", "red → broken: hit", "green → green: next", "green → broken: hit",
        "broken → broken: next", "broken → broken: hit",
      ])
  }
}
