import SchematicGraph
import Testing

@Suite struct MachineStepTests {
  private struct Buffer {
    private enum State {
      case idle
      case buffering(items: [Int], isPaused: Bool)
      case finished
    }
    enum Action { case none, resume(Int), suspend }
    private struct Overflow: Error {}
    private var state = State.idle

    mutating func start() {
      guard case .idle = state else { return }
      state = .buffering(items: [], isPaused: false)
    }

    mutating func write(_ item: Int) throws -> Action {
      guard case .buffering(var items, false) = state else { return .none }
      if item > 10 {
        state = .finished
        throw Overflow()
      }
      items.append(item)
      state = .buffering(items: items, isPaused: items.count == 2)
      return items.count == 2 ? .suspend : .none
    }

    mutating func next() -> Action {
      guard case .buffering(var items, _) = state, !items.isEmpty else { return .none }
      let item = items.removeFirst()
      state = .buffering(items: items, isPaused: false)
      return .resume(item)
    }
  }

  private let graph = StateGraph(
    .value(Buffer()) { ReflectedState(of: $0) },
    steps: [
      .step("start") { $0.start() },
      .step("write", with: [1, 99]) { try $0.write($1) },
      .step("next") { $0.next() },
    ])

  @Test func graphHasAMethodForEachEvent() {
    #expect(graph.states.map(\.identifier) == ["idle", "buffering", "finished"])
    #expect(graph.transitions.map(\.event).contains("start"))
    #expect(
      graph.transitions.filter { $0.event == "next" }.map(\.action) == ["resume"])
    #expect(graph.findings.allSatisfy { $0.kind != .undeclaredState })
  }

  @Test func aStepWithoutSamplesIsAFindingThatNamesIt() {
    let graph = StateGraph(
      .value(Buffer()) { ReflectedState(of: $0) },
      steps: [.step("start") { $0.start() }, .step("write", with: []) { try $0.write($1) }])
    #expect(
      graph.findings.filter { $0.kind == .untriedStep }.map(\.description)
        == ["step write has no samples, so that it isn't drawn; name values in `with:`"])
    #expect(!self.graph.findings.contains { $0.kind == .untriedStep })
  }

  @Test func stepNamedAfterAnEventShowsWhatTheEventCarries() {
    enum Event { case paid(cents: Int) }
    struct Gate {
      enum State { case closed, open }
      var state = State.closed
      mutating func handle(_ event: Event) {
        if case .paid(let cents) = event { state = cents > 0 ? .open : .closed }
      }
    }
    let graph = StateGraph(
      .value(Gate()) { ReflectedState(of: $0) },
      steps: [
        .step("paid", with: [.paid(cents: 0), .paid(cents: 1)] as [Event]) { $0.handle($1) }
      ])
    #expect(
      graph.transitions.map(\.description) == [
        "closed -> open: paid [cents = 1]", "open -> closed: paid [cents = 0]",
      ])
  }

  @Test func graphShowsArgumentsThatDecide() {
    let failing = graph.transitions.filter { $0.target == "finished" }
    #expect(failing.map(\.action) == ["throws: Overflow"])
    #expect(failing.first?.guard?.contains("write = 99") == true)
  }

  @Test func actionCalledNoneIsNone() {
    #expect(!graph.transitions.contains { $0.action == "none" })
    #expect(
      graph.transitions.contains { $0.event == "write" && $0.action == nil && $0.isInternal })
  }

  @Test func argumentsOfATupleHaveNames() {
    struct Door {
      var isOpen = false
      mutating func set(_ open: Bool, by hand: Int) { if hand > 0 { isOpen = open } }
    }
    enum Leaf: CaseIterable, Graphable { case open, shut }
    let graph = StateGraph(
      .value(Door()) { $0.isOpen ? Leaf.open : .shut },
      steps: [
        .step("set", with: [(open: true, hand: 1), (open: false, hand: 1), (open: true, hand: 0)]) {
          $0.set($1.open, by: $1.hand)
        }
      ])
    #expect(
      graph.lines == [
        "open → shut: set [open = false]", "shut → open: set [open = true and hand = 1]",
      ])
  }

  @Test func actionsHaveLabelsInTheWordsOfTheCaller() {
    let graph = StateGraph(
      .value(Buffer()) { ReflectedState(of: $0) },
      steps: [.step("next") { "\($0.next())" }])
    #expect(graph.transitions.map(\.action) == ["none"])
  }

  private enum Light: CaseIterable, Graphable {
    case red, green
    mutating func next() { self = self == .red ? .green : .red }
  }

  @Test func machineThatIsItsOwnStateIsDrawnByItsMethods() {
    let graph = StateGraph(.value(Light.red), steps: [.step("next") { $0.next() }])
    #expect(graph.lines == ["red → green: next", "green → red: next"])
  }
}

@Suite struct ReflectedStateTests {
  private struct Request {
    private enum Sending { case streaming(Int), ended }
    private enum Receiving { case waiting, body }
    private enum State { case initial, running(Sending, Receiving), failed(code: Int) }
    private var state: State
    init(_ number: Int) {
      state = [.initial, .running(.streaming(3), .waiting), .failed(code: 4)][number]
    }
  }

  @Test(arguments: [
    (0, 1, "initial"), (1, 1, "running"), (1, 2, "running.streaming+waiting"), (2, 2, "failed"),
  ])
  func privateStateIsNamedByItsCase(number: Int, depth: Int, name: String) {
    #expect(ReflectedState(of: Request(number), depth: depth).graphIdentifier == name)
  }

  @Test func valueOfAnEnumIsNamedByItsCase() {
    #expect(ReflectedState(Optional(3) as Any).graphIdentifier == "some")
    #expect(ReflectedState(Int?.none as Any).graphIdentifier == "none")
  }
}
