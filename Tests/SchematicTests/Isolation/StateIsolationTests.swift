import Schematic
import Testing

/// Entries, exits and actions on the main actor and on an actor.
@Suite struct StateIsolationTests {
  fileprivate static let expected = [
    "exit down", "act", "enter up", "observe",
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
    .states(on: MainActor.self) { state in
      .entry { $0.note("enter \(state)") }.exit { $0.note("exit \(state)") }
    }
  }

  @Test @MainActor func machineRunsOnTheMainActor() {
    let screen = Screen()
    #expect(screen.machine.handle(()).text == "moved")
    #expect(screen.lines == Self.expected)
    #expect(screen.machine.state == .up)
  }

  @Test func programStopsIfAnEntryIsRunOffTheMainActor() async {
    await #expect(processExitsWith: .failure) {
      await Task.detached { @concurrent in
        let schema = StateMachineSchema<Int, Void, Void>(initialState: 0) { _, _ in .to(1) }
          .states(on: MainActor.self) { _ in .entry { _ in } }
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
    .states { state in
      .entry { $0.note("enter \(state)") }.exit { $0.note("exit \(state)") }
    }
  }

  @Test func machineRunsOnAnActor() async {
    let modem = Modem()
    #expect(await modem.dial() == "moved")
    #expect(await modem.lines == Self.expected)
    #expect(await modem.state == .up)
  }
}
