import Schematic
import Testing

/// Actions on entry to states and on exit from them.
@Suite struct StateActionTests {
  enum Mode: Hierarchical { case playing, paused }
  enum Player: Hierarchical { case off, active(Mode) }

  /// The event is the state wanted next; actions say where they belong.
  private static let schema = StateMachineSchema<Player, Player, Notes>(initialState: .off) {
    _, next in
    return .to(next, "go") { $0.add("go") }
  }
  .states { state in
    let name = state.casePath.joined(separator: ".")
    return .exit("dim") { $0.add("-\(name)") }.entry("light") { $0.add("+\(name)") }
  }
  .states(level: 1) { state in
    .exit { $0.add("-1 \(state.casePath[0])") }.entry("warm up") {
      $0.add("+1 \(state.casePath[0])")
    }
  }
  .states(level: 2) { _ in .entry("spin") { $0.add("+2") } }

  @Test(
    arguments: [
      (.off, .off, "-off -1 off go +off +1 off"),
      (.off, .active(.paused), "-off -1 off go +1 active +active.paused +2"),
      (.active(.paused), .active(.playing), "-active.paused go +active.playing +2"),
      (.active(.paused), .off, "-active.paused -1 active go +off +1 off"),
    ] as [(Player, Player, String)])
  func actionsRunAtTheLevelTheyBelongTo(source: Player, target: Player, lines: String) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes, state: source)
    #expect(machine.handle(target) == .moved)
    #expect(notes.lines.joined(separator: " ") == lines)
    #expect(machine.state.casePath == target.casePath)
  }

  @Test func actionsRunForAllLevelsOfTheFirstState() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes, state: .active(.playing))
    #expect(machine.start() == .moved)
    #expect(notes.lines == ["+1 active", "+active.playing", "+2"])
  }

  @Test func actionsRunInTheOrderOfTheirAddition() {
    let schema = StateMachineSchema<Bool, Void, Notes>(initialState: false) { _, _ in .to(true) }
      .states { _ in .entry { $0.add("first") } }
      .states { state in state ? .none : .entry { $0.add("never") } }
      .states { _ in .entry { $0.add("second") }.entry { $0.add("third") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    machine.handle(())
    #expect(notes.lines == ["first", "second", "third"])
    #expect(machine.state)
  }

  @Test func internalTransitionRunsNoActions() {
    let schema = StateMachineSchema<Int, Void, Notes>(initialState: 0) { _, _ in .stay(as: 1) }
      .states { _ in .exit { $0.add("exit") }.entry { $0.add("entry") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(()) == .stayed)
    #expect(notes.lines.isEmpty)
  }

  @Test func statesThatAFailedActionLeftAreEnteredAgain() {
    let schema = StateMachineSchema<Player, Player, Notes>(initialState: .active(.paused)) {
      _, next in
      return .to(next) { _ in throw CancellationError() }
    }
    .states { _ in .exit { $0.add("exit") }.entry { $0.add("entry") } }
    .states(level: 1) { _ in .exit { $0.add("exit 1") }.entry { $0.add("entry 1") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(.off).name == "failed")
    #expect(notes.lines == ["exit", "exit 1", "entry 1", "entry"])
    #expect(machine.state.casePath == ["active", "paused"])
  }

  enum Lamp: CaseIterable { case off, on, broken }

  /// By a cached rule as by one that is not, with and without anything to leave.
  @Test(arguments: Lamp.allCases)
  func statesThatAFailedActionOfACachedRuleLeftAreEnteredAgain(source: Lamp) {
    let schema = StateMachineSchema<Lamp, Lamp, Notes>(initialState: source) { _, next in
      return .to(next) { _ in throw CancellationError() }
    }
    .states { lamp in
      switch lamp {
      case .off: .entry { $0.add("entry") }
      case .on: .entry { $0.add("entry") }.exit { $0.add("exit") }
      case .broken: .none
      }
    }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    let lines = [Lamp.off: ["entry"], .on: ["exit", "entry"], .broken: []][source]
    for round in 1...4 {
      for next in Lamp.allCases {
        #expect(machine.handle(next).name == "failed")
        #expect(machine.state == source)
        #expect(notes.takeLines() == lines, "round \(round) to \(next)")
      }
    }
  }

  @Test func actionsAreLabelledAndNotRunByWhoAsks() {
    let schema = Self.schema.states { _ in .task("spin") { _, _ in nil } }
    func labels(_ state: Player) -> [String] {
      schema.behaviorDescriptions(in: state).map {
        "\($0.kind) \($0.owner.level) \($0.name?.label ?? "-")"
      }
    }
    #expect(
      labels(.active(.paused)) == [
        "entry 0 light", "exit 0 dim", "entry 1 warm up", "exit 1 -", "entry 2 spin",
        "task 0 spin",
      ])
    #expect(
      labels(.off) == ["entry 0 light", "exit 0 dim", "entry 1 warm up", "exit 1 -", "task 0 spin"])
  }

  @MainActor private final class Lantern {
    var lines: [String] = []

    static let schema = StateMachineSchema<Bool, Void, Lantern>(
      initialState: false, on: MainActor.self
    ) { isOn, _ in .to(!isOn) }
    .states(on: MainActor.self) { isOn in
      .exit("note") { $0.lines.append("exit \(isOn)") }
        .entry("note") { $0.lines.append("entry \(isOn)") }
    }
  }

  @Test @MainActor func actionsRunOnTheMainActor() {
    let lantern = Lantern()
    let machine = StateMachine(schema: Lantern.schema, subject: lantern)
    machine.handle(())
    #expect(lantern.lines == ["exit false", "entry true"])
  }

  private actor Valve {
    private(set) var lines: [String] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func turn() { machine.handle(()) }

    static let schema = StateMachineSchema<Bool, Void, Valve>(initialState: false) { isOpen, _ in
      return .to(!isOpen)
    }
    .states { isOpen in
      .exit("note") { $0.lines.append("exit \(isOpen)") }
        .entry("note") { $0.lines.append("entry \(isOpen)") }
    }
  }

  @Test func actionsRunOnAnActor() async {
    let valve = Valve()
    await valve.turn()
    #expect(await valve.lines == ["exit false", "entry true"])
  }

  private indirect enum Deep: Hierarchical {
    case leaf, node(Deep)

    init(depth: Int) { self = (1..<depth).reduce(.leaf) { deep, _ in .node(deep) } }
  }

  @Test(.timeLimit(.minutes(30)))
  func actionsCostInProportionToTheDepthOfAState() {
    let notes = Notes()
    let schema = StateMachineSchema<Deep, Deep, Notes>(initialState: .leaf) { _, next in .to(next) }
      .states(level: 1) { _ in .entry { $0.add("entry") } }
    let machine = StateMachine(schema: schema, subject: notes)
    for _ in 1...10 {
      #expect(machine.handle(Deep(depth: 100)) == .moved)
      #expect(machine.handle(.leaf) == .moved)
    }
    #expect(Deep(depth: 100).casePath.count == 100)
    #expect(notes.lines.count == 20)
  }
}
