import Schematic
import Testing

@Suite @MainActor struct MainActorSchemaTests {
  @Test func actsOnASubjectOfTheMainActor() {
    let screen = Screen()
    let machine = StateMachine(schema: Screen.schema, subject: screen)
    #expect(machine.handle(.refresh).text == "moved")
    #expect(machine.state == .refreshing)
    #expect(screen.spins == 1)
  }

  @Test(arguments: [(true, "moved"), (false, "ignored")])
  func asksASubjectOfTheMainActor(isOnline: Bool, outcome: String) {
    let screen = Screen()
    screen.isOnline = isOnline
    let machine = StateMachine(schema: Screen.guardedSchema, subject: screen)
    #expect(machine.handle(.refresh).text == outcome)
    #expect(machine.state == (isOnline ? .refreshing : .list))
    #expect(screen.spins == (isOnline ? 1 : 0))
  }

  @Test func stopsTheProgramOffTheMainActor() async {
    await #expect(processExitsWith: .failure) {
      await Task.detached { @concurrent in
        _ = Screen.schema.transition(from: .list, on: .refresh)
      }.value
    }
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        _ = Screen.schema.transition(from: .list, on: .refresh)
      }
    }
  }

  fileprivate enum Content { case list, refreshing }
  fileprivate enum Gesture { case refresh }

  @MainActor fileprivate final class Screen {
    var isOnline = true
    private(set) var spins = 0

    private func spin() { spins += 1 }

    nonisolated static let schema = StateMachineSchema<Content, Gesture, Screen>(
      initialState: .list,
      on: MainActor.self
    ) { _, _ in
      return .to(.refreshing, "spin") { $0.spin() }
    }

    static let guardedSchema = StateMachineSchema<Content, Gesture, Screen>(
      initialState: .list,
      on: MainActor.self
    ) { _, _, when in
      return when("online") { $0.isOnline } ? .to(.refreshing, "spin") { $0.spin() } : .ignored
    }
  }
}
