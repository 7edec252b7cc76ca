import SchematicTestKit
import Testing

@testable import SchematicGraph

/// What a row says when a value is long, when values look alike, and when a text has control characters.
@Suite struct WordsInRowsTests {
  private struct Ticket {
    var number: Int
    var text = "a long text that is the same in each of the tickets that there are here"
  }

  private struct Desk {
    var isOpen = true
    var tickets: [Ticket] = []
    var history: [String] = []
    mutating func take(_ number: Int) { tickets = [Ticket(number: number)] }
    mutating func serve() -> String? {
      tickets.first.map { $0.number > 1 ? "late" : "early" }
    }
    mutating func note(_ words: [String]) { history = words }
    func count() -> String? { history.count % 2 == 1 ? "odd" : nil }
  }

  @Test func longValueIsShownWithoutADigest() {
    let graph = StateGraph(
      .value(Desk()) { ReflectedState($0.isOpen) },
      steps: [.step("take", with: [1, 2]) { $0.take($1) }, .step("serve") { $0.serve() }])
    let rows = graph.rules.map(\.description)
    #expect(
      rows.suffix(2) == [
        "true -> true: serve [tickets = [Ticket(number: 1, text: a long text t…)] / early (internal)",
        "true -> true: serve [tickets = [Ticket(number: 2, text: a long text t…)] / late (internal)",
      ], "\(rows)")
    #expect(!rows.contains { $0.contains(#/\([0-9a-f]{8}\)/#) }, "\(rows)")
  }

  @Test func rowThatManyPropertiesDecideNamesThem() throws {
    let texts = (1...5).map {
      Array(repeating: "a text that is quite long in each of them", count: $0)
    }
    let graph = StateGraph(
      .value(Desk()) { ReflectedState($0.isOpen) },
      steps: [
        .step("note", with: texts) { $0.note($1) },
        .step("take", with: [1, 2, 3]) { $0.take($1) },
        .step("judge") { machine -> String? in
          let sum = machine.history.count * 2 + (machine.tickets.first?.number ?? 0) * 3
          return sum % 5 == 0 ? "five" : sum % 3 == 0 ? "three" : nil
        },
      ])
    let rows = graph.rules.map(\.description)
    let judged = graph.rules.filter { $0.event == "judge" }
    #expect(judged.count == 2, "\(rows)")
    // One outcome takes too many words. The other one takes two boxes of values.
    #expect(
      judged.map(\.guard) == [
        "decided by history.count, tickets",
        "(history.count = 3 and tickets ≠ [Ticket(number: 3, text: a long text t…)) or (history.count = 0 and tickets ≠ [])",
      ], "\(rows)")
    #expect(graph.findings.contains { $0.kind == .payloadsDisagree && $0.event == "judge" })
    #expect(try StateGraph(dot: graph.dot()).rules == graph.rules)
    let note = graph.rules.first { $0.event == "note" }
    #expect(note?.change?.contains("history") == true && note?.change?.contains("(") == false)
  }

  private struct Counter<Number: FixedWidthInteger> { var number: Number }

  @Test(
    arguments: [1 as UInt8, 1 as Int64, 1 as UInt, 1 as Int] as [any FixedWidthInteger & Sendable])
  func integerOfAnySizeIsANumberInChanges(_ start: any FixedWidthInteger & Sendable) {
    func change<Number: FixedWidthInteger>(of start: Number) -> String? {
      StateGraph(
        .value(Counter(number: start)) { _ in ReflectedState("counting") },
        steps: [.step("count") { if $0.number < 5 { $0.number += 1 } }]
      ).rules.first?.change
    }
    #expect(change(of: start) == "number + 1")
  }

  private final class Box {}
  private struct Shelf {
    var isOpen = true
    private var content: (Box, Box)
    private let boxes: (Box, Box)
    init() {
      boxes = (Box(), Box())
      content = boxes
    }
    mutating func turn() { content = (content.1, content.1) }
    func look() -> String { content.0 === content.1 ? "same" : "other" }
  }

  @Test func valuesThatLookAlikeHaveAFindingAndNoNumber() {
    let graph = StateGraph(
      .value(Shelf()) { ReflectedState($0.isOpen) },
      steps: [.step("turn") { $0.turn() }, .step("look") { $0.look() }])
    let guards = graph.rules.filter { $0.event == "look" }.map(\.guard)
    #expect(guards == ["some values", "some values"], "\(graph.rules)")
    #expect(graph.findings.contains { $0.kind == .payloadsDisagree })
  }

  private struct Feed {
    private enum State { case idle, done(String) }
    private var state = State.idle
    mutating func end(_ text: String) -> String {
      state = .done(text)
      return "send \(text)"
    }
  }

  @Test func controlCharactersOfTextsAreEscapedInEachNotation() {
    let graph = StateGraph(
      .value(Feed()) { ReflectedState(of: $0) },
      steps: [.step("end", with: ["DONE\r\n", "\u{1B}[0m"]) { $0.end($1) }])
    #expect(
      graph.rules.compactMap(\.action) == [
        #"send DONE\r\n"#, #"send \u{1B}[0m"#, #"send DONE\r\n"#, #"send \u{1B}[0m"#,
      ])
    #expect(graph.rules.first?.guard == #"end = "DONE\r\n""#)
    for text in [graph.dot(), graph.mermaid(), graph.plantUML()] {
      #expect(
        text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
  }
}

