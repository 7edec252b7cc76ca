import Testing

@testable import SchematicAnalysis
@testable import SchematicGraph

@Suite struct PrivateStateTests {
  private struct Reader {
    private enum State {
      case idle
      case reading(Progress)
      enum Progress {
        case header(remaining: Int)
        case body(isChunked: Bool, Sender?)
      }
    }
    private struct Sender { var name = "a" }
    private var state = State.idle

    mutating func begin() { state = .reading(.header(remaining: 2)) }
    mutating func receive() -> String? {
      switch state {
      case .idle: return nil
      case .reading(.header(let remaining)):
        state = .reading(
          remaining > 0 ? .header(remaining: remaining - 1) : .body(isChunked: false, nil))
        return remaining == 1 ? "last line" : nil
      case .reading(.body(true, _)): return "chunk"
      case .reading(.body(false, let sender)):
        if sender == nil { return "anonymous" }
        return "data"
      }
    }
    mutating func setChunked() {
      if case .reading(.body(_, let sender)) = state {
        state = .reading(.body(isChunked: true, sender))
      }
    }
    mutating func sign() {
      if case .reading(.body(let isChunked, _)) = state {
        state = .reading(.body(isChunked: isChunked, Sender()))
      }
    }
  }

  private let graph = StateGraph(
    .value(Reader()) { ReflectedState(of: $0) },
    steps: [
      .step("begin") { $0.begin() }, .step("receive") { $0.receive() },
      .step("setChunked") { $0.setChunked() }, .step("sign") { $0.sign() },
    ])

  /// Describes itself in words that the language fills in.
  private struct Parcel: CustomStringConvertible, Hashable {
    private enum Wrapping: Hashable { case paper(layers: Int) }
    private struct Box: Hashable { var wrapping: Wrapping }
    private let box = Box(wrapping: .paper(layers: 1))

    var description: String { "\(box)" }
  }

