import Schematic
import Testing

@Suite struct UnhandledEventTests {
  enum Event: CaseIterable { case move, ignore, `nil`, reject }

  private static let schema = StateMachineSchema<Int, Event, Notes>(initialState: 0) { _, event in
    switch event {
    case .move: return .to(1) { $0.add("act") }
    case .ignore: return .ignored
    case .nil: return nil
    case .reject: return .rejected("no")
    }
  }

  private static func machine(
    _ schema: StateMachineSchema<Int, Event, Notes>, _ notes: Notes
  ) -> StateMachine<Int, Event, Notes> {
    let machine = StateMachine(schema: schema, subject: notes)
    machine.observe { notes.add($0.outcome.name) }
    return machine
  }

  @Test(arguments: [(UnhandledEventPolicy.ignore, "ignored"), (.reject, "rejected")])
  func policyAppliesToWhatTheRulesIgnore(policy: UnhandledEventPolicy, outcome: String) {
    for event in Event.allCases {
      let notes = Notes()
      let machine = Self.machine(Self.schema.unhandledEvents(policy), notes)
      let expected = [Event.move: "moved", .reject: "rejected"][event, default: outcome]
      #expect(machine.can(event) == (event == .move))
      #expect(machine.handle(event).name == expected)
      #expect(notes.lines == (event == .move ? ["act", expected] : [expected]))
      #expect(machine.state == (event == .move ? 1 : 0))
    }
  }

  @Test func unhandledEventIsIgnoredUnlessToldOtherwise() {
    let machine = StateMachine(schema: Self.schema, owning: Notes())
    #expect(machine.handle(.ignore).text == "ignored")
    #expect(Self.schema.transition(from: 0, on: .ignore).kind == .ignored)
    #expect(machine.state == 0)
  }

  @Test func unhandledEventIsRejectedWithoutAReason() {
    let schema = Self.schema.unhandledEvents(.reject)
    let machine = StateMachine(schema: schema, owning: Notes())
    #expect(machine.handle(.nil).text == "rejected(event nil is rejected in state 0)")
    #expect(machine.handle(.reject).text == "rejected(event reject is rejected in state 0: no)")
    #expect(schema.transition(from: 0, on: .nil).kind == .rejected)
    #expect(machine.state == 0)
  }

  @Test func policyTrapsOnlyIfAnEventIsHandled() {
    let schema = Self.schema.unhandledEvents(.trap)
    let notes = Notes()
    let machine = Self.machine(schema, notes)
    #expect(!machine.can(.ignore))
    #expect(schema.transition(from: 0, on: .ignore).kind == .ignored)
    #expect(machine.handle(.reject).name == "rejected")
    #expect(machine.handle(.move).text == "moved")
    #expect(notes.lines == ["rejected", "act", "moved"])
    #expect(machine.state == 1)
  }

  #if DEBUG
    @Test func debugBuildStopsAndNamesTheEvent() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let schema = UnhandledEventTests.schema.unhandledEvents(.trap)
        let notes = Notes()
        StateMachine(schema: schema, subject: notes).handle(.ignore)
      }
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("The rules ignore event ignore in state 0; handle it"))
    }
  #endif
}
