import Schematic
import SchematicGraph
import Testing

@Suite struct GraphableTests {
  private enum Plain: CaseIterable, Graphable { case on, off }

  @Test func caseIterableEnumsAreGraphableForFree() {
    #expect(Plain.graphCases == [.on, .off])
    #expect(Plain.graphCases.map(\.graphIdentifier) == ["on", "off"])
    #expect(Plain.graphCases.map(\.graphLabel) == ["on", "off"])
  }

  private enum Described: CaseIterable, Graphable, CustomStringConvertible,
    CustomDebugStringConvertible
  {
    case on, off
    var description: String { "a switch" }
    var debugDescription: String { "a switch" }
  }

  @Test func caseIsIdentifiedByNameHoweverItPrints() {
    #expect(Described.graphCases.map(\.graphIdentifier) == ["on", "off"])
  }

  private struct Bag: Graphable {
    private enum Lining { case silk }
    var items: Set<Int>
    private let lining = Lining.silk
    init(_ items: Set<Int>) { self.items = items }
    static var graphCases: [Bag] { [] }
  }

  @Test func aStructWithoutAPathHasTheSameNameInEveryRun() {
    let name = Bag(Set(1...9)).graphIdentifier
    #expect(name == "Bag(items: [1, 2, 3, 4, 5, 6, 7, 8, 9], lining: silk)")
  }

  private enum Raw: String, CaseIterable, Graphable { case on = "an", off = "aus" }
  private enum Numbered: Int, CaseIterable, Graphable { case one = 1, two }

  @Test func caseIsIdentifiedByNameWhateverItsRawValue() {
    #expect(Raw.graphCases.map(\.graphIdentifier) == ["on", "off"])
    #expect(Numbered.graphCases.map(\.graphIdentifier) == ["one", "two"])
  }

  private enum Spelled: CaseIterable, Graphable { case `default`, `self`, `game over`, überfällig }