/// How an exploration ends: which cases were reached, and what grows.
@Suite struct ExplorationEndTests {
  private struct Pool {
    private enum State { case idle, busy, draining, closed }
    private var state = State.idle
    private var queue: [Int] = []
    private var next = 0
    private var steps = 0

    mutating func lease() -> String? {
      guard state != .closed else { return nil }
      next += 1
      if state == .idle { state = .busy } else { queue.append(next) }
      return queue.isEmpty ? "connect" : "wait"
    }
    mutating func release() -> String? {
      guard state == .busy else { return nil }
      if queue.isEmpty { state = .idle } else { queue.removeFirst() }
      return nil
    }
    /// Leads on only after many steps, so that its end is a long way off.
    mutating func tick() {
      steps += 1
      if steps == 35 { state = .draining }
      if steps > 35, state == .draining { state = .closed }
    }
  }

  private func graph(_ options: MachineOptions<Pool, ReflectedState>) -> StateGraph {
    StateGraph(
      .value(Pool()) { ReflectedState(of: $0) },
      steps: [
        .step("lease") { $0.lease() }, .step("release") { $0.release() },
        .step("tick") { $0.tick() },
      ], options: options)
  }

  @Test func boundSaysWhichPropertyGrows() {
    let bounds = ExplorationBounds(values: 30)
    let valueBound = graph(.init(bounds: bounds, ignoring: ["queue", "next"])).findings
      .first { $0.kind == .valueBound }
    #expect(
      valueBound?.description.contains("were not explored, because `") == true,
      "\(valueBound?.description ?? "")")
    let cut = graph(.init(bounds: ExplorationBounds(evaluations: 100))).findings
    let finding = cut.first { $0.kind == .evaluationBound }
    #expect(
      finding?.description.contains("took") == true
        && finding?.description.contains("leave it out with `ignoring: [") == true, "\(cut)")
  }

  @Test func allCasesAreReachedBeforeABufferUsesUpTheBound() {
    struct Line {
      enum State: CaseIterable, Graphable { case one, two, three, four, five }
      var state = State.one
      var buffer: [Int] = []
      mutating func fill(_ number: Int) { buffer.append(number) }
      mutating func go() {
        guard buffer.count >= 2, let place = State.allCases.firstIndex(of: state), place < 4
        else { return }
        buffer = []
        state = State.allCases[place + 1]
      }
    }
    let graph = StateGraph(
      .value(Line(), state: \.state),
      steps: [.step("fill", with: [1, 2]) { $0.fill($1) }, .step("go") { $0.go() }],
      options: .init(bounds: ExplorationBounds(evaluations: 600)))
    #expect(graph.findings.contains { $0.kind == .evaluationBound })
    #expect(Set(graph.rules.map(\.target)).contains("five"), "\(graph.rules)")
  }

  private struct Counter {
    enum State: Graphable, CaseIterable { case open, full }
    var state = State.open
    var count = 0
    mutating func add() { count += 1 }
    mutating func close(at limit: Int) { if count >= limit { state = .full } }
  }

  @Test func counterWithoutAnEndIsAnErrorThatNamesItAndTheLineToWrite() {
    let graph = StateGraph(
      .value(Counter(), state: \.state),
      steps: [.step("add") { $0.add() }, .step("close") { $0.close(at: 2) }])
    let finding = graph.findings.first { $0.kind == .valueBound && $0.state == "open" }
    #expect(finding?.severity == .error)
    #expect(
      finding?.description == """
        the rules reach more than 50 values of state open, and those beyond were not explored, because `count` took \
        50 values; leave it out with `ignoring: ["count"]` if it decides nothing, or name what it decides in \
        `conditions:`, try fewer arguments, or raise the bound with `bounds: ExplorationBounds(values: 100)`
        """)
    #expect(graph.omission?.description == "not whole: no more than 50 values tried in open, full")
    #expect(graph.lines[1] == "open → full: close [count ≥ 2]", "\(graph.lines)")
  }

  private struct Lock {
    private var isHeld = false
    private var count = 0
    private var isArmed = false
    mutating func add() { if !isHeld { count += 1 } }
    mutating func arm() { if !isHeld { isArmed.toggle() } }
    mutating func hold() { if isArmed { isHeld = true } }
    mutating func release() -> String? {
      guard isHeld else { return nil }
      isHeld = false
      return count >= 2 ? "late" : "early"
    }
  }

  @Test func counterThatGoesOnInAnotherStateHasNoUpperEnd() {
    let graph = StateGraph(
      .value(Lock()) { ReflectedState(of: $0, property: "isHeld") },
      steps: [
        .step("add") { $0.add() }, .step("arm") { $0.arm() }, .step("hold") { $0.hold() },
        .step("release") { $0.release() },
      ])
    #expect(
      graph.rules.map(\.description).suffix(2) == [
        "true -> false: release [count in 0…1] / early",
        "true -> false: release [count ≥ 2] / late",
      ])
  }
}
