import Schematic
import Testing

/// The steps of machines that go on side by side.
@Suite struct RegionTests {
  enum Drive: Hierarchical { case pushing, riding(Gear), stranded, done }
  enum Gear: Hierarchical, CaseIterable { case eco, sport }
  enum Light: Hierarchical { case off, on, done }

  struct Trip {
    var drive = Drive.pushing
    var light = Light.off
    /// No region.
    var number = 7
  }

  enum Event { case mount, shift, press, all, refuse, fail, ask, finish, nothing }

  typealias Schema<State> = StateMachineSchema<State, Event, Notes>

  static let drive = Schema<Drive>(initialState: .pushing) { drive, event in
    switch (drive, event) {
    case (.pushing, .mount): return .to(.riding(.eco), "mount") { $0.add("mount") }
    case (.riding(let gear), .shift):
      return .to(.riding(gear == .eco ? .sport : .eco)) { $0.add("shift") }
    case (_, .all): return .to(.riding(.eco), "drive") { $0.add("drive") }
    case (_, .refuse): return .rejected("not now")
    case (_, .fail): return .to(.stranded) { $0.add("strand") }
    case (_, .finish): return .to(.done)
    default: return .ignored
    }
  } states: { drive in
    let answer = StateBehavior<Event, Notes>.entry { $0.add("+\(drive.casePath.last!)") }
      .exit { $0.add("-\(drive.casePath.last!)") }
    if case .done = drive { return answer.final }
    return answer
  }
  .states(level: 1) { drive in
    guard case .riding = drive else { return .none }
    return .entry { $0.add("+riding") }.exit { $0.add("-riding") }
  }

  static let light = Schema<Light>(initialState: .off) { light, event, when in
    switch (light, event) {
    case (.off, .press), (.off, .all): return .to(.on, "shine") { $0.add("shine") }
    case (.on, .press): return .to(.off)
    case (.on, .shift): return .stay("blink") { $0.add("blink") }
    case (_, .refuse): return .rejected("too dark")
    case (_, .fail): return .to(.off) { _ in throw CancellationError() }
    case (_, .ask): return when(in: \Trip.drive, Drive.riding) ? .to(.on, "ask") : .ignored
    case (_, .finish): return .to(.done)
    default: return .ignored
    }
  } states: { light in
    let answer = StateBehavior<Event, Notes>.entry { $0.add("+\(light)") }
      .exit { $0.add("-\(light)") }
    return light == .done ? answer.final : answer
  }

