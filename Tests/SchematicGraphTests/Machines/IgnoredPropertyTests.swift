import Foundation
import Schematic
import Testing

@testable import SchematicGraph

/// Properties that differ in each run, and those that a diagram leaves out.
@Suite struct IgnoredPropertyTests {
  private struct Peer {
    var address = 0
    var port = 1
  }

  private final class Promise { var count = Int.random(in: 0..<1_000_000) }
  private struct Call {
    private enum State { case idle, waiting(Promise, Int), failed(Promise?) }
    private var state = State.idle
    mutating func start() { state = .waiting(Promise(), 1) }
    mutating func fail(_ keeps: Bool) {
      guard case .waiting(let promise, _) = state else { return }
      state = .failed(keeps ? promise : nil)
    }
    func end() -> String? { if case .failed(_?) = state { "end" } else { nil } }
  }

  @Test func valuesOfATypeMakeNoDifferenceWhereverTheyAre() {
    let graph = StateGraph(
      .value(Call()) { ReflectedState(of: $0) },
      steps: [
        .step("start") { $0.start() }, .step("fail", with: [true, false]) { $0.fail($1) },
        .step("end") { $0.end() },
      ], options: .init(ignoring: [.values(of: Promise.self)]))
    #expect(graph.findings.filter { $0.kind != .noWayOut }.isEmpty)
    #expect(
      graph.lines == [
        "idle → waiting: start", "waiting → failed: fail",
        "failed → waiting: start", "failed ⇢ failed: end [failed ≠ nil] / end",
      ])
  }

  private struct Connection {
    private enum State {
      case idle
      case open(peer: Peer, since: UUID)
      case failed(String)
    }
    enum Action {
      case none
      case send(id: UUID, isFirst: Bool)
    }
    private var state = State.idle
    private var id = 0
    private(set) var queue: [Int] = []
    private(set) var token: UUID?

    mutating func open() { state = .open(peer: Peer(), since: UUID()) }
    mutating func move(_ address: Int) {
      guard case .open(var peer, let since) = state else { return }
      peer.address = address
      state = .open(peer: peer, since: since)
    }
    mutating func name(_ number: Int) { id = number }
    mutating func add() { if queue.count < 4 { queue.append(queue.count) } }
    mutating func take() -> String? { queue.isEmpty ? nil : "take \(queue.removeFirst() * 0)" }
    mutating func sign() { token = UUID() }
    mutating func check() throws -> String? { token == nil ? nil : "signed" }
    mutating func fail(_ reason: String) { state = .failed(reason) }
  }

  private func graph(
    _ steps: [MachineStep<Connection>], ignoring: [IgnoredProperty]
  ) -> StateGraph {
    StateGraph(
      .value(Connection()) { ReflectedState(of: $0) }, steps: steps,
      options: .init(ignoring: ignoring))
  }

  // MARK: Contents

  /// A collection that reflection shows as a struct, as those of other packages are.
  private struct Ring: Collection {
    private var storage: [Int?] = [nil, nil, nil]
    private(set) var endIndex = 0
    let startIndex = 0
    func index(after position: Int) -> Int { position + 1 }
    subscript(position: Int) -> Int { storage[position] ?? 0 }
    mutating func append(_ number: Int) { (storage[endIndex], endIndex) = (number, endIndex + 1) }
    mutating func removeLast() { endIndex -= 1 }
  }

  private struct Pipe {
    enum Phase: CaseIterable, Graphable { case quiet, busy }
    private(set) var phase = Phase.quiet
    private var ring = Ring()
    private var count = 0
    mutating func put() { if ring.count < 3 { ring.append(count) } }
    mutating func take() {
      phase = ring.isEmpty ? .quiet : .busy
      if !ring.isEmpty { ring.removeLast() }
    }
    mutating func tick() { count = (count + 1) % 5 }
    mutating func ring(_ bell: Int) -> String? { count == 0 ? nil : "late" }
  }

  @Test func conditionShowsWhetherACollectionOfAnotherPackageIsEmpty() {
    let graph = StateGraph(
      .value(Pipe(), state: \.phase),
      steps: [.step("put") { $0.put() }, .step("take") { $0.take() }],
      options: .init(ignoring: [.contents(of: "ring")]))
    #expect(graph.lines.contains("quiet → busy: take [ring = […]]"))
    #expect(graph.lines.contains("busy → quiet: take [ring = []]"))
  }

  @Test func conditionShowsWhetherANumberIsZero() {
    let graph = StateGraph(
      .value(Pipe(), state: \.phase),
      steps: [.step("tick") { $0.tick() }, .step("ring") { $0.ring(1) }],
      options: .init(ignoring: [.contents(of: "count")]))
    #expect(
      graph.lines == ["quiet ⇢ quiet: tick", "quiet ⇢ quiet: ring [count = not 0] / late"])
  }

  private struct Camera {
    enum Phase: CaseIterable, Graphable { case on, full, empty }
    private(set) var phase = Phase.on
    private(set) var frames = 0
    mutating func frame() { frames += 1 }
    mutating func end() { phase = frames >= 1 ? .full : .empty }
  }

  @Test func conditionMayBeAboutAnIgnoredProperty() {
    let graph = StateGraph(
      .value(Camera(), state: \.phase),
      steps: [.step("frame") { $0.frame() }, .step("end") { $0.end() }],
      options: .init(
        conditions: [.init("has frames") { $0.frames >= 1 }], ignoring: ["frames"]))
    #expect(graph.lines.contains("on → full: end [has frames = true]"))
    #expect(graph.lines.contains("on → empty: end [has frames = false]"))
  }

  private final class Writer {
    private var rows = 0
    private var stream: [Bool]
    init(stream: [Bool]) { self.stream = stream }
    func write() -> String? {
      guard stream != [true] else { return "refuse" }
      rows = 1
      return nil
    }
    func close() { (rows, stream) = (1, [true]) }
  }

  /// Returns the graph of a writer that is closed before it writes, or the other way around.
  private func writer(closesFirst: Bool, ignoring: [IgnoredProperty]) -> StateGraph {
    let steps: [MachineStep<Writer>] = [
      .step("close") { $0.close() }, .step("write") { $0.write() },
    ]
    return StateGraph(
      .made(state: { ReflectedState(of: $0, flags: ["rows"]) }) { Writer(stream: [false]) },
      steps: closesFirst ? steps : steps.reversed(), options: .init(ignoring: ignoring))
  }

  @Test(arguments: [true, false])
  func propertyThatDecidesAfterAllIsAFinding(closesFirst: Bool) {
    let graph = writer(closesFirst: closesFirst, ignoring: ["stream"])
    let finding = graph.findings.first { $0.kind == .mergedMachinesDiffer }
    let ways = closesFirst ? ["write", "close"] : ["close", "write"]
    #expect(
      finding?.description == """
        event write in state rows depends on `stream`, which the picture leaves out: after \(ways[0]) it does \
        something else than after \(ways[1]), as drawn; take it out of `ignoring`, or let the state carry what \
        decides
        """)
    let mended = writer(closesFirst: closesFirst, ignoring: [])
    #expect(!mended.findings.contains { $0.kind == .mergedMachinesDiffer })
    #expect(
      mended.lines.contains("rows ⇢ rows: write [stream = [true]] / refuse"), "\(mended.lines)")
  }

  private final class Parser {
    private(set) var isOpen = true
    private var bytes = Data(count: 16)
    func add() { if bytes.count < 18 { bytes.append(1) } else { isOpen = false } }
  }

  @Test func objectWithADataIsEqualToAnother() {
    let graph = StateGraph(
      .made(state: { ReflectedState(of: $0, property: "isOpen") }) { Parser() },
      steps: [.step("add") { $0.add() }])
    #expect(!graph.findings.contains { $0.kind == .replayDiffers })
    #expect(graph.states.map(\.identifier) == ["true", "false"])
  }

  private struct Reader {
    enum State { case key(count: Int), text }
    private var state = State.key(count: 0)
    private var key: [UInt8] = []
    mutating func read() {
      key.append(1)
      switch state {
      case .key(count: 0): state = .key(count: 1)
      case .key: state = .text
      case .text: break
      }
    }
  }

  @Test func nameOfAPropertyIsNoneOfACaseWhoseValuesHaveLabels() {
    let graph = StateGraph(
      .value(Reader()) { ReflectedState(of: $0) }, steps: [.step("read") { $0.read() }],
      options: .init(ignoring: ["key"]))
    #expect(
      graph.findings.allSatisfy { [.noWayOut, .handlesNothing, .mergeBound].contains($0.kind) })
    #expect(
      graph.lines == [
        "key ⇢ key: read [count = 0]", "key → text: read [count = 1]",
      ], "\(graph.lines)")
  }

  private final class Neighbor { var others: [Neighbor] = [] }

  private final class Town {
    private(set) var isAwake = false
    private let neighbors = (0..<12).map { _ in Neighbor() }
    init() { for neighbor in neighbors { neighbor.others = neighbors } }
    func wake() { isAwake = true }
  }

  @Test func objectsThatKnowEachOtherAreLookedIntoOnce() {
    let graph = StateGraph(
      .made(state: { ReflectedState(of: $0, property: "isAwake") }) { Town() },
      steps: [.step("wake") { $0.wake() }], options: .init(ignoring: ["absent"]))
    #expect(graph.lines == ["false → true: wake"])
  }

  // MARK: What differs in each run

  @Test func findingNamesThePropertyThatAStepMakesAnew() {
    let graph = graph([.step("open") { $0.open() }], ignoring: [])
    let finding = graph.findings.first { $0.kind == .varyingProperty }
    #expect(
      finding?.description == """
        `state.open.since` of the machine has another value each time after the events that lead to state open, so \
        nothing more is drawn; if it decides nothing, leave it out with `ignoring: ["open.since"]`, or else let \
        the machine be given the value
        """)
    #expect(finding?.severity == .error)
    #expect(graph.rules.isEmpty)
    let mended = self.graph([.step("open") { $0.open() }], ignoring: ["open.since"])
    #expect(mended.findings.allSatisfy { $0.kind != .varyingProperty }, "\(mended.findings)")
    #expect(
      mended.rules.map(\.description) == ["idle -> open: open"])
  }

  private struct Ticket {
    var id = UUID()
    var isUsed = false
    mutating func use() { isUsed = true }
  }

  @Test func findingNamesThePropertyThatTheMachineIsMadeWith() {
    func graph(_ ignoring: [IgnoredProperty]) -> StateGraph {
      StateGraph(
        .value(Ticket()) { ReflectedState($0.isUsed) }, steps: [.step("use") { $0.use() }],
        options: .init(ignoring: ignoring))
    }
    let varying = graph([]).findings.filter { $0.kind == .varyingProperty }
    #expect(
      varying.map(\.description) == [
        """
        `id` of the machine has another value each time after it is made, so nothing more is drawn; if it decides \
        nothing, leave it out with `ignoring: ["id"]`, or else let the machine be given the value
        """
      ])
    #expect(graph(["id"]).findings.allSatisfy { $0.kind != .varyingProperty })
  }

  private final class Session {
    private(set) var isOpen = false
    private var key: UUID?
    func open() {
      isOpen = true
      key = UUID()
    }
  }

  @Test func findingNamesThePropertyOfAnObject() {
    func graph(_ ignoring: [IgnoredProperty]) -> StateGraph {
      StateGraph(
        .made(state: { ReflectedState($0.isOpen) }) { Session() },
        steps: [.step("open") { $0.open() }], options: .init(ignoring: ignoring))
    }
    let varying = graph([]).findings.filter { $0.kind == .varyingProperty }
    #expect(varying.map { $0.description.contains("`key`") } == [true])
    #expect(graph(["key"]).findings.allSatisfy { $0.kind != .varyingProperty })
    #expect(graph(["key"]).lines == ["false → true: open"])
  }

  private final class Ward {
    private(set) var state = "calm"
    private var key: UUID?
    private var visitor: (id: UInt64, name: String)?
    func lock() { key = UUID() }
    func visit() { visitor = (.random(in: 1...(.max)), "Ann") }
    func ring() { state = key == nil ? "open" : "shut" }
  }

  @Test func ofContentsThatDifferEachTimeItStillDecidesWhetherTheyAreThere() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Ward() },
      steps: [
        .step("lock") { $0.lock() }, .step("visit") { $0.visit() }, .step("ring") { $0.ring() },
      ], options: .init(ignoring: [.contents(of: "key"), .contents(of: "visitor")]))
    #expect(graph.lines.contains("calm → shut: ring [key ≠ nil]"), "\(graph.lines)")
    #expect(graph.lines.contains("calm → open: ring [key = nil]"), "\(graph.lines)")
    #expect(!graph.findings.contains { $0.severity == .error }, "\(graph.findings)")
  }

  @Test func findingNamesThePayloadThatRulesMakeAnew() {
    enum State: Graphable {
      case off
      case on(id: UUID)
      static var graphCases: [State] { [.off] }
    }
    enum Event: CaseIterable, Graphable { case push }
    let schema = StateMachineSchema<State, Event, Void>(initialState: .off) { state, event in
      .to(.on(id: UUID()))
    }
    let varying = StateGraph(schema).findings.filter { $0.kind == .varyingProperty }
    #expect(
      varying.map(\.description) == [
        """
        event push in state off gives `on.id` another value each time, so the diagram may differ in each \
        run; let the event carry the value
        """
      ])
  }

  @Test func machineThatIsTheSameEachTimeHasNoSuchFinding() {
    let graph = graph(
      [
        .step("add") { $0.add() }, .step("take") { $0.take() },
        .step("fail", with: ["a", "b"]) { $0.fail($1) },
      ],
      ignoring: [])
    #expect(graph.findings.allSatisfy { $0.kind != .varyingProperty }, "\(graph.findings)")
    #expect(graph.values.map { $0.states.count > 10 } == true)
  }

  // MARK: What is left out

  @Test func ignoredPropertyMakesNoDifferenceBetweenStatesConditionsAndActions() {
    let steps: [MachineStep<Connection>] = [
      .step("name", with: [1, 2]) { $0.name($1) }, .step("add") { $0.add() },
      .step("send") { machine in
        machine.queue.isEmpty ? Connection.Action.none : .send(id: UUID(), isFirst: true)
      },
    ]
    let all = graph(steps, ignoring: [])
    #expect(all.rules.contains { $0.description.contains("id") })
    let fewer = graph(steps, ignoring: ["id", .contents(of: "queue")])
    #expect(fewer.values?.states.count == 2)
    #expect(
      fewer.rules.map(\.description) == [
        "idle -> idle: add {queue = […]} (internal)",
        "idle -> idle: send [queue = […]] / send (internal)",
      ])
  }

  @Test func pathNamesAPropertyInsideAnother() {
    let steps: [MachineStep<Connection>] = [
      .step("open") { $0.open() }, .step("move", with: [1, 2]) { $0.move($1) },
    ]
    #expect(graph(steps, ignoring: ["since"]).values?.states.count == 4)
    #expect(graph(steps, ignoring: ["since", "peer.address"]).values?.states.count == 2)
    #expect(graph(steps, ignoring: ["since", "peer.port"]).values?.states.count == 4)
    #expect(graph(steps, ignoring: ["open.since", "open.peer"]).values?.states.count == 2)
  }

  @Test func optionalWithoutItsContentsIsStillNilOrNot() {
    let graph = graph(
      [.step("sign") { $0.sign() }, .step("check") { try $0.check() }],
      ignoring: [.contents(of: "token")])
    #expect(graph.findings.allSatisfy { $0.kind != .varyingProperty }, "\(graph.findings)")
    #expect(
      graph.rules.map(\.description) == [
        "idle -> idle: sign {token ≠ nil} (internal)",
        "idle -> idle: check [token ≠ nil] / signed (internal)",
      ])
  }

  @Test func enumWithoutItsContentsStillHasItsCase() {
    let steps: [MachineStep<Connection>] = [
      .step("fail", with: ["a", "b", "c"]) { $0.fail($1) }
    ]
    #expect(graph(steps, ignoring: []).values?.states.count == 4)
    #expect(graph(steps, ignoring: [.contents(of: "state")]).values?.states.count == 2)
    #expect(graph(steps, ignoring: ["failed"]).values?.states.count == 2)
  }

  @Test(arguments: [
    ("connection", "remove it, or name a stored property"), ("tokens", "write token"),
    ("tokn", "write token"),
  ]) func nameThatNothingHasIsAFinding(path: String, advice: String) {
    let graph = graph([.step("add") { $0.add() }], ignoring: [.init(stringLiteral: path)])
    let finding = graph.findings.first { $0.kind == .unknownProperty }
    #expect(
      finding?.description
        == "no Connection that was explored has the property \(path), which is to be ignored; \(advice)"
    )
  }
}
