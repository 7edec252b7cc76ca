import Schematic
import Testing

/// The rows of the documented order, one by one and for every kind of answer.
@Suite struct HookOrderTests {
  typealias Row = (event: Ledger.Event, lines: [String], outcome: String, state: Ledger.State)

  private static let steps: [Row] = [
    (
      .move,
      [
        "before move in idle(0)", "decide move in idle(0)", "exit idle(0) in idle(0)",
        "act move in busy", "enter busy in busy", "observe idle(0) to busy in busy",
        "after move moved in busy",
      ], "moved", .busy
    ),
    (
      .reenter,
      [
        "before reenter in idle(0)", "decide reenter in idle(0)", "exit idle(0) in idle(0)",
        "act reenter in idle(0)", "enter idle(0) in idle(0)",
        "observe idle(0) to idle(0) in idle(0)", "after reenter moved in idle(0)",
      ], "moved", .idle(0)
    ),
    (
      .perform,
      [
        "before perform in idle(0)", "decide perform in idle(0)", "act perform in idle(0)",
        "observe idle(0) to idle(0) in idle(0)", "after perform stayed in idle(0)",
      ], "stayed", .idle(0)
    ),
    (
      .count,
      [
        "before count in idle(0)", "decide count in idle(0)", "act count in idle(1)",
        "observe idle(0) to idle(1) in idle(1)", "after count stayed in idle(1)",
      ], "stayed", .idle(1)
    ),
    (
      .ignore,
      [
        "before ignore in idle(0)", "decide ignore in idle(0)", "after ignore ignored in idle(0)",
      ], "ignored", .idle(0)
    ),
    (
      .reject,
      [
        "before reject in idle(0)", "decide reject in idle(0)", "after reject rejected in idle(0)",
      ], "rejected", .idle(0)
    ),
    (
      .fail,
      [
        "before fail in idle(0)", "decide fail in idle(0)", "exit idle(0) in idle(0)",
        "act fail in busy", "enter idle(0) in idle(0)", "after fail failed in idle(0)",
      ], "failed", .idle(0)
    ),
  ]

  @Test(arguments: steps)
  func runsTheWholeStepInOrder(row: Row) {
    let ledger = Ledger()
    #expect(ledger.machine.handle(row.event).name == row.outcome)
    #expect(ledger.lines == row.lines)
    #expect(ledger.machine.state == row.state)
  }

  @Test func hasAStepForEveryEvent() {
    #expect(Self.steps.map(\.event) == Ledger.Event.allCases)
  }

  /// Row by row, for a step that has them all.
  @Test(arguments: zip(Ledger.Part.allCases, steps[0].lines))
  func showsEachPartItsState(part: Ledger.Part, line: String) {
    let ledger = Ledger()
    ledger.machine.handle(.move)
    #expect(ledger.lines(of: part) == [line])
    #expect(ledger.machine.state == .busy)
  }

  private static let hooked = StateMachineSchema<Int, Void, Notes>(initialState: 0) { count, _ in
    return .to(count + 1)
  }
  .seeingExits { $1.add("exit \($0.state) \($0.event != nil)") }
  .seeingExits { visit, notes in notes.add("second exit \(visit.state)") }
  .seeingEntries { $1.add("enter \($0.state) \($0.event != nil)") }
  .seeingEntries { visit, notes in notes.add("second enter \(visit.state)") }
  .seeingEvents { state, _, notes in notes.add("before \(state)") }
  .seeingEvents { state, _, notes in notes.add("second before \(state)") }
  .seeingOutcomes { state, _, _, notes in notes.add("after \(state)") }
  .seeingOutcomes { state, _, _, notes in notes.add("second after \(state)") }

  @Test func callsHooksOfOneKindInTheOrderOfTheirAddition() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.hooked, subject: notes)
    #expect(machine.handle(()).text == "moved")
    #expect(
      notes.lines == [
        "before 0", "second before 0", "exit 0 true", "second exit 0", "enter 1 true",
        "second enter 1", "after 1", "second after 1",
      ])
    #expect(machine.state == 1)
  }

  @Test func leavesTheSchemaItWasAddedToAsItWas() {
    let plain = StateMachineSchema<Int, Void, Notes>(initialState: 0) { _, _ in .to(1) }
    _ = plain.seeingEntries { $1.add("enter \($0.state)") }
    let notes = Notes()
    let machine = StateMachine(schema: plain, subject: notes)
    #expect(machine.handle(()).text == "moved")
    #expect(notes.lines.isEmpty)
    #expect(machine.state == 1)
  }
}