  @Test func stateIsNamedAfterThePropertiesThatAreSet() {
    struct Player {
      private var isPlaying = false
      private var title: String?
      private var queue: [Int] = []
      private var skips = 0
      private var volume = 0.0
      mutating func play() { (isPlaying, title) = (true, "a") }
      mutating func add() { queue = [1] }
      mutating func skip() { (isPlaying, queue, skips) = (false, [], 1) }
    }
    let graph = StateGraph(
      .value(Player()) {
        ReflectedState(of: $0, flags: ["isPlaying", "title", "queue", "skips", "volume"])
      },
      steps: [
        .step("play") { $0.play() }, .step("add") { $0.add() }, .step("skip") { $0.skip() },
      ])
    #expect(
      graph.states.map(\.identifier).prefix(4) == [
        "none", "isPlaying, title", "queue", "skips",
      ])
  }

  @Test func lazyPropertyHasItsOwnName() {
    struct Player {
      private(set) var state = "idle"
      lazy var volume = 1
    }
    let graph = StateGraph(
      .value(Player()) { ReflectedState(of: $0) }, steps: [.step("show") { $0.volume }])
    #expect(graph.rules.map(\.description) == ["idle -> idle: show / 1 {volume = 1} (internal)"])
  }

  @Test func optionalStateIsNamedAfterTheCaseInside() {
    struct Headers {
      private enum Kind { case request, trailer(Int) }
      private var kind: Kind?
      mutating func request() { kind = .request }
      mutating func trailer() { if kind != nil { kind = .trailer(1) } }
      mutating func end() { kind = nil }
    }
    let graph = StateGraph(
      .value(Headers()) { ReflectedState(of: $0, property: "kind") },
      steps: [
        .step("request") { $0.request() },
        .step("trailer") { $0.trailer() },
        .step("end") { $0.end() },
      ])
    #expect(
      graph.lines == [
        "none → request: request", "request → trailer: trailer", "request → none: end",
        "trailer → request: request", "trailer → none: end",
      ])
  }

  @Test func textShowsNoAddressOfAPrivateType() {
    guard case .other(let text, _) = PayloadField("parcel", ValueTree(Parcel())).value else {
      Issue.record("a parcel is told by its text")
      return
    }
    #expect("\(Parcel())".contains("(unknown context at $"))
    let path = String(reflecting: PrivateStateTests.self)
    #expect(text == "Box(wrapping: \(path).Parcel.Wrapping.paper(layers: 1))")
  }

  /// Refers to an object, and describes itself without it.
  private struct Envelope: CustomStringConvertible {
    private final class Stamp {}
    private let stamp = Stamp()

    var description: String { "envelope" }
  }

  @Test func theStructureOfAValueContainsNoAddressOfAPrivateType() {
    let value = PayloadField("envelope", ValueTree(Envelope())).value
    guard case .other("envelope", let structure) = value else {
      Issue.record("an envelope is told by its text")
      return
    }
    #expect(structure.contains("Envelope.Stamp") && !structure.contains("unknown context"))
  }

  @Test func stateIsNotNamedByTheAddressOfAPrivateType() throws {
    let path = String(reflecting: PrivateStateTests.self)
    let name = "Box(wrapping: \(path).Parcel.Wrapping.paper(layers: 1))"
    #expect(ReflectedState(Parcel()).graphIdentifier == name)
    let sender = MachineEnvironment("sender", initial: Parcel()) { _ in [.sends("begin")] }
    #expect(sender.states == [name])
  }

  @Test func conditionLooksIntoWhatCasesCarry() {
    let guards = Dictionary(
      graph.transitions.filter { $0.event == "receive" && $0.source == "reading" }
        .map { ($0.action ?? "-", $0.guard) }, uniquingKeysWith: { first, _ in first })
    #expect(guards["last line"] == "reading.remaining = 1")
    #expect(guards["chunk"] == "reading.isChunked = true")
  }

  @Test func conditionSaysThatThereIsAValue() {
    let guards = graph.transitions.filter { $0.action == "data" || $0.action == "anonymous" }
      .map(\.guard)
    #expect(
      guards == [
        "reading.isChunked = false and reading.body.1 = nil",
        "reading.isChunked = false and reading.body.1 ≠ nil",
      ])
  }

  private struct Tray {
    enum Level: CaseIterable, Graphable { case open }
    var level = Level.open
    var item: Int?
    var noise = Array(repeating: "some long text that nobody wants to read in a diagram", count: 4)
    var others = [0, 0, 0, 0]

    mutating func put(_ number: Int) { item = number }
    mutating func shake(_ index: Int) { others[index] = 1 }
    mutating func take() -> String? { item == nil ? nil : "take" }
    mutating func count() -> String? {
      others.reduce(0, +) % 2 == 1 && item != nil ? "odd" : nil
    }
  }

  private func graph(_ conditions: [MachineCondition<Tray>] = []) -> StateGraph {
    StateGraph(
      .value(Tray(), state: \.level),
      steps: [
        .step("put", with: [1, 2]) { $0.put($1) }, .step("take") { $0.take() },
        .step("shake", with: [0, 1, 2, 3]) { $0.shake($1) }, .step("count") { $0.count() },
      ], options: .init(conditions: conditions))
  }

  @Test func conditionWritesNotNilForTheOppositeOfNil() {
    let take = graph().transitions.first { $0.event == "take" }
    #expect(take?.guard == "item ≠ nil")
  }

  @Test func conditionHasABoundedLength() {
    #expect(graph().transitions.allSatisfy { ($0.guard ?? "").count <= 120 })
    let count = graph().transitions.first { $0.event == "count" }?.guard
    #expect(
      count?.contains(" more") == true || count == "decided by others, item", "\(count ?? "")")
  }

  @Test func graphShowsTheConditionsOfTheCaller() {
    let conditions: [MachineCondition<Tray>] = [
      .init("full") { $0.item != nil }, .init("shaken") { $0.others.reduce(0, +) },
    ]
    let guards = graph(conditions).transitions.filter { $0.event != "put" && $0.event != "shake" }
    #expect(
      guards.map(\.description) == [
        "open -> open: take [full = true] / take (internal)",
        "open -> open: count [full = true and shaken in {1, 3}] / odd (internal)",
      ])
  }

  @Test func conditionThatDoesNotTellIsAFinding() {
    let graph = graph([.init("full") { $0.item != nil }])
    let finding = graph.findings.first { $0.event == "count" }
    #expect(finding?.kind == .mergedMachinesDiffer)
    #expect(finding?.description.contains("depends on `others`") == true)
  }

  @Test func propertyWithFlagsIsTheState() {
    struct List {
      struct State {
        var isLoading = false
        var page: Int?
      }
      private var state = State()
      mutating func load() { state.isLoading = true }
      mutating func loaded() { state = State(page: 1) }
    }
    let graph = StateGraph(
      .value(List()) {
        ReflectedState(of: $0, property: "state", flags: ["isLoading", "page"])
      }, steps: [.step("load") { $0.load() }, .step("loaded") { $0.loaded() }])
    #expect(graph.states.map(\.identifier) == ["none", "isLoading", "page", "isLoading, page"])
  }
}

