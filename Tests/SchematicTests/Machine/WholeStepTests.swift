import Schematic
import Testing

/// The rows of the documented order, one by one and for every kind of answer.
@Suite struct WholeStepTests {
  typealias Row = (event: Ledger.Event, lines: [String], outcome: String, state: Ledger.State)

  private static let steps: [Row] = [
    (
      .move,
      [
        "decide move in idle(0)", "exit idle(0) in idle(0)",
        "act move in busy", "enter busy in busy", "observe move moved in busy",
      ], "moved", .busy
    ),
    (
      .reenter,
      [
        "decide reenter in idle(0)", "exit idle(0) in idle(0)",
        "act reenter in idle(0)", "enter idle(0) in idle(0)",
        "observe reenter moved in idle(0)",
      ], "moved", .idle(0)
    ),
    (
      .perform,
      [
        "decide perform in idle(0)", "act perform in idle(0)",
        "observe perform stayed in idle(0)",
      ], "stayed", .idle(0)
    ),
    (
      .count,
      [
        "decide count in idle(0)", "act count in idle(1)",
        "observe count stayed in idle(1)",
      ], "stayed", .idle(1)
    ),
    (
      .ignore,
      [
        "decide ignore in idle(0)", "observe ignore ignored in idle(0)",
      ], "ignored", .idle(0)
    ),
    (
      .reject,
      [
        "decide reject in idle(0)", "observe reject rejected in idle(0)",
      ], "rejected", .idle(0)
    ),
    (
      .fail,
      [
        "decide fail in idle(0)", "exit idle(0) in idle(0)",
        "act fail in busy", "enter idle(0) in idle(0)", "observe fail failed in idle(0)",
      ], "failed", .idle(0)
    ),
  ]

  @Test(arguments: steps)
  func wholeStepRunsInOrder(row: Row) {
    let ledger = Ledger()
    #expect(ledger.machine.handle(row.event).name == row.outcome)
    #expect(ledger.lines == row.lines)
    #expect(ledger.machine.state == row.state)
  }

  @Test func everyEventHasAStep() {
    #expect(Self.steps.map(\.event) == Ledger.Event.allCases)
  }

  /// Row by row, for a step that has them all.
  @Test(arguments: zip(Ledger.Part.allCases, steps[0].lines))
  func eachPartSeesItsState(part: Ledger.Part, line: String) {
    let ledger = Ledger()
    ledger.machine.handle(.move)
    #expect(ledger.lines(of: part) == [line])
    #expect(ledger.machine.state == .busy)
  }

  private static let answered = StateMachineSchema<Int, Void, Notes>(initialState: 0) { count, _ in
    return .to(count + 1)
  }
  .states { state in
    .exit { $0.add("exit \(state)") }.entry { $0.add("enter \(state)") }
      .exit { $0.add("second exit \(state)") }
  }
  .states { state in
    .entry { $0.add("second enter \(state)") }.exit { $0.add("third exit \(state)") }
  }

  @Test func actionsOfOneKindRunInTheOrderOfTheirAddition() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.answered, subject: notes)
    #expect(machine.handle(()).text == "moved")
    #expect(
      notes.lines == ["exit 0", "second exit 0", "third exit 0", "enter 1", "second enter 1"])
    #expect(machine.state == 1)
  }

  @Test func addingActionsLeavesASchemaAsItWas() {
    let plain = StateMachineSchema<Int, Void, Notes>(initialState: 0) { _, _ in .to(1) }
    _ = plain.states { state in .entry { $0.add("enter \(state)") } }
    let notes = Notes()
    let machine = StateMachine(schema: plain, subject: notes)
    #expect(machine.handle(()).text == "moved")
    #expect(notes.lines.isEmpty)
    #expect(machine.state == 1)
  }
}