  static let trip = Schema<Trip>(
    initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, light))

  private static let riding = Trip(drive: .riding(.eco), light: .on)

  typealias Row = (from: Trip, event: Event, outcome: String, to: Trip, lines: String)

  @Test(
    arguments: [
      // A region that takes an event alone leaves the other one alone.
      (Trip(), .mount, "moved", Trip(drive: .riding(.eco)), "-pushing mount +riding +eco"),
      (Trip(), .press, "moved", Trip(light: .on), "-off shine +on"),
      // The last region is left first, and inner states before those around them; then all actions run,
      // and then all entries (W3C's test assertions 404, 405 and 406 of SCXML).
      (
        riding, .all, "moved", Trip(drive: .riding(.eco), light: .on),
        "-eco drive +eco"
      ),
      (
        Trip(), .all, "moved", riding,
        "-off -pushing drive shine +riding +eco +on"
      ),
      // One moves, and the other one only acts.
      (
        riding, .shift, "moved", Trip(drive: .riding(.sport), light: .on), "-eco shift blink +sport"
      ),
      // What both reject is rejected, and nobody leaves anything.
      (riding, .refuse, "rejected: not now; too dark", riding, ""),
      // A throwing action takes back the whole step; what was left is entered again.
      (
        riding, .fail, "failed", riding, "-on -eco -riding strand +riding +eco +on"
      ),
      (riding, .nothing, "ignored", riding, ""),
      // A rule asks where a sibling is, before the step.
      (Trip(), .ask, "ignored", Trip(), ""),
      (
        Trip(drive: .riding(.sport)), .ask, "moved", Trip(drive: .riding(.sport), light: .on),
        "-off +on"
      ),
    ] as [Row])
  func aStepOfRegionsRunsInOrder(row: Row) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.trip, subject: notes, state: row.from)
    #expect(machine.can(row.event) == ["moved", "failed"].contains(row.outcome))
    let outcome = machine.handle(row.event)
    #expect(notes.lines.joined(separator: " ") == row.lines)
    #expect("\(machine.state)" == "\(row.to)")
    switch outcome {
    case .rejected(let error): #expect("rejected: \(error.reason ?? "")" == row.outcome)
    default: #expect(outcome.name == row.outcome)
    }
  }

  @Test func aRejectionOfOneRegionIsNoVetoOverAnother() {
    let notes = Notes()
    let schema = Schema<Trip>(
      initialState: Trip(), regions: .region(\.drive, Self.drive),
      .region(\.light) { _, event in event == .refuse ? .to(.on, "on") : .ignored })
    let machine = StateMachine(schema: schema, subject: notes)
    var steps: [RegionStep] = []
    machine.observe { steps = $0.regions }
    #expect(machine.handle(.refuse) == .moved)
    #expect("\(machine.state)" == "\(Trip(light: .on))")
    #expect(steps.map(\.description) == ["drive: rejected / not now", "light: external / on"])
  }

  @Test func observersLearnWhatEachRegionDidInOneCall() {
    let machine = StateMachine(schema: Self.trip, owning: Notes())
    var handled: [HandledEvent<Trip, Event>] = []
    machine.observe { handled.append($0) }
    machine.handle(.all)
    machine.handle(.ask)
    #expect(handled.map(\.label) == ["drive, shine", "ask"])
    #expect(
      handled.map { $0.regions.map(\.description) } == [
        ["drive: external / drive", "light: external / shine"], ["light: external / ask"],
      ])
    #expect(handled[1].guards.map(\.name) == ["in drive.riding"])
    #expect(handled[1].guards.map(\.holds) == [true])
  }

  @Test func aMachineIsFinishedWhenAllItsRegionsAre() {
    let notes = Notes()
    let machine = StateMachine(
      schema: Self.trip, subject: notes, state: Trip(drive: .done, light: .on))
    #expect(!machine.isFinished)
    // A region in a final state takes nothing.
    #expect(machine.handle(.all) == .ignored)
    #expect(machine.handle(.finish) == .moved)
    #expect(machine.isFinished)
    #expect(notes.lines == ["-on", "+done"])
    #expect(machine.handle(.press).name == "rejected")
    #expect(Self.trip.isFinal(Trip(drive: .done, light: .done)))
    #expect(!Self.trip.isFinal(Trip(drive: .done)))
  }

  @Test func aMachineThatStartsWithAllItsRegionsFinalIsFinished() {
    let end = Trip(drive: .done, light: .done)
    func machine() -> StateMachine<Trip, Event, Notes> {
      StateMachine(schema: Self.trip, owning: Notes(), state: end)
    }
    let started = machine()
    started.start()
    let resumed = machine()
    _ = resumed.resume([], after: .zero)
    for machine in [machine(), started, resumed] {
      #expect(machine.isFinished)
      #expect(machine.handle(.press).name == "rejected")
      #expect(Self.trip.isFinal(machine.state))
    }
  }

  @Test func aNewMachineEntersItsRegionsInOrder() {
    let notes = Notes()
    #expect(StateMachine(schema: Self.trip, subject: notes, state: Self.riding).start() == .moved)
    #expect(notes.lines == ["+riding", "+eco", "+on"])
  }

  @Test func propertiesThatAreNoRegionKeepTheirValues() {
    let machine = StateMachine(schema: Self.trip, subject: Notes(), state: Trip(number: 12))
    machine.handle(.all)
    machine.handle(.fail)
    #expect(machine.state.number == 12)
  }

  @Test func theNamesOfRegionsAreThoseOfProperties() {
    #expect(Self.trip.regionNames == ["drive", "light"])
    #expect(Rental.schema.regionNames == ["trip/drive", "trip/light"])
  }

  @Test func aRegionCommitsTheStepsThatItTakesPartIn() {
    let notes = Notes()
    let drive = Self.drive.onCommit { step, notes in
      notes.add("commit \(step.source) > \(step.target) \(step.outcome) \(step.label ?? "")")
    }
    let schema = Schema<Trip>(
      initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, Self.light))
    let machine = StateMachine(
      schema: schema.onCommit { step, notes in notes.add("\(step.regions)") }, owning: notes)
    _ = notes.takeLines()
    #expect(machine.handle(.press) == .moved)
    #expect(notes.takeLines() == ["-off", "shine", "[light: external / shine]", "+on"])
    #expect(machine.handle(.all) == .moved)
    #expect(
      notes.takeLines() == [
        "-pushing", "drive", "commit pushing > \(Drive.riding(.eco)) moved drive",
        "[drive: external / drive]", "+riding", "+eco",
      ])
    let other = Schema<Trip>(
      initialState: Trip(), regions: .region(\.drive, Self.drive),
      .region(\.light, Self.light.onCommit { _, _ in throw CancellationError() }))
    let failing = StateMachine(schema: other, owning: notes)
    #expect(failing.handle(.mount) == .moved)
    #expect("\(failing.handle(.all))".contains("failed"))
    #expect("\(failing.state)" == "\(Trip(drive: .riding(.eco)))")
  }

  // MARK: Inside a state

  enum Rental: Hierarchical {
    case parked, trip(Trip), broken

    static let schema = Schema<Rental>(initialState: .parked) { rental, event in
      switch (rental, event) {
      case (.parked, .mount): return .to(.trip(Trip()))
      case (.trip, .nothing): return .to(.trip(Trip(light: .on)), "again") { $0.add("again") }
      case (.trip(let trip), .refuse):
        // Never asked: both regions reject it.
        return .to(.trip(trip))
      case (.trip(let trip), .ask):
        if case .pushing = trip.drive { return .to(.broken) }
        return .ignored
      default: return .ignored
      }
    } states: { rental in
      let name = rental.casePath[0]
      return .entry { $0.add("+\(name)") }.exit { $0.add("-\(name)") }
    }
    .embedding(
      RegionTests.trip, in: Rental.trip,
      completion: { trip, _ in .to(.parked, "done \(trip.number)") })
  }

  @Test func theRulesAroundApplyIfNoRegionTakesOrRejectsAnEvent() {
    let notes = Notes()
    let machine = StateMachine(schema: Rental.schema, subject: notes)
    #expect(machine.handle(.mount) == .moved)
    #expect(notes.takeLines() == ["-parked", "+trip", "+pushing", "+off"])
    #expect(machine.handle(.all) == .moved)
    #expect(notes.takeLines() == ["-off", "-pushing", "drive", "shine", "+riding", "+eco", "+on"])
    #expect(machine.handle(.refuse).name == "rejected")
    // A transition around leaves everything inside, and enters it again.
    #expect(machine.handle(.nothing) == .moved)
    #expect(
      notes.takeLines() == [
        "-on", "-eco", "-riding", "-trip", "again", "+trip", "+pushing", "+on",
      ])
    #expect(machine.handle(.ask) == .moved)
    #expect("\(machine.state)" == "\(Rental.broken)")
  }

  @Test func aStateIsCompleteWhenAllItsRegionsAre() {
    let notes = Notes()
    let machine = StateMachine(
      schema: Rental.schema, subject: notes,
      state: .trip(Trip(drive: .riding(.sport), light: .done, number: 3)))
    var labels: [String?] = []
    machine.observe { labels.append($0.sender == .completion ? $0.label : nil) }
    #expect(machine.handle(.finish) == .moved)
    #expect(labels == [nil, "done 3"])
    #expect("\(machine.state)" == "\(Rental.parked)")
    #expect(
      notes.lines == ["-sport", "-riding", "+done", "-trip", "+parked"])
  }
}
