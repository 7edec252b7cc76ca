import Schematic
import SchematicTestKit
import Testing

/// What is added to a schema twice is there twice.
@MainActor @Suite(.timeLimit(.minutes(30))) struct CombinedSchemaTests {
  typealias Schema = StateMachineSchema<Int, Int, Bench>

  /// The event is the state wanted next.
  @MainActor final class Bench {
    var lines: [String] = []

    static let schema = Schema(initialState: 0, on: MainActor.self) { _, next in
      return next < 0 ? .stay : .to(next)
    }

    func machine(_ schema: Schema) -> StateMachine<Int, Int, Bench> {
      let machine = StateMachine(schema: schema, subject: self)
      machine.observe { [unowned self] in lines.append("\($0.event) in \($0.target)") }
      return machine
    }
  }

  private let bench = Bench()
  private let clock = ManualClock()

  @Test(arguments: 0...3)
  func schemaHasTheFinalStatesOfBoth(state: Int) {
    let schema = Bench.schema.states { $0 == 1 ? .final : .none }.states {
      $0 == 2 ? .final : .none
    }
    #expect(schema.isFinal(state) == (state == 1 || state == 2))
  }

  @Test func schemaTellsTheTimeoutsOfAStateInTheOrderOfTheirAddition() {
    let schema = Bench.schema
      .states { $0 == 1 ? .after(.seconds(9), send: -9) : .none }
      .states { .after(.seconds(3), send: -$0 - 3) }
    #expect(schema.timeouts(in: 1).map(\.timeout.event) == [-9, -4])
    #expect(
      schema.timeouts(in: 1).map(\.timeout.sender) == [
        .timeout(.seconds(9)), .timeout(.seconds(3)),
      ])
    #expect(schema.timeouts(in: 0).map(\.timeout.event) == [-3])
  }

  @Test func timeoutsRunSideBySide() async throws {
    let schema = Bench.schema
      .states { $0 == 1 ? .after(.seconds(9), send: -9) : .none }
      .states { $0 == 1 ? .after(.seconds(3), send: -3) : .none }
      .states { $0 == 1 ? .after(.seconds(12), send: 2) : .none }
      .states { $0 == 1 ? .after(.seconds(15), send: -15) : .none }
    let machine = bench.machine(schema)
    machine.clock = clock
    machine.handle(1)
    try await expectEventually { clock.sleeperCount == 4 }
    for count in 2...4 {
      clock.advance(by: .seconds(count == 2 ? 3 : count == 3 ? 6 : 3))
      try await expectEventually { bench.lines.count == count }
    }
    #expect(bench.lines == ["1 in 1", "-3 in 1", "-9 in 1", "2 in 2"])
    try await expectEventually { clock.sleeperCount == 0 }
    #expect(machine.state == 2)
  }

  @Test func tasksRunSideBySideInTheOrderOfTheirAddition() async throws {
    var schema = Bench.schema
    for (name, result) in [("first", -1), ("second", -2)] {
      schema = schema.states(on: MainActor.self) { state in
        guard state == 1 else { return .none }
        return .task(name) { bench, _ in
          bench.lines.append("\(name) begins in \(state)")
          await Task.yield()
          return result
        }
      }
    }
    let machine = bench.machine(schema)
    machine.handle(1)
    #expect(bench.lines == ["1 in 1"])
    try await expectEventually { bench.lines.count == 5 }
    #expect(bench.lines.dropFirst().prefix(2) == ["first begins in 1", "second begins in 1"])
    #expect(Set(bench.lines.suffix(2)) == ["-1 in 1", "-2 in 1"])
    #expect(machine.state == 1)
  }
}
