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
    of: Buffer(), state: { ReflectedState(of: $0) },
    steps: [
      .step("start") { $0.start() },
      .step("write", with: [1, 99]) { try $0.write($1) },
      .step("next") { $0.next() },
    ])

  @Test func drawsAMethodForEachEvent() {
    #expect(graph.states.map(\.identifier) == ["idle", "buffering", "finished"])
    #expect(graph.transitions.map(\.event).contains("start"))
    #expect(
      graph.transitions.filter { $0.event == "next" }.map(\.action) == ["resume"])
    #expect(graph.findings.allSatisfy { $0.kind != .undeclaredState })
  }

  @Test func showsArgumentsThatDecide() {
    let failing = graph.transitions.filter { $0.target == "finished" }
    #expect(failing.map(\.action) == ["throws: Overflow"])
    #expect(failing.first?.guard?.contains("write = 99") == true)
  }

  @Test func takesAnActionCalledNoneForNone() {
    #expect(!graph.transitions.contains { $0.action == "none" })
    #expect(
      graph.transitions.contains { $0.event == "write" && $0.action == nil && $0.isInternal })
  }

  @Test func namesArgumentsOfATuple() {
    struct Door {
      var isOpen = false
      mutating func set(_ open: Bool, by hand: Int) { if hand > 0 { isOpen = open } }
    }
    enum Leaf: CaseIterable, Graphable { case open, shut }
    let graph = StateGraph(
      of: Door(), state: { $0.isOpen ? Leaf.open : .shut },
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

  @Test func labelsActionsInTheWordsOfTheCaller() {
    let graph = StateGraph(
      of: Buffer(), state: { ReflectedState(of: $0) },
      steps: [.step("next", label: { "\($0)" }) { $0.next() }])
    #expect(graph.transitions.map(\.action) == ["none"])
  }

  private enum Light: CaseIterable, Graphable {
    case red, green
    mutating func next() { self = self == .red ? .green : .red }
  }

  @Test func drawsAMachineThatIsItsOwnStateByItsMethods() {
    let graph = StateGraph(of: Light.red, steps: [.step("next") { $0.next() }])
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
  func namesAPrivateStateByItsCase(number: Int, depth: Int, name: String) {
    #expect(ReflectedState(of: Request(number), depth: depth).graphIdentifier == name)
  }

  @Test func namesAValueOfAnEnum() {
    #expect(ReflectedState(Optional(3) as Any).graphIdentifier == "some")
    #expect(ReflectedState(Int?.none as Any).graphIdentifier == "none")
  }
}

/// Events that change nothing because the machine carries already what they set.
@Suite struct UnchangedStepTests {
  private struct Search {
    enum State { case idle, loading, failed }
    var state = State.idle
    var query = ""
    var attempt = 0

    mutating func search(_ query: String) {
      state = .loading
      self.query = query
    }
    mutating func retry() {
      guard attempt < 2 else { return }
      attempt += 1
    }
    mutating func clear() -> String? {
      guard !query.isEmpty else { return nil }
      query = ""
      return "cleared"
    }
  }

  private static func graph(_ step: MachineStep<Search>) -> StateGraph {
    StateGraph(
      of: Search(), state: { ReflectedState(of: $0) },
      steps: [.step("search", with: ["", "cat"]) { $0.search($1) }, step])
  }

  @Test func needNoCondition() {
    let graph = Self.graph(.step("wait") { _ in })
    #expect(
      graph.rules.map(\.description) == [
        "idle -> loading: search {query = search}",
        "loading -> loading: search {query = search} (internal)",
      ])
  }

  @Test func haveAConditionIfTheChangeIsAnotherOne() {
    let rules = Self.graph(.step("retry") { $0.retry() }).rules.map(\.description)
    #expect(
      rules.contains("idle -> idle: retry [attempt in 0…1] {attempt + 1} (internal)"), "\(rules)")
  }

  @Test func haveAConditionIfThereIsAnAction() {
    let rules = Self.graph(.step("clear") { $0.clear() }).rules.map(\.description)
    #expect(
      rules.contains(
        "loading -> loading: clear [query = \"cat\"] / cleared {query = \"\"} (internal)"),
      "\(rules)")
  }

  @Test func areStepsOfTheDiagramInATrace() throws {
    let graph = Self.graph(.step("retry") { $0.retry() })
    nonisolated(unsafe) var lines: [String] = []
    var search = Search()
    var steps = TraceRecorder { lines.append($0) }.watch(search, named: "Search") {
      ReflectedState(of: $0)
    }
    for query in ["cat", "cat", "", ""] { steps.step("search", on: &search) { $0.search(query) } }
    for _ in 0..<3 { steps.step("retry", on: &search) { $0.retry() } }
    let entries = try lines.map { try TraceEntry(line: $0) }
    #expect(
      entries.compactMap(\.step?.outcome) == [
        .moved, .ignored, .stayed, .ignored, .stayed, .stayed, .ignored,
      ])
    #expect(graph.violations(of: entries).map(\.description) == [])
  }
}
