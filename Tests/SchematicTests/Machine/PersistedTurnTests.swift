import Schematic
import SchematicTestKit
import Testing

/// Turns of events whose transitions are persisted one after the other.
@MainActor
@Suite struct PersistedTurnTests {
  private final class Counter {
    static let schema = StateMachineSchema<[Int], Int, Counter>(
      initialState: [], on: MainActor.self
    ) { numbers, number in .to(numbers + [number]) }
  }

  @Test func eventThatIsCanceledJustBeforeItGetsItsTurnPassesItOn() async throws {
    let machine = StateMachine(schema: Counter.schema, owning: Counter())
    var tasks: [Task<Outcome, Never>] = []
    // The second event has not noticed the cancellation yet when it gets the turn.
    machine.observe { _ in if machine.state == [1] { tasks[1].cancel() } }
    tasks = (1...3).map { number in
      Task {
        await machine.handle(number) { _, _ in
          for _ in 0..<20 { await Task.yield() }
          return true
        }
      }
    }
    try await expectEventually { machine.state == [1, 3] }
    var outcomes: [String] = []
    for task in tasks { outcomes.append(await task.value.name) }
    #expect(outcomes == ["moved", "failed", "moved"])
  }

  /// A task that an earlier closure began, and whether it may go on.
  @MainActor private final class Later {
    var task: Task<Outcome, Never>?
    var mayGoOn = false
    var isInside = false

    func begin(_ send: @escaping @MainActor () async -> Outcome) {
      task = Task {
        while !mayGoOn { await Task.yield() }
        return await send()
      }
    }
  }

  @Test(arguments: [true, false])
  func eventOfATaskThatAnEarlierClosureBeganWaitsForItsTurn(isWaiting: Bool) async {
    let machine = StateMachine(schema: Counter.schema, owning: Counter())
    let later = Later()
    let first = Task {
      await machine.handle(1) { _, _ in
        later.begin { await machine.handle(3) { _, _ in true } }
        later.isInside = true
        for _ in 0..<20 { await Task.yield() }
        return true
      }
    }
    if isWaiting {
      // Then the second event has the turn, but has not gone on yet.
      machine.observe { _ in later.mayGoOn = true }
      while !later.isInside { await Task.yield() }
    } else {
      #expect(await first.value == .moved)
    }
    let second = await machine.handle(2) { _, _ in
      later.mayGoOn = true
      for _ in 0..<20 { await Task.yield() }
      return true
    }
    #expect(second == .moved)
    #expect(await later.task?.value == .moved)
    #expect(machine.state == [1, 2, 3])
  }
}
