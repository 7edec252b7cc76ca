import SchematicGraph
import SchematicMachines
import Testing

/// Services that stand in for those of a machine.
@Suite struct StandInTests {
  @Test func aCallThatWaitsIsEndedByAStep() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Session(server: ServerStandIn()) },
      steps: [
        .step("start", awaiting: { await $0.start() }), .returns("signIn"), .throws("signIn"),
      ])
    #expect(
      graph.rows == [
        "out -> waiting: start / signIn, waits",
        "waiting -> in: signIn returns / start returns",
        "waiting -> failed: signIn throws / start returns",
      ])
  }

  @Test func aTaskOfASynchronousMethodWaitsForItsService() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Session(server: ServerStandIn()) },
      steps: [.step("tap") { $0.tap() }, .returns("signIn"), .throws("signIn")])
    #expect(
      graph.rows == [
        "out -> waiting: tap / signIn", "waiting -> in: signIn returns",
        "waiting -> failed: signIn throws",
      ])
  }

  @Test func callBegunWithAnotherOneEndsBeforeOrAfterIt() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Pair() },
      steps: [
        .step("load") { $0.load() }, .returns("first"), .returns("second"), .throws("second"),
      ])
    #expect(
      graph.rows == [
        "idle -> loading: load / first, second",
        "loading -> loading: first returns [second waits = true]",
        "loading -> loaded: first returns [second waits = false]",
        "loading -> loading: second returns [first waits = true]",
        "loading -> loaded: second returns [first waits = false]",
        "loading -> loading: second throws [first waits = true]",
        "loading -> failed: second throws [first waits = false]",
      ])
  }

  @Test func answersThatAreStructsAreToldByTheirValues() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { PageReader() },
      steps: [.step("read") { $0.read() }])
    #expect(
      graph.rows == [
        "empty -> begun: read [page is Page(isLast: false, kind: plain)]",
        "empty -> whole: read [page is Page(isLast: true, kind: plain)]",
        "empty -> torn: read [page is Page(isLast: false, kind: torn)]",
      ])
  }

  @Test func canceledCallsEndAtOnce() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Session(server: ServerStandIn()) },
      steps: [
        .step("tap") { $0.tap() }, .step("cancel") { $0.cancel() }, .returns("signIn"),
      ])
    #expect(
      graph.rows == [
        "out -> waiting: tap / signIn", "waiting -> failed: cancel",
        "waiting -> in: signIn returns",
      ])
  }

  @Test func answersAtOnceAreConditions() {
    let graph = StateGraph(
      .value(Door(lock: LockStandIn()), state: \.state),
      steps: [.step("push") { try $0.push() }, .step("leave") { $0.leave() }])
    #expect(
      graph.rows == [
        "shut -> shut: push [isFree and bolt throws] / bolt, throws: Failure",
        "shut -> open: push [isFree and not bolt throws] / bolt",
        "open -> shut: leave [mode is day] / ring",
        "open -> locked: leave [mode is night] / ring",
      ])
  }

  @Test func completionHandlersAreCalledByAStep() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Loader(store: StoreStandIn()) },
      steps: [.step("load") { $0.load() }, .returns("read")])
    #expect(
      graph.rows == [
        "idle -> loading: load / read", "loading -> loaded: read returns [read is success]",
        "loading -> idle: read returns [read is failure]",
      ])
  }

  @Test func clockGoesOnInAStep() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Alarm(clock: StandInClock()) },
      steps: [.step("set", awaiting: { await $0.set() }), .returns("sleep")])
    #expect(
      graph.rows == [
        "silent -> set: set / sleep, waits",
        "set -> rings after 60.0 seconds: sleep returns / set returns",
      ])
  }

  @Test func waitingCallThatMakesADifferenceIsACondition() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Session(server: ServerStandIn()) },
      steps: [
        .step("tap") { $0.tap() }, .step("reset") { $0.reset() }, .step("cancel") { $0.cancel() },
        .returns("signIn"),
      ])
    #expect(
      graph.rows.filter { $0.contains("out -> failed") }
        == ["out -> failed: cancel [signIn waits = true]"])
  }

  @Test func callerOfACallIsACondition() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Library() },
      steps: [
        .step("lend", awaiting: { await $0.lend() }),
        .step("count", awaiting: { await $0.count() }), .returns("load"),
      ])
    #expect(
      Set(graph.lines) == [
        "open ⇢ open: lend / load, waits", "open ⇢ open: count / load, waits",
        "open → lent: load returns [caller of load = lend] / lend returns: 1",
        "open ⇢ open: load returns [caller of load = count] / count returns: 2",
        "lent ⇢ lent: lend / load, waits", "lent ⇢ lent: count / load, waits",
        "lent ⇢ lent: load returns [caller of load = lend] / lend returns: 1",
        "lent ⇢ lent: load returns [caller of load = count] / count returns: 2",
      ])
  }

  @Test func argumentOfTheStepThatBeganACallIsACondition() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Form() },
      steps: [
        .step("save", with: [false, true], named: "closing") { $0.save(closing: $1) },
        .step("touch") { $0.touch() }, .returns("write"),
      ])
    #expect(
      graph.rows.filter { $0.contains("returns") } == [
        "open -> open: write returns [origin of write = save(false)] / told(saved)",
        "open -> closed: write returns [origin of write = save(true)] / told(closed)",
        "closed -> closed: write returns [origin of write = save(false)] / told(saved)",
        "closed -> closed: write returns [origin of write = save(true)] / told(closed)",
      ])
  }

  @Test func callOfAnotherCallerWithTheSameEndIsNoCondition() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Form() },
      steps: [
        .step("save", with: ["a", "b"], named: "name") { $0.save(as: $1) }, .returns("write"),
      ])
    #expect(graph.rows.filter { $0.contains("origin") } == [])
  }

  @Test func answersOutsideOfADrawingAreTheFirstOnes() async throws {
    #expect(StandIn.answer("a", [1, 2]) == 1)
    #expect(try StandIn.answer("a", [1, 2], orThrow: [StandIn.Failure()]) == 1)
    #expect(await StandIn.reply("a", [1, 2]) == 1)
    #expect(try await StandIn.reply("a", [1, 2], orThrow: [StandIn.Failure()]) == 1)
  }

  @Test func machinesGoTheirWayAgainWithTheSameAnswers() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Retrying(server: ServerStandIn()) },
      steps: [.step("tap") { $0.tap() }, .returns("signIn"), .throws("signIn")])
    #expect(
      graph.rows == [
        "out -> waiting: tap / signIn", "waiting -> in: signIn returns",
        "waiting -> waiting again: signIn throws / signIn",
        "waiting again -> in: signIn returns", "waiting again -> out: signIn throws",
      ])
    #expect(!graph.findings.contains { $0.kind == .replayDiffers })
  }
}

