import Schematic
import Testing

@Suite struct FailedGuardTests {
  private static let schema = StateMachineSchema<Int, String, [String]>(initialState: 0) {
    state, event, when in
    for name in ["a", "b", "c"] { _ = when(name) { $0.contains(name) } }
    return event == "go" ? .to(state + 1) : event == "why" ? .rejected("not now") : .rejected
  }

  typealias Row = (held: [String], failed: [String], list: String)

  @Test(
    arguments: [
      (["a", "b", "c"], [], ""), (["a", "c"], ["b"], " [not b]"),
      (["b"], ["a", "c"], " [not a, not c]"),
      ([], ["a", "b", "c"], " [not a, not b, not c]"),
    ] as [Row])
  func errorNamesGuardsInTheOrderInWhichTheyWereAsked(row: Row) throws {
    let machine = StateMachine(schema: Self.schema, subject: row.held)
    for _ in 1...2 {
      let plain = #expect(throws: RejectedEventError.self) { try machine.handle("no").get() }
      #expect(plain?.failedGuards == row.failed)
      #expect(plain?.description == "event no is rejected in state 0\(row.list)")
    }
    let told = #expect(throws: RejectedEventError.self) { try machine.handle("why").get() }
    #expect(told?.description == "event why is rejected in state 0: not now\(row.list)")
    #expect(machine.state == 0)
    #expect(machine.handle("go").text == "moved")
    #expect(machine.state == 1)
  }

  /// Two guards of the same name are one, whatever their conditions: so it is in a diagram.
  @Test(arguments: [true, false])
  func errorNamesAGuardOnceThatIsAskedTwice(holds: Bool) {
    let schema = StateMachineSchema<Int, String, Bool>(initialState: 0) { _, _, when in
      let answers = ["a", "b", "a", "b", "c", "a"].map { name in
        let condition: (Bool) -> Bool = name == "b" ? { _ in false } : { $0 }
        return when(name, condition)
      }
      return when("a") { !$0 } == answers[0] ? .rejected : .to(1)
    }
    let machine = StateMachine(schema: schema, subject: holds)
    for _ in 1...2 {
      let error = #expect(throws: RejectedEventError.self) { try machine.handle("go").get() }
      #expect(error?.failedGuards == (holds ? ["b"] : ["a", "b", "c"]))
    }
    #expect(machine.state == 0)
  }

  @Test func errorNamesNoGuardsIfTheSchemaHasNone() {
    let schema = StateMachineSchema<Int, String, Void>(initialState: 0) { _, _ in .rejected }
    let machine = StateMachine(schema: schema)
    let error = #expect(throws: RejectedEventError.self) { try machine.handle("go").get() }
    #expect(error?.failedGuards == [])
    #expect(error?.description == "event go is rejected in state 0")
    #expect(machine.state == 0)
  }

  /// What the last event's guards answered is no reason for rejecting later ones.
  @Test func errorNamesNoGuardsIfTheMachineIsFinished() {
    let schema = StateMachineSchema<Int, String, Void>(initialState: 0) { _, _, when in
      return when("held back") { _ in false } ? .stay : .to(1)
    }
    .states { $0 == 1 ? .final : .none }
    let machine = StateMachine(schema: schema)
    #expect(machine.handle("go") == .moved)
    let error = #expect(throws: RejectedEventError.self) { try machine.handle("go").get() }
    #expect(error?.failedGuards == [])
    #expect(error?.reason == "the machine is finished")
  }

  /// A guard may ask what else is possible, which must not disturb what was taken down.
  @Test func errorKeepsItsGuardsIfAGuardAsksWhatIsPermitted() {
    let asker = Asker()
    let error = #expect(throws: RejectedEventError.self) { try asker.machine.handle("go").get() }
    #expect(error?.failedGuards == ["first", "second"])
    #expect(asker.machine.state == 0)
  }

  private final class Asker {
    private(set) lazy var machine: StateMachine<Int, String, Asker> = StateMachine(
      schema: Self.schema, subject: self)

    static let schema = StateMachineSchema<Int, String, Asker>(initialState: 0) { _, event, when in
      guard event == "go" else { return when("other", { _ in false }) ? .stay : .rejected }
      let first = when("first") { _ in false }
      let second = when("second") { $0.machine.can("else") }
      return first && second ? .to(1) : .rejected
    }
  }

  @Test func programStopsIfAGuardSendsAnEvent() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let sender = Sender()
      sender.machine.handle("go")
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        "A guard or the logic of a schema sent more while it was being asked; send from actions."))
  }

  private final class Sender {
    private(set) lazy var machine: StateMachine<Int, String, Sender> = StateMachine(
      schema: Self.schema, subject: self)

    static let schema = StateMachineSchema<Int, String, Sender>(initialState: 0) { _, _, when in
      return when("sent") { $0.machine.handle("more") == .moved } ? .to(1) : .rejected
    }
  }
}
