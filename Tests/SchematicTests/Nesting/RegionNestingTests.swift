import Schematic
import SchematicTestKit
import Testing

/// Regions in regions, beside other compositions.
@Suite struct RegionNestingTests {
  enum Switch: Hierarchical { case off, on }
  enum Work: Hierarchical { case idle, busy(Job), over }
  enum Step: Hierarchical { case begun, ended }

  struct Job {
    var left = Step.begun
    var right = Step.begun
  }
  struct Pair: Hierarchical {
    var casePath: [String] { [] }
    var a = Switch.off
    var b = Switch.off
  }
  struct Whole {
    var work = Work.idle
    var pair = Pair()
  }

  enum Event: CaseIterable { case start, left, right, both, toggle, reset }
  typealias Schema<State> = StateMachineSchema<State, Event, Notes>

  private static func step(_ name: String, _ event: Event) -> Schema<Step> {
    Schema<Step>(initialState: .begun) { step, given in
      guard given == event || given == .both else { return .ignored }
      return .to(.ended, name) { $0.add(name) }
    } states: { step in
      let answer = StateBehavior<Event, Notes>.entry { $0.add("+\(name) \(step)") }
        .exit { $0.add("-\(name) \(step)") }
      return step == .ended ? answer.final : answer
    }
  }

  private static let job = Schema<Job>(
    initialState: Job(), regions: .region(\.left, step("left", .left)),
    .region(\.right, step("right", .right)))

  private static let work = Schema<Work>(initialState: .idle) { work, event in
    switch (work, event) {
    case (.idle, .start): return .to(.busy(Job()))
    case (.busy, .reset): return .to(.idle, "cancel") { $0.add("cancel") }
    default: return .ignored
    }
  } states: { work in
    let answer = StateBehavior<Event, Notes>.entry { $0.add("+\(work.casePath[0])") }
      .exit { $0.add("-\(work.casePath[0])") }
    if case .over = work { return answer.final }
    return answer
  }
  .embedding(
    job, in: Work.busy, completion: { _, _ in .to(.over, "over") { $0.add("over") } })

  private static func toggle(_ name: String) -> Schema<Switch> {
    Schema<Switch>(initialState: .off) { state, event in
      event == .toggle || event == .both ? .to(state == .off ? .on : .off, name) : .ignored
    } states: { state in
      .entry { $0.add("+\(name) \(state)") }
    }
  }

  private static let pair = Schema<Pair>(
    initialState: Pair(), regions: .region(\.a, toggle("a")), .region(\.b, toggle("b")))

  private static let whole = Schema<Whole>(
    initialState: Whole(), regions: .region(\.work, work), .region(\.pair, pair))