extension StateGraph {
  fileprivate var rows: [String] {
    transitions.map { transition in
      let guards = transition.conditions.map(\.description).joined(separator: " and ")
      return "\(transition.source) -> \(transition.target): \(transition.event)"
        + (guards.isEmpty ? "" : " [\(guards)]")
        + (transition.action.map { " / \($0)" } ?? "")
    }
  }
}

private protocol Server {
  func signIn() async throws -> String
}

private struct ServerStandIn: Server {
  func signIn() async throws -> String {
    try await StandIn.reply("signIn", ["Ann"], orThrow: [StandIn.Failure()])
  }
}

private final class Session {
  private(set) var state = "out"
  private let server: any Server
  private var task: Task<Void, Never>?

  init(server: any Server) { self.server = server }

  func start() async {
    guard state == "out" else { return }
    state = "waiting"
    do {
      _ = try await server.signIn()
      state = "in"
    } catch {
      state = "failed"
    }
  }

  func tap() {
    nonisolated(unsafe) let session = self
    task = Task { await session.start() }
  }

  func cancel() { task?.cancel() }

  func reset() { state = "out" }
}

private final class Retrying {
  private(set) var state = "out"
  private let server: any Server

  init(server: any Server) { self.server = server }

  func tap() {
    guard state == "out" else { return }
    state = "waiting"
    nonisolated(unsafe) let machine = self
    Task {
      for next in ["waiting again", "out"] {
        do {
          _ = try await machine.server.signIn()
          machine.state = "in"
          return
        } catch {
          machine.state = next
        }
      }
    }
  }
}

