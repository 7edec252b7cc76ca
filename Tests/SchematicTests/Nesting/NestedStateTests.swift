import Schematic
import Testing

/// States inside one another, which are left and entered by level.
@Suite struct NestedStateTests {
  enum Speed: Hierarchical { case slow, fast }
  enum Mode: Hierarchical { case idle, playing(Speed), recording(Speed) }
  enum Device: Hierarchical { case off, on(Mode), charging(Mode), broken(Int) }

  /// A machine that goes where it is told: the event is the state wanted next.
  static func schema<State>(_ initialState: State) -> StateMachineSchema<State, State, Notes> {
    StateMachineSchema<State, State, Notes>(initialState: initialState) { _, next in .to(next) }
      .notingVisits(downTo: 4)
  }

  typealias Row = (from: Device, to: Device, visits: String)

  @Test(
    arguments: [
      (.off, .off, "-off +off"),
      (.broken(1), .broken(2), "-broken +broken"),
      (.off, .on(.idle), "-off +on +on.idle"),
      (.on(.idle), .off, "-on.idle -on +off"),
      (.on(.idle), .on(.idle), "-on.idle +on.idle"),
      (.on(.idle), .charging(.idle), "-on.idle -on +charging +charging.idle"),
      (.off, .on(.playing(.slow)), "-off +on +on.playing +on.playing.slow"),
      (.on(.playing(.slow)), .off, "-on.playing.slow -on.playing -on +off"),
      (.on(.playing(.slow)), .on(.playing(.fast)), "-on.playing.slow +on.playing.fast"),
      (.on(.playing(.slow)), .on(.playing(.slow)), "-on.playing.slow +on.playing.slow"),
      (.on(.idle), .on(.playing(.fast)), "-on.idle +on.playing +on.playing.fast"),
      (.on(.playing(.fast)), .on(.idle), "-on.playing.fast -on.playing +on.idle"),
      (
        .on(.playing(.slow)), .on(.recording(.slow)),
        "-on.playing.slow -on.playing +on.recording +on.recording.slow"
      ),
      (
        .on(.playing(.slow)), .charging(.playing(.slow)),
        "-on.playing.slow -on.playing -on +charging +charging.playing +charging.playing.slow"
      ),
    ] as [Row])
  func transitionLeavesInnermostAndEntersOutermostFirst(row: Row) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema(row.from), subject: notes)
    #expect(machine.handle(row.to).text == "moved")
    #expect(notes.lines.joined(separator: " ") == row.visits)
    #expect("\(machine.state)" == "\(row.to)")
  }

  private enum Plain { case off, on(Mode) }

  @Test func stateThatIsNotHierarchicalIsVisitedOnceAndWithoutAPath() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema(Plain.on(.idle)), subject: notes)
    for mode in [Mode.playing(.slow), .playing(.fast)] { machine.handle(.on(mode)) }
    #expect(notes.lines == ["-", "+", "-", "+"])
    #expect("\(machine.state)" == "\(Plain.on(.playing(.fast)))")
  }

  @Test func statesThatAFailedActionLeftAreEnteredAgain() {
    let schema = StateMachineSchema<Device, Device, Notes>(initialState: .on(.playing(.slow))) {
      _, next in
      return .to(next) { _ in throw CancellationError() }
    }
    .notingVisits(downTo: 3)
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(.on(.idle)).name == "failed")
    #expect(
      notes.lines == [
        "-on.playing.slow", "-on.playing", "+on.playing", "+on.playing.slow",
      ])
    #expect("\(machine.state)" == "\(Device.on(.playing(.slow)))")
  }
}

extension StateMachineSchema where Subject == Notes {
  /// Notes the states that are left and entered, down to a level.
  fileprivate func notingVisits(downTo deepest: Int) -> StateMachineSchema {
    (1...deepest).reduce(self) { schema, level in
      schema.states(level: level) { state in
        let path = (state as? any Hierarchical)?.casePath ?? []
        let name = path.prefix(level).joined(separator: ".")
        return .exit { $0.add("-\(name)") }.entry { $0.add("+\(name)") }
      }
    }
  }
}
