import Schematic
import Testing

/// Events that would lead to what nobody persists, or come while it runs.
@MainActor
@Suite struct UnpersistedEventTests {
  enum Stage: String, Sendable { case open, paid, shipped }
  enum Step: Sendable { case pay, ship, note }

  @MainActor final class Caller {
    var lines: [String] = []
    var swaps = 0

    func swap() -> Bool {
      swaps += 1
      return true
    }

    static let schema = StateMachineSchema<Stage, Step, Caller>(
      initialState: .open, on: MainActor.self
    ) { stage, step in
      switch (stage, step) {
      case (.open, .pay): .to(.paid)
      case (.paid, .ship): .to(.shipped)
      case (_, .note): .stay("note") { $0.lines.append("note") }
      default: .ignored
      }
    }
    .states(on: MainActor.self) { $0 == .paid ? .after(.seconds(50), send: .ship) : .none }
  }

  private let caller = Caller()
  private let error = Outcome.failed(
    PersistingError.unpersistedEvent(sender: .timeout(.seconds(50)), state: "paid"))

  @Test func eventOfAStateWhoseTimeoutRunsIsRefused() async {
    let machine = StateMachine(schema: Caller.schema, subject: caller, state: .paid)
    machine.start()
    #expect(await machine.handle(.ship) { _, _ in caller.swap() } == error)
    #expect(machine.state == .paid)
    #expect(caller.swaps == 0)
  }

  /// From the second time on, the rule comes from a table.
  @Test func eventIsPersistedOrRefusedInTheSameWayEachTime() async {
    for _ in 0..<3 {
      let open = StateMachine(schema: Caller.schema, subject: caller)
      #expect(await open.handle(.pay) { _, _ in caller.swap() } == error)
      #expect(open.state == .open)
      #expect(caller.swaps == 0)
      // An internal transition enters no state, so that no timeout begins.
      let paid = StateMachine(schema: Caller.schema, subject: caller, state: .paid)
      #expect(await paid.handle(.note) { _, _ in true } == .stayed)
    }
    #expect(caller.lines == ["note", "note", "note"])
  }
}
