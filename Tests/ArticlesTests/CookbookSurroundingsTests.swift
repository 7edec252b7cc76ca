import Schematic
import SchematicGraph
import Testing

/// The recipes of the cookbook about what is around a machine.
@Suite struct CookbookSurroundingsTests {
  @Test func machinesTalkToEachOther() {
    let gate = Gate()
    let barrier = Barrier(gate: gate)
    #expect(gate.machine.handle(.car) == .moved)
    #expect(gate.machine.state == .closed)
    #expect(barrier.machine.state == .up)
    #expect(gate.log == ["ask", "close"])
  }

  @Test func observerLogsWhatTheMachineDid() {
    var log: [String] = []
    let machine = StateMachine(schema: Toggle.schema)
    machine.observe { handled in
      guard handled.outcome == .moved else { return }
      log.append("\(handled.event): \(handled.source) to \(handled.target)")
    }
    machine.handle(.switchOn)
    machine.handle(.switchOn)
    machine.handle(.switchOff)
    #expect(machine.state == .off)
    #expect(log == ["switchOn: off to on", "switchOff: on to off"])
  }

  @MainActor @Test func followsTheStates() async {
    let machine = StateMachine(schema: Toggle.schema)
    let states = machine.states
    machine.handle(.switchOn)
    machine.handle(.switchOff)
    var titles: [String] = []
    for await state in states {
      titles.append(state == .on ? "Switch off" : "Switch on")
      if titles.count == 3 { break }
    }
    #expect(machine.state == .off)
    #expect(titles == ["Switch on", "Switch off", "Switch on"])
  }

  @Test func messageSpeaksTheLanguageOfTheUser() {
    let machine = StateMachine(schema: Toggle.schema, state: .broken)
    #expect(Toggle.message(machine.handle(.switchOn), in: "en") == "It is broken.")
    #expect(Toggle.message(machine.handle(.switchOn), in: "de") == "Er ist kaputt.")
    #expect(machine.state == .broken)
    #expect(
      StateGraph(Toggle.schema).rejections.allSatisfy { $0.effect == .rejected(reason: "broken") })
  }

  @Test func guardAsksTheSettingsOfTheSubject() {
    let jukebox = Jukebox(settings: Settings(playsOffline: false))
    #expect(jukebox.machine.handle(.play) == .ignored)
    #expect(jukebox.machine.state == .stopped)

    jukebox.settings.playsOffline = true
    #expect(jukebox.machine.handle(.play) == .moved)
    #expect(jukebox.machine.state == .playing)
  }

  @MainActor @Test func awaitsAState() async throws {
    let machine = StateMachine(schema: Toggle.schema)
    let light = Task {
      try await machine.waitUntil { $0 == .on }
      return "lit"
    }
    await Task.yield()
    machine.handle(.switchOn)
    #expect(try await light.value == "lit")
    #expect(machine.state == .on)
  }

  @Test func permittedEventsEnableTheButtonsThatWork() {
    let machine = StateMachine(schema: Toggle.schema)
    #expect(machine.permittedEvents == [.switchOn])
    machine.handle(.switchOn)
    #expect(machine.permittedEvents == [.switchOff])
    #expect(machine.state == .on)
  }
}

// Let machines talk.

private enum GateState { case open, asking, closed }
private enum GateEvent { case car, barrierIsUp }

private final class Gate {
  private(set) var log: [String] = []
  weak var barrier: Barrier?
  private(set) lazy var machine: StateMachine<GateState, GateEvent, Gate> =
    StateMachine(schema: Self.schema, subject: self)

  static let schema = StateMachineSchema<GateState, GateEvent, Gate>(initialState: .open) {
    state, event in
    switch (state, event) {
    case (.open, .car):
      return .to(.asking, "lift barrier") {
        $0.log.append("ask")
        $0.barrier?.machine.handle(.lift)
      }
    case (.asking, .barrierIsUp): return .to(.closed) { $0.log.append("close") }
    case (.open, _), (.asking, _), (.closed, _): return .ignored
    }
  }
}

private enum BarrierState { case down, up }
private enum BarrierEvent { case lift }

private final class Barrier {
  private weak var gate: Gate?
  private(set) lazy var machine: StateMachine<BarrierState, BarrierEvent, Barrier> =
    StateMachine(schema: Self.schema, subject: self)

  init(gate: Gate) {
    self.gate = gate
    gate.barrier = self
  }

  static let schema = StateMachineSchema<BarrierState, BarrierEvent, Barrier>(initialState: .down) {
    state, event in
    switch (state, event) {
    case (.down, .lift): return .to(.up, "tell gate") { $0.gate?.machine.handle(.barrierIsUp) }
    case (.up, .lift): return .ignored
    }
  }
}

// Log what it did; speak the language of the user; enable the buttons that work.

private enum ToggleState: CaseIterable, Graphable { case off, on, broken }
private enum ToggleEvent: CaseIterable, Graphable { case switchOn, switchOff }

private enum Toggle {
  static let schema = StateMachineSchema<ToggleState, ToggleEvent, Void>(initialState: .off) {
    state, event in
    switch (state, event) {
    case (.off, .switchOn): return .to(.on)
    case (.on, .switchOff): return .to(.off)
    case (.broken, _): return .rejected("broken")
    case (.off, .switchOff), (.on, .switchOn): return .ignored
    }
  }

  static let texts = ["en": ["broken": "It is broken."], "de": ["broken": "Er ist kaputt."]]

  static func message(_ outcome: Outcome, in language: String) -> String? {
    guard case .rejected(let error) = outcome, let reason = error.reason else { return nil }
    return texts[language]?[reason] ?? reason
  }
}

// Ask the settings of the subject.

private struct Settings { var playsOffline: Bool }
private enum JukeboxState { case stopped, playing }
private enum JukeboxEvent { case play }

private final class Jukebox {
  var settings: Settings
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

  init(settings: Settings) { self.settings = settings }

  static let schema = StateMachineSchema<JukeboxState, JukeboxEvent, Jukebox>(
    initialState: .stopped
  ) {
    _, _, when in
    when("plays offline") { $0.settings.playsOffline } ? .to(.playing) : .ignored
  }
}
