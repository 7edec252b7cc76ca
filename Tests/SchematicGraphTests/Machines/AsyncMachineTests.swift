import SchematicGraph
import SchematicMachines
import Testing

/// Machines whose methods wait, or start tasks.
@Suite struct AsyncMachineTests {
  private struct Refusal: Error {}

  private actor Turnstile {
    enum State { case locked, waiting(CheckedContinuation<Int, any Error>), unlocked }
    private var state = State.locked
    private var coins = 0

    func enter() async throws -> Int {
      if case .waiting = state { throw Refusal() }
      return try await withCheckedThrowingContinuation { state = .waiting($0) }
    }

    func insert(_ coins: Int) {
      self.coins = coins
      if case .waiting(let visitor) = state { visitor.resume(returning: coins) }
      state = .unlocked
    }

    func close() {
      if case .waiting(let visitor) = state { visitor.resume(throwing: Refusal()) }
      state = .locked
    }
  }

  private static var turnstile: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Turnstile() },
      steps: [
        .step("enter", awaiting: { try await $0.enter() }),
        .step("insert", with: [1], awaiting: { $0.insert($1) }),
        .step("close", awaiting: { $0.close() }),
      ], options: .init(ignoring: ["coins"]))
  }

  @Test(arguments: 1...5) func actorIsDrawnTheSameEachTime(attempt: Int) {
    #expect(
      Self.turnstile.lines == [
        "locked → waiting: enter / waits",
        "locked → unlocked: insert",
        "waiting → unlocked: insert / enter returns: 1",
        "waiting → locked: close / enter throws: Refusal",
        "unlocked → waiting: enter / waits",
        "unlocked → locked: close",
      ])
    #expect(Self.turnstile.rejections.map(\.description) == ["waiting: enter / rejected: Refusal"])
    #expect(Self.turnstile.findings.filter { $0.severity == .error }.isEmpty)
  }

  private final class Search: @unchecked Sendable {
    enum State { case idle, searching, found(Int), rested }
    private(set) var state = State.idle

    func start(_ number: Int) {
      guard case .idle = state else { return }
      state = .searching
      Task {
        async let found = number + 1
        await Task.yield()
        self.state = .found(await found)
      }
    }

    func rest() async {
      try? await Task.sleep(for: .seconds(100))
      state = .rested
    }
  }

  @Test func taskOfAStepEndsInTheStepUnlessItSleeps() {
    let graph = StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Search() },
      steps: [
        .step("start", with: [1]) { $0.start($1) },
        .step("rest", awaiting: { await $0.rest() }),
      ])
    #expect(
      graph.lines == [
        "idle → found: start", "idle ⇢ idle: rest / waits",
        "found ⇢ found: rest / waits",
      ])
  }

  private actor Counter {
    private var count = 0
    func add() { count = min(count + 1, 2) }
    func isFull() -> Bool { count == 2 }
    func number() -> Int { count }
  }

  @Test func conditionReadsAnActor() {
    let graph = StateGraph(
      .made(state: { _ in ReflectedState("open") }) { Counter() },
      steps: [.step("add", awaiting: { $0.add() })],
      options: .init(conditions: [.init("full") { $0.isFull() }, .init("number") { $0.number() }]))
    #expect(graph.lines == ["open ⇢ open: add [full = false]"])
  }

  private actor Hall {
    enum State { case free, taken(CheckedContinuation<Void, Never>) }
    private var state = State.free

    func enter() async { await take() }
    func sneak() async { await take() }
    func open() {
      if case .taken(let visitor) = state { visitor.resume() }
      state = .free
    }
    private func take() async {
      guard case .free = state else { return }
      await withCheckedContinuation { state = .taken($0) }
    }
  }

  @Test func rowSaysWhichCallReturns() {
    let graph = StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Hall() },
      steps: [
        .step("enter", awaiting: { await $0.enter() }),
        .step("sneak", awaiting: { await $0.sneak() }),
        .step("open", awaiting: { $0.open() }),
      ])
    #expect(
      graph.lines == [
        "free → taken: enter / waits", "free → taken: sneak / waits",
        "taken → free: open [calls that wait = enter] / enter returns",
        "taken → free: open [calls that wait = sneak] / sneak returns",
      ])
  }

  private final class Holder {
    var state = "none"
    var other: (any Error)?
    func wait() async { while state == "none" { await Task.yield() } }
  }

  @Test func taskThatNeverWaitsIsGivenUp() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Holder() },
      steps: [.step("wait", awaiting: { await $0.wait() })])
    #expect(graph.lines == ["none ⇢ none: wait / waits"])
  }
}
