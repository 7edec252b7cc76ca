import Schematic
import Testing

@Suite @MainActor struct MainActorSchemaTests {
  @Test func actionActsOnASubjectOfTheMainActor() {
    let screen = Screen()
    let machine = StateMachine(schema: Screen.schema, subject: screen)
    #expect(machine.handle(.refresh).text == "moved")
    #expect(machine.state == .refreshing)
    #expect(screen.spins == 1)
  }

  @Test(arguments: [(true, "moved"), (false, "ignored")])
  func guardAsksASubjectOfTheMainActor(isOnline: Bool, outcome: String) {
    let screen = Screen()
    screen.isOnline = isOnline
    let machine = StateMachine(schema: Screen.guardedSchema, subject: screen)
    #expect(machine.handle(.refresh).text == outcome)
    #expect(machine.state == (isOnline ? .refreshing : .list))
    #expect(screen.spins == (isOnline ? 1 : 0))
  }

  @Test func programStopsIfAnActionIsPerformedOffTheMainActor() async {
    await #expect(processExitsWith: .failure) {
      let screen = Screen()
      await Task.detached { @concurrent in
        let machine = StateMachine(schema: Screen.schema, subject: screen)
        machine.handle(.refresh)
      }.value
    }
  }

  /// Rules are not isolated, so that a schema is evaluated and drawn anywhere.
  @Test func rulesAreEvaluatedOffTheMainActor() async {
    let label = await Task.detached { @concurrent in
      Screen.schema.transition(from: .list, on: .refresh).label
    }.value
    #expect(label == "spin")
  }

  /// Each transition begins where the one before it ended, so that there is one order of them all.
  @Test func everyEventOfConcurrentTasksIsAnsweredOnceAndInOneOrder() async {
    let counter = Counter()
    let machine = StateMachine(schema: Counter.schema, subject: counter)
    machine.observe { [unowned counter] handled in
      if handled.outcome == .moved { counter.observed.append(handled) }
    }
    nonisolated(unsafe) let shared = machine
    await withTaskGroup(of: Void.self) { group in
      for task in 1...8 {
        group.addTask { @concurrent in
          for number in 1...10_000 {
            await MainActor.run { counter.note(shared.handle(number * task)) }
          }
        }
      }
    }
    let odd = 4 * 5_000
    #expect(counter.outcomes == ["moved": 80_000 - odd, "ignored": odd])
    #expect(counter.observed.map(\.source) == Array(0..<(80_000 - odd)))
    #expect(
      zip(counter.observed, counter.observed.dropFirst()).allSatisfy { $0.target == $1.source })
    #expect(machine.state == 80_000 - odd)
  }

  @MainActor private final class Counter {
    var observed: [HandledEvent<Int, Int>] = []
    private(set) var outcomes: [String: Int] = [:]

    func note(_ outcome: Outcome) { outcomes[outcome.text, default: 0] += 1 }

    static let schema = StateMachineSchema<Int, Int, Counter>(
      initialState: 0, on: MainActor.self
    ) { count, number in
      return number.isMultiple(of: 2) ? .to(count + 1) : .ignored
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