private enum Mode { case day, night }

private protocol Lock {
  var isFree: Bool { get }
  func mode() -> Mode
  func bolt() throws
  func ring()
}

private struct LockStandIn: Lock {
  var isFree: Bool { StandIn.answer("isFree", [false, true]) }
  func mode() -> Mode { StandIn.answer("mode", [.day, .night]) }
  func bolt() throws { try StandIn.answer("bolt", orThrow: [StandIn.Failure()]) }
  func ring() { StandIn.call("ring") }
}

private struct Door {
  enum State: Graphable, CaseIterable { case shut, open, locked }
  private(set) var state = State.shut
  let lock: any Lock

  mutating func push() throws {
    guard state == .shut, lock.isFree else { return }
    try lock.bolt()
    state = .open
  }

  mutating func leave() {
    guard state == .open else { return }
    lock.ring()
    state = lock.mode() == .day ? .shut : .locked
  }
}

private protocol Store {
  func read(_ completion: @escaping (Result<Int, any Error>) -> Void)
}

private struct StoreStandIn: Store {
  func read(_ completion: @escaping (Result<Int, any Error>) -> Void) {
    StandIn.reply("read", [.success(1), .failure(StandIn.Failure())], to: completion)
  }
}

/// A form that is saved, and closed afterwards if that was asked for.
private final class Form {
  enum Event { case saved, closed }
  private(set) var state = "open"

  func save(closing: Bool) {
    StandIn.reply("write", [()]) { [self] in
      if closing { state = "closed" }
      StandIn.call("told", closing ? Event.closed : Event.saved)
    }
  }

  func save(as name: String) { StandIn.reply("write", [()]) { [self] in state = "saved" } }

  func touch() { StandIn.call("touched") }
}

/// A library of which two methods wait for the same service.
private final class Library {
  private(set) var state = "open"

  func lend() async -> Int {
    await StandIn.reply("load")
    state = "lent"
    return 1
  }

  func count() async -> Int {
    await StandIn.reply("load")
    return 2
  }
}

private final class Loader {
  private(set) var state = "idle"
  private let store: any Store

  init(store: any Store) { self.store = store }

  func load() {
    guard state == "idle" else { return }
    state = "loading"
    store.read { self.state = (try? $0.get()) == nil ? "idle" : "loaded" }
  }
}

private final class Alarm<C: Clock> where C.Duration == Duration {
  private(set) var state = "silent"
  private let clock: C

  init(clock: C) { self.clock = clock }

  func set() async {
    guard state == "silent" else { return }
    state = "set"
    let start = clock.now
    try? await clock.sleep(for: .seconds(60))
    state = "rings after \(start.duration(to: clock.now))"
  }
}

/// A machine that waits for two answers at once.
private final class Pair: @unchecked Sendable {
  private(set) var state = "idle"

  func load() {
    guard state == "idle" else { return }
    state = "loading"
    Task {
      do {
        async let first: Void = StandIn.reply("first")
        async let second: Void = StandIn.reply("second", orThrow: [StandIn.Failure()])
        _ = try await (first, second)
        state = "loaded"
      } catch {
        state = "failed"
      }
    }
  }
}

private final class PageReader {
  struct Page {
    enum Kind { case plain, torn }
    var isLast = false
    var kind = Kind.plain
  }

  private(set) var state = "empty"

  func read() {
    guard state == "empty" else { return }
    let page = StandIn.answer("page", [Page(), Page(isLast: true), Page(kind: .torn)])
    state = page.isLast ? "whole" : page.kind == .torn ? "torn" : "begun"
  }
}