  @Test func theRegionsOfARegionAreRegionsBesideTheOthers() {
    #expect(
      Self.whole.regionNames == [
        "work", "work/busy/left", "work/busy/right", "pair", "pair/a", "pair/b",
      ])
  }

  @Test func oneStepRunsThroughRegionsAtAnyDepth() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.whole, subject: notes)
    var steps: [[String]] = []
    machine.observe { steps.append($0.regions.map(\.description)) }
    #expect(machine.handle(.start) == .moved)
    #expect(notes.takeLines() == ["-idle", "+busy", "+left begun", "+right begun"])
    #expect(machine.handle(.left) == .moved)
    #expect(notes.takeLines() == ["-left begun", "left", "+left ended"])
    // The right step ends the job; its completion is a step of its own, in the region of the work alone.
    #expect(machine.handle(.both) == .moved)
    #expect(
      notes.takeLines() == [
        "-right begun", "right", "+right ended", "+a on", "+b on",
        "-busy", "over", "+over",
      ])
    #expect(
      steps == [
        ["work: external"], ["work/busy/left: external / left"],
        [
          "work/busy/right: external / right", "pair/a: external / a", "pair/b: external / b",
        ], ["work: external / over"],
      ])
    // A region that is over takes nothing, and the others go on.
    #expect(machine.handle(.start) == .ignored)
    #expect(machine.handle(.toggle) == .moved)
    #expect("\(machine.state.pair)" == "\(Pair())")
  }

  @Test func leavingAStateOfARegionLeavesTheRegionsInside() {
    let notes = Notes()
    let machine = StateMachine(
      schema: Self.whole, subject: notes,
      state: Whole(work: .busy(Job(left: .ended, right: .begun))))
    #expect(machine.handle(.reset) == .moved)
    #expect(notes.lines == ["-right begun", "-busy", "cancel", "+idle"])
    #expect(machine.state.work.casePath == ["idle"])
  }

  @Test func aMovingSiblingCompletesNothingAgain() {
    let notes = Notes()
    let lasting = Self.work.embedding(
      Self.job, in: Work.busy, completion: { _, _ in .stay("note") { $0.add("complete") } })
    let schema = Schema<Whole>(
      initialState: Whole(work: .busy(Job(left: .ended))), regions: .region(\.work, lasting),
      .region(\.pair, Self.pair))
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(.right) == .moved)
    #expect(notes.takeLines().filter { $0 == "complete" || $0 == "over" } == ["over"])
    #expect(machine.handle(.toggle) == .moved)
    #expect(!notes.takeLines().contains("over"))
  }

  @Test func twoCompletionsOfOneStepAreTakenInTheOrderOfTheRegions() {
    struct Two { var one = Work.busy(Job(left: .ended)), two = Work.busy(Job(left: .ended)) }
    let schema = Schema<Two>(
      initialState: Two(), regions: .region(\.one, Self.work), .region(\.two, Self.work))
    let machine = StateMachine(schema: schema, owning: Notes())
    var completions: [String] = []
    machine.observe { handled in
      if handled.sender == .completion { completions += handled.regions.map(\.region) }
    }
    #expect(machine.handle(.right) == .moved)
    #expect(completions == ["one", "two"])
    #expect(machine.isFinished)
  }

  // MARK: Other events and subjects

  private struct Garage { let notes: Notes }
  private enum Call { case inside(Event), outside }

  @Test func regionsAreAdaptedToOtherEventsAndSubjects() {
    struct Site { var work = Work.idle, pair = Pair() }
    let adapted = Self.whole.mappingSubject { (garage: Garage) in garage.notes }
      .mappingEvents(
        from: { if case .inside(let event) = $0 { event } else { nil } }, to: Call.inside)
    let notes = Notes()
    let machine = StateMachine(schema: adapted, subject: Garage(notes: notes))
    #expect(adapted.regionNames == Self.whole.regionNames)
    #expect(machine.handle(.outside) == .ignored)
    #expect(machine.handle(.inside(.start)) == .moved)
    #expect(machine.handle(.inside(.both)) == .moved)
    #expect(machine.state.work.casePath == ["over"])
    #expect(notes.lines.contains("over"))
    #expect(adapted.composition.regions.map(\.name) == ["work", "pair"])
  }

  private actor Valve {
    struct State { var flow = Switch.off, light = Switch.off }
    private(set) var lines: [String] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func turn() -> String { "\(machine.handle(()))" }

    static let schema = StateMachineSchema<State, Void, Valve>(
      initialState: State(),
      regions: .region(\.flow) { _, _ in
        return .to(.on) { $0.lines.append("open") }
      } states: { _ in
        .entry("note") { $0.lines.append("+flow") }
      },
      .region(\.light) { light, _, when in
        when("lit") { $0.lines.isEmpty } ? .to(.on) { $0.lines.append("shine") } : .stay
      } states: { _ in
        .exit("note") { $0.lines.append("-light") }
      })
  }

  @Test func regionsRunOnAnActor() async {
    let valve = Valve()
    #expect(await valve.turn() == "moved")
    #expect(await valve.lines == ["-light", "open", "shine", "+flow"])
  }

  @MainActor private final class Screen {
    var lines: [String] = []

    static let schema = StateMachineSchema<Pair, Event, Screen>(
      initialState: Pair(), on: MainActor.self,
      regions: .region(\.a, on: MainActor.self) { state, event in
        event == .toggle ? .to(state == .off ? .on : .off) { $0.lines.append("a") } : .ignored
      } states: { _ in
        .exit { $0.lines.append("-a") }
      },
      .region(\.b, on: MainActor.self) { state, event, when in
        when("first") { $0.lines.count < 2 } ? .to(.on) { $0.lines.append("b") } : .ignored
      })
  }

  @MainActor @Test func regionsRunOnTheMainActor() {
    let screen = Screen()
    let machine = StateMachine(schema: Screen.schema, subject: screen)
    #expect(machine.handle(.toggle) == .moved)
    #expect(screen.lines == ["-a", "a", "b"])
    #expect(machine.handle(.toggle) == .moved)
    #expect("\(machine.state)" == "\(Pair(b: .on))")
  }
}
