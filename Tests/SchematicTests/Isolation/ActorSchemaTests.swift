import Schematic
import Testing

@Suite struct ActorSchemaTests {
  @Test func everyEventOfConcurrentTasksIsCountedOnce() async {
    let meter = Meter(limit: .max)
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask {
          for _ in 1...10_000 { await meter.receive(.tick) }
        }
      }
    }
    #expect(await meter.ticks == 80_000)
    #expect(await meter.state == .counted(80_000))
    #expect(await meter.outcomes == ["moved": 80_000])
  }

  /// Each transition begins where the one before it ended, so that there is one order of them all.
  @Test func observersSeeOneOrderOfWhatConcurrentTasksSend() async {
    let meter = Meter(limit: 3)
    await meter.observe()
    await withTaskGroup(of: Void.self) { group in
      for task in 1...8 {
        group.addTask {
          let events: [Meter.Event] = [
            .tick, .tick, .reset, task.isMultiple(of: 2) ? .tick : .breakDown,
          ]
          for number in 1...10_000 { await meter.receive(events[number % 4]) }
        }
      }
    }
    let (outcomes, observed) = await (meter.outcomes, meter.observed)
    #expect(outcomes.values.reduce(0, +) == 80_000)
    #expect(observed.count == 80_000)
    #expect(outcomes["stayed"] == 20_000)
    #expect(outcomes.filter { $0.key.hasPrefix("failed") }.values.reduce(0, +) == 10_000)
    #expect(observed.first?.source == .counted(0))
    #expect(zip(observed, observed.dropFirst()).allSatisfy { $0.target == $1.source })
    #expect(await meter.state == observed.last?.target)
  }

  @Test func schemaAsksTheActorAndActsOnIt() async {
    let meter = Meter(limit: 1)
    for event in [Meter.Event.tick, .tick, .reset] { await meter.receive(event) }
    #expect(await meter.ticks == 0)
    #expect(await meter.state == .counted(0))
    #expect(await meter.outcomes == ["moved": 1, "ignored": 1, "stayed": 1])
  }

  @Test func stateIsRestoredIfAnIsolatedActionThrows() async {
    let meter = Meter(limit: 1)
    await meter.receive(.breakDown)
    #expect(await meter.state == .counted(0))
    #expect(await meter.outcomes == ["failed(broken at 0)": 1])
  }

  private actor Meter {
    enum Event: Sendable { case tick, reset, breakDown }
    enum State: Equatable { case counted(Int) }

    private let limit: Int
    private(set) var ticks = 0
    private(set) var outcomes: [String: Int] = [:]
    private(set) var observed: [HandledEvent<State, Event>] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    init(limit: Int) { self.limit = limit }

    var state: State { machine.state }

    func receive(_ event: Event) {
      outcomes[machine.handle(event).text, default: 0] += 1
    }

    func observe() {
      machine.observe { [weak self] handled in self?.assumeIsolated { $0.note(handled) } }
    }

    private func note(_ handled: HandledEvent<State, Event>) { observed.append(handled) }

    private func count() { ticks += 1 }
    private func reset() { ticks = 0 }
    private func breakDown() throws { throw Broken(ticks: ticks) }

    private static let schema = StateMachineSchema<State, Event, Meter>(initialState: .counted(0)) {
      state, event, when in
      switch (state, event) {
      case (.counted(let ticks), .tick):
        return when("below the limit") { $0.ticks < $0.limit }
          ? .to(.counted(ticks + 1), "count") { $0.count() } : .ignored
      case (.counted, .reset): return .stay(as: .counted(0), "reset") { $0.reset() }
      case (.counted, .breakDown): return .stay("break down") { try $0.breakDown() }
      }
    }
  }

  private struct Broken: Error, CustomStringConvertible {
    let ticks: Int
    var description: String { "broken at \(ticks)" }
  }
}
