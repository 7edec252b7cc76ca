import Schematic
import Testing

/// Looking on, on the main actor and on an actor, at all phases.
@Suite struct HookIsolationTests {
  fileprivate static let expected = [
    "before down", "exit down", "act", "enter up", "observe", "after moved",
  ]

  fileprivate enum Link { case down, up }

  @MainActor private final class Screen {
    private(set) var lines: [String] = []

    private func note(_ line: String) { lines.append(line) }

    private(set) lazy var machine = {
      let machine = StateMachine(schema: Self.schema, subject: self)
      machine.observe { [unowned self] _ in note("observe") }
      return machine
    }()

    private static let schema = StateMachineSchema<Link, Void, Screen>(
      initialState: .down, on: MainActor.self
    ) { _, _ in
      return .to(.up) { $0.note("act") }
    }
    .seeingEntries(on: MainActor.self) { visit, screen in screen.note("enter \(visit.state)") }
    .seeingExits(on: MainActor.self) { visit, screen in screen.note("exit \(visit.state)") }
    .seeingEvents(on: MainActor.self) { state, _, screen in screen.note("before \(state)") }
    .seeingOutcomes(on: MainActor.self) { _, _, outcome, screen in screen.note("after \(outcome)") }
  }

  @Test @MainActor func callsHooksOnTheMainActor() {
    let screen = Screen()
    #expect(screen.machine.handle(()).text == "moved")
    #expect(screen.lines == Self.expected)
    #expect(screen.machine.state == .up)
  }

  @Test func stopsTheProgramWhereAHookIsCalledOffTheMainActor() async {
    await #expect(processExitsWith: .failure) {
      await Task.detached { @concurrent in
        let schema = StateMachineSchema<Int, Void, Void>(initialState: 0) { _, _ in .to(1) }
          .seeingEntries(on: MainActor.self) { _, _ in }
        StateMachine(schema: schema).handle(())
      }.value
    }
  }

  private actor Modem {
    private(set) var lines: [String] = []

    private func note(_ line: String) { lines.append(line) }

    private lazy var machine = {
      let machine = StateMachine(schema: Self.schema, subject: self)
      machine.observe { [unowned self] _ in assumeIsolated { $0.note("observe") } }
      return machine
    }()

    func dial() -> String { machine.handle(()).text }
    var state: Link { machine.state }

    private static let schema = StateMachineSchema<Link, Void, Modem>(initialState: .down) { _, _ in
      return .to(.up) { $0.note("act") }
    }
    .onStep { phase, modem in
      switch phase {
      case .before(_, let state): modem.note("before \(state)")
      case .left(let visit): modem.note("exit \(visit.state)")
      case .entered(let visit): modem.note("enter \(visit.state)")
      case .after(_, _, let outcome): modem.note("after \(outcome)")
      }
    }
  }

  @Test func callsHooksOnAnActor() async {
    let modem = Modem()
    #expect(await modem.dial() == "moved")
    #expect(await modem.lines == Self.expected)
    #expect(await modem.state == .up)
  }
}