  @Test func caseIsIdentifiedAsItIsSpelled() {
    #expect(
      Spelled.graphCases.map(\.graphIdentifier) == ["default", "self", "game over", "überfällig"]
    )
  }

  private enum Only: CaseIterable, Graphable { case one }

  @Test func onlyCaseIsIdentified() {
    #expect(Only.graphCases.map(\.graphIdentifier) == ["one"])
  }

  private enum Download: Graphable {
    case idle, fetching(Double), failed(code: Int, text: String), paused(Void), next(Int?)
    static var graphCases: [Download] {
      [.idle, .fetching(0), .fetching(1), .failed(code: 1, text: ""), .paused(()), .next(nil)]
    }
  }

  @Test func identifierLeavesOutPayloads() {
    #expect(
      Download.graphCases.map(\.graphIdentifier) == [
        "idle", "fetching", "fetching", "failed", "paused", "next",
      ]
    )
  }

  private enum Mode: CaseIterable, Graphable { case playing, paused }
  private enum Player: Graphable {
    case off, active(Mode), labelled(mode: Mode), both(Mode, Mode), deep(Deep)
    static var graphCases: [Player] {
      [.off, .active(.playing), .labelled(mode: .paused), .both(.playing, .paused)]
        + Mode.allCases.map { .deep(.mode($0)) }
    }
  }
  private enum Deep: Graphable {
    indirect case mode(Mode)
    static var graphCases: [Deep] { Mode.allCases.map { .mode($0) } }
  }

  @Test func nestedCaseIsIdentifiedByItsPath() {
    #expect(
      Player.graphCases.map(\.graphIdentifier) == [
        "off", "active.playing", "labelled.paused", "both", "deep.mode.playing", "deep.mode.paused",
      ]
    )
  }

  private struct Level: Graphable {
    let number: Int
    static var graphCases: [Level] { [Level(number: 1), Level(number: 2)] }
    var casePath: [String] { ["level \(number)"] }
    var graphLabel: String { "Level" }
  }
  private enum Game: Graphable {
    case level(Level)
    static var graphCases: [Game] { Level.graphCases.map { .level($0) } }
  }

  @Test func typeNamesItself() {
    #expect(Level.graphCases.map(\.graphLabel) == ["Level", "Level"])
    #expect(Game.graphCases.map(\.graphIdentifier) == ["level.level 1", "level.level 2"])
  }

  /// A state inside others, at any depth.
  private indirect enum Shell: Graphable {
    case shell(Shell)
    case core(Core)
    static var graphCases: [Shell] { [] }

    init(depth: Int, around core: Core) {
      self = depth == 0 ? .core(core) : .shell(Shell(depth: depth - 1, around: core))
    }
  }

  /// A state that counts how often it is asked for its path.
  private struct Core: Graphable {
    final class Count: @unchecked Sendable { var asked = 0 }
    let count = Count()
    static var graphCases: [Core] { [] }
    var casePath: [String] {
      count.asked += 1
      return ["core"]
    }
  }

  private enum Wrap: CaseIterable, Graphable { case wrap }

  @Test(.timeLimit(.minutes(30))) func statesThatNestEverDeeperAreBounded() {
    let graph = StateGraph(
      initial: Shell(depth: 0, around: Core()), bounds: ExplorationBounds(undeclaredStates: 200)
    ) { (shell: Shell, _: Wrap) in .shell(shell) }
    #expect(graph.states.count == 201)
    #expect(graph.composites.count == 401)
    #expect(graph.findings.contains { $0.kind == .undeclaredStateBound })
  }

  @Test(arguments: [1, 8])
  func nestedValueIsAskedOnceAtAnyDepth(depth: Int) {
    let core = Core()
    let shell = Shell(depth: depth, around: core)
    let path = Array(repeating: "shell", count: depth) + ["core", "core"]
    #expect(shell.casePath == path)
    #expect(core.count.asked == 1)
    #expect(shell.graphIdentifier == path.joined(separator: "."))
    #expect(core.count.asked == 2)
    #expect(shell.diagramLabel == path.joined(separator: "."))
    #expect(core.count.asked <= 5)
    let graph = StateGraph(initial: shell, events: [Shell]()) { _, _ in nil }
    #expect(graph.initialState == shell.graphIdentifier)
    #expect(core.count.asked < 20)
  }
}

@Suite struct PermittedEventsTests {
  private enum Gate { case locked, unlocked }
  private enum Visitor: Graphable, Hashable {
    case push, coin(Int), kick
    static var graphCases: [Visitor] { [.push, .coin(1), .coin(2), .kick] }
  }
  private final class Purse { var isRich = false }

  private static let schema = StateMachineSchema<Gate, Visitor, Purse>(initialState: .locked) {
    gate, visitor, when in
    switch visitor {
    case .coin(1): return gate == .locked ? .to(.unlocked) { _ in Issue.record() } : .ignored
    case .coin: return when("rich") { $0.isRich } ? .stay : .ignored
    case .push: return gate == .unlocked ? .to(.locked) : .ignored
    case .kick: return .rejected
    }
  }

  @Test(arguments: [
    (Gate.locked, false, [Visitor.coin(1)]),
    (.locked, true, [.coin(1), .coin(2)]),
    (.unlocked, false, [.push]),
    (.unlocked, true, [.push, .coin(2)]),
  ])
  private func permittedEventsAreThoseThatWouldBeTaken(gate: Gate, isRich: Bool, events: [Visitor])
  {
    let purse = Purse()
    purse.isRich = isRich
    let machine = StateMachine(schema: Self.schema, subject: purse, state: gate)
    #expect(machine.permittedEvents == events)
    #expect(machine.state == gate)
  }

  @Test func permittedEventsAreNoneWithoutTheSubject() {
    let machine = StateMachine(schema: Self.schema, subject: Purse())
    #expect(machine.permittedEvents.isEmpty)
  }
}
