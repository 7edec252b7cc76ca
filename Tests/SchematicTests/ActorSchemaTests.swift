import Schematic
import Testing

@Suite struct ActorSchemaTests {
  @Test func countsEveryEventOfConcurrentTasksOnce() async {
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

  @Test func asksTheActorAndActsOnIt() async {
    let meter = Meter(limit: 1)
    for event in [Meter.Event.tick, .tick, .reset] { await meter.receive(event) }
    #expect(await meter.ticks == 0)
    #expect(await meter.state == .counted(0))
    #expect(await meter.outcomes == ["moved": 1, "ignored": 1, "stayed": 1])
  }

  @Test func restoresTheStateWhereAnIsolatedActionThrows() async {
    let meter = Meter(limit: 1)
    await meter.receive(.breakDown)
    #expect(await meter.state == .counted(0))
    #expect(await meter.outcomes == ["failed(broken at 0)": 1])
  }

  private actor Meter {
    enum Event { case tick, reset, breakDown }
    enum State: Equatable { case counted(Int) }

    private let limit: Int
    private(set) var ticks = 0
    private(set) var outcomes: [String: Int] = [:]
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    init(limit: Int) { self.limit = limit }

    var state: State { machine.state }

    func receive(_ event: Event) {
      outcomes[machine.handle(event).text, default: 0] += 1
    }

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