/// Machines that have a type for each of their states.
@Suite struct StateTypeTests {
  private class Stage {}
  private final class Ringing: Stage {}
  private final class Talking: Stage {}

  private final class Call {
    var stage: Stage = Ringing()
    func answer() { stage = Talking() }
  }

  private struct Cold {}
  private struct Warm { var cups = 2 }

  private struct Kettle {
    var state: Any = Cold()
    mutating func boil() { state = Warm() }
    mutating func pour() throws -> String {
      guard var warm = state as? Warm else { throw CancellationError() }
      warm.cups -= 1
      state = warm.cups == 0 ? Cold() : warm
      return "tea"
    }
  }

  @Test func anObjectIsNamedAfterItsClass() {
    let graph = StateGraph(
      .made(state: { ReflectedState(of: $0, property: "stage") }) { Call() },
      steps: [.step("answer") { $0.answer() }])
    #expect(graph.rules.map(\.description) == ["Ringing -> Talking: answer"])
  }

  @Test func aTypeNamesTheStateAndItsPropertiesAreConditions() {
    let graph = StateGraph(
      .value(Kettle()) { ReflectedState(type(of: $0.state)) },
      steps: [.step("boil") { $0.boil() }, .step("pour") { try $0.pour() }])
    #expect(
      graph.rules.map(\.description) == [
        "Cold -> Warm: boil {state.cups = 2}", "Cold: pour / rejected: CancellationError",
        "Warm -> Warm: boil {state.cups = 2} (internal)",
        "Warm -> Warm: pour [state.cups = 2] / tea {state.cups = 1} (internal)",
        "Warm -> Cold: pour [state.cups = 1] / tea",
      ])
  }

  private final class Door {
    private struct Locked<Value> { var value: Value }
    private struct Content {
      enum State { case closed, open }
      var state = State.closed
      var visitors: Int?
    }
    private var content = Locked(value: Content())
    func open() -> String? {
      defer { content.value = Content(state: .open, visitors: (content.value.visitors ?? 0) + 1) }
      return content.value.visitors == 1 ? "greet again" : nil
    }
    func close() { content.value.state = .closed }
  }

  @Test func propertiesBesideAStateInsideOfOthersAreConditions() {
    let graph = StateGraph(
      .made(state: { ReflectedState(of: $0, property: "content.value.state") }) { Door() },
      steps: [.step("open") { $0.open() }],
      options: .init(bounds: ExplorationBounds(values: 4)))
    #expect(
      graph.lines.contains("open ⇢ open: open [visitors = 1] / greet again"), "\(graph.lines)")
  }

  @Test func stateAndConditionsMayBeInsideOfOtherProperties() {
    let graph = StateGraph(
      .made(state: { ReflectedState(of: $0, property: "content.value.state") }) { Door() },
      steps: [.step("open") { $0.open() }, .step("close") { $0.close() }],
      options: .init(
        conditions: [
          .init("came once", property: "content.value.visitors") { $0 as? Int == 1 },
          .init("visitors", property: "content.value.visitors"),
        ], ignoring: ["visitors"]))
    #expect(graph.states.map(\.identifier) == ["closed", "open"])
    #expect(
      graph.lines.contains("closed → open: open [came once = true] / greet again"),
      "\(graph.lines)")
  }
}

// Only these systems have tests of what ends a process.
#if os(Linux) || os(macOS)
  /// Names of properties that a machine doesn't have.
  @Suite struct MissingStateTests {
    private enum Lamp { case on }
    private struct Box { var lid = 1, key = 2 }

    @Test func anEnumIsSaidToBeItsOwnState() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ReflectedState(of: Lamp.on)
      }
      let words = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        words.contains("Lamp is an enum, which is its own state; write ReflectedState(value)"))
    }

    @Test func aMissingPropertyIsNamedBesideThoseThatThereAre() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ReflectedState(of: Box())
      }
      let words = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        words.contains("Box has no stored property \"state\"; it has lid, key; name one of these"))
    }
  }
#endif
