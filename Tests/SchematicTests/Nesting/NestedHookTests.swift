import Schematic
import Testing

@Suite struct NestedHookTests {
  enum Speed: Hierarchical { case slow, fast }
  enum Mode: Hierarchical { case idle, playing(Speed), recording(Speed) }
  enum Device: Hierarchical { case off, on(Mode), charging(Mode), broken(Int) }

  /// A machine that goes where it is told: the event is the state wanted next.
  static func schema<State>(_ initialState: State) -> StateMachineSchema<State, State, Notes> {
    StateMachineSchema<State, State, Notes>(initialState: initialState) { _, next in .to(next) }
      .seeingExits { $1.add("-\($0.identifier)") }
      .seeingEntries { $1.add("+\($0.identifier)") }
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
  func leavesInnermostAndEntersOutermostFirst(row: Row) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema(row.from), subject: notes)
    #expect(machine.handle(row.to).text == "moved")
    #expect(notes.lines.joined(separator: " ") == row.visits)
    #expect("\(machine.state)" == "\(row.to)")
  }

  @Test func tellsEachVisitItsStatePathAndEvent() {
    let schema = StateMachineSchema<Device, String, Notes>(initialState: .on(.idle)) { _, _ in
      return .to(.charging(.playing(.fast)))
    }
    .seeingExits { $1.add("\($0.path) \($0.identifier) \($0.event ?? "none") \($0.state)") }
    .seeingEntries { $1.add("\($0.path) \($0.identifier) \($0.event ?? "none") \($0.state)") }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle("plug").text == "moved")
    let (old, new) = (Device.on(.idle), Device.charging(.playing(.fast)))
    #expect(
      notes.lines == [
        #"["on", "idle"] on.idle plug \#(old)"#,
        #"["on"] on plug \#(old)"#,
        #"["charging"] charging plug \#(new)"#,
        #"["charging", "playing"] charging.playing plug \#(new)"#,
        #"["charging", "playing", "fast"] charging.playing.fast plug \#(new)"#,
      ])
    #expect("\(machine.state)" == "\(new)")
  }

  private enum Plain { case off, on(Mode) }

  @Test func visitsAStateThatIsNotHierarchicalOnceAndWithoutAPath() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema(Plain.on(.idle)), subject: notes)
    for mode in [Mode.playing(.slow), .playing(.fast)] { machine.handle(.on(mode)) }
    #expect(notes.lines == ["-", "+", "-", "+"])
    #expect("\(machine.state)" == "\(Plain.on(.playing(.fast)))")
  }

  @Test func entersAgainWhatAFailedActionLeft() {
    let schema = StateMachineSchema<Device, Device, Notes>(initialState: .on(.playing(.slow))) {
      _, next in
      return .to(next) { _ in throw CancellationError() }
    }
    .seeingExits { $1.add("-\($0.identifier) \($0.event != nil)") }
    .seeingEntries { $1.add("+\($0.identifier) \($0.event != nil)") }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(.on(.idle)).name == "failed")
    #expect(
      notes.lines == [
        "-on.playing.slow true", "-on.playing true", "+on.playing true", "+on.playing.slow true",
      ])
    #expect("\(machine.state)" == "\(Device.on(.playing(.slow)))")
  }
}
