import Schematic
import Testing

@Suite struct TargetStateTests {
  enum Request: CaseIterable { case ready, fetching, done }

  private static let schema = StateMachineSchema<Request, Request, Notes>(
    initialState: .ready,
    shouldMove: { state, next in
      (state, next) == (.ready, .fetching) || (state, next) == (.fetching, .done)
    },
    didMove: { previous, state, notes in
      notes.add("\(previous) to \(state)")
      if notes.lines.count > 1 { throw CancellationError() }
    })

  @Test(arguments: Request.allCases, Request.allCases)
  func movesWhereItShould(state: Request, next: Request) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes, state: state)
    let moves = [[Request.ready, .fetching], [.fetching, .done]].contains([state, next])
    #expect(machine.can(next) == moves)
    #expect(machine.handle(next).name == (moves ? "moved" : "rejected"))
    #expect(notes.lines == (moves ? ["\(state) to \(next)"] : []))
    #expect(machine.state == (moves ? next : state))
  }

  @Test func staysWhereDidMoveThrows() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes)
    #expect(machine.handle(.fetching).text == "moved")
    #expect(throws: CancellationError.self) { try machine.handle(.done).get() }
    #expect(notes.lines == ["ready to fetching", "fetching to done"])
    #expect(machine.state == .fetching)
  }
}
