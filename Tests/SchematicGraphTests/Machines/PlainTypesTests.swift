import SchematicGraph
import Testing

/// The types of a machine need no protocol: reflection reads states and events.
@Suite struct PlainTypesTests {
  private struct Upload {
    enum State { case waiting, sending(attempt: Int), done, failed }
    enum Event { case start, sent(bytes: Int), broke, retry }

    private(set) var state = State.waiting

    mutating func handle(_ event: Event) {
      switch (state, event) {
      case (.waiting, .start), (.failed, .retry): state = .sending(attempt: 1)
      case (.sending, .sent(let bytes)): state = bytes > 0 ? .done : .failed
      case (.sending(let attempt), .broke):
        state = attempt < 3 ? .sending(attempt: attempt + 1) : .failed
      default: break
      }
    }
  }

  private struct Door {
    enum State: Equatable { case open, shut, sealed }
    enum Event: CaseIterable { case push, seal }

    private(set) var state = State.open

    mutating func handle(_ event: Event) {
      switch (state, event) {
      case (.sealed, _): break
      case (_, .seal): state = .sealed
      case (.open, .push): state = .shut
      case (.shut, .push): state = .open
      }
    }
  }

  /// A type with names of its own, and a case that is never reached.
  private struct Lamp {
    enum State: CaseIterable, Graphable {
      case off, on, broken
      var graphLabel: String { self == .on ? "shining" : graphIdentifier }
    }

    private(set) var state = State.off

    mutating func handle(_ isPressed: Bool) { state = isPressed ? .on : .off }
  }

  @Test func casesOfStatesAndEventsAreNamedAndWhatTheyCarryIsACondition() {
    let graph = StateGraph(
      .value(Upload(), state: \.state),
      events: [.start, .sent(bytes: 0), .sent(bytes: 1), .broke, .retry]
    ) { $0.handle($1) }
    #expect(
      graph.transitions.map(\.description) == [
        "waiting -> sending: start {attempt = 1}",
        "sending -> failed: sent [bytes = 0]",
        "sending -> done: sent [bytes = 1]",
        "sending -> sending: broke [attempt in 1…2] {attempt + 1} (internal)",
        "sending -> failed: broke [attempt = 3]",
        "failed -> sending: retry {attempt = 1}",
      ])
    #expect(graph.initialState == "waiting")
  }

  @Test func allCasesOfAnEventAreTriedIfNoneIsListed() {
    let graph = StateGraph(
      .value(Door(), state: \.state), options: .init(isFinal: { $0 == .sealed })
    ) { (door: inout Door, event: Door.Event) in door.handle(event) }
    #expect(
      graph.transitions.map(\.description) == [
        "open -> shut: push", "open -> sealed: seal", "shut -> open: push", "shut -> sealed: seal",
      ])
    #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["sealed"])
    #expect(graph.findings.isEmpty)
  }

  @Test func aGraphableStateKeepsItsNamesAndTheCasesThatAreNeverReached() {
    let graph = StateGraph(.value(Lamp(), state: \.state), events: [true, false]) { $0.handle($1) }
    #expect(graph.states.map(\.label) == ["off", "shining", "broken"])
    #expect(graph.transitions.map(\.description) == ["off -> on: true", "on -> off: false"])
    #expect(graph.findings.map(\.name).contains("unreachable state: broken"))
  }
}
