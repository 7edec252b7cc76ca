import Foundation
@testable import SchematicGraph
import SchematicTesting
import SchematicTrials
import Synchronization
import Testing

// Other systems draw no traps.
#if os(Linux)
  @Suite struct ChildExplorationTests {
    private enum Event: CaseIterable, Graphable { case open, write, close }

    private struct File {
      enum State: CaseIterable, Graphable { case closed, open }
      var state = State.closed
      var bytes = 0

      mutating func handle(_ event: Event) {
        switch (state, event) {
        case (.closed, .open): state = .open
        case (.open, .write):
          precondition(bytes < 2, "no space in \(self)")
          bytes += 1
        case (.open, .close): (state, bytes) = (.closed, 0)
        case (.open, .open): preconditionFailure("opened twice")
        case (.closed, .write): fatalError("not open")
        case (.closed, .close): fatalError()
        }
      }
    }

    private static func graph() -> StateGraph {
      StateGraph(.value(File(), state: \.state), events: Event.allCases) { $0.handle($1) }
    }

    @Test func graphShowsTrapsAndTheRest() {
      let graph = StateGraph.withTraps { Self.graph() }
      #expect(graph.transitions.map(\.event) == ["open", "write", "close"])
      #expect(
        graph.traps.map(\.description) == [
          "closed: write / traps: not open", "closed: close / traps",
          "open: open / traps: opened twice",
          "open: write [bytes = 2] / traps: no space in File(…)",
        ])
    }

    private struct Once {
      var state = "new"
      mutating func use() {
        precondition(state == "new", "used")
        state = "used"
      }
    }

    private struct Lamp {
      private(set) var isOn = false
      mutating func toggle() { isOn.toggle() }
      func dim() { precondition(isOn, "off") }
    }

    @Test func eventThatIsAcceptedAndDoesNothingIsShownIfOtherStatesTrap() {
      let graph = StateGraph.withTraps {
        StateGraph(
          .value(Lamp()) { ReflectedState($0.isOn) },
          steps: [.step("toggle") { $0.toggle() }, .step("dim") { $0.dim() }])
      }
      #expect(
        graph.rules.map(\.description) == [
          "false -> true: toggle", "false: dim / traps: off", "true -> false: toggle",
          "true -> true: dim (internal)",
        ], "\(graph.rules.map(\.description))")
      #expect(!graph.findings.contains { $0.kind == .unhandledEvent })
    }

    @Test func stateThatOnlyTrapsMayBeFinal() {
      let graph = StateGraph.withTraps {
        StateGraph(
          .value(Once()) { ReflectedState($0.state) }, steps: [.step("use") { $0.use() }],
          options: .init(isFinal: { $0.casePath == ["used"] }))
      }
      #expect(graph.states.map(\.isFinal) == [false, true])
      #expect(graph.traps.map(\.description) == ["used: use / traps: used"])
      #expect(graph.findings.isEmpty)
    }

    private final class Checked {
      var state = "open"
      deinit { precondition(state == "closed", "not closed") }
      func close() { state = "closed" }
    }

    @Test func endOfAnObjectIsNoPartOfAStep() {
      let graph = StateGraph.withTraps {
        StateGraph(
          .made(state: { ReflectedState($0.state) }) { Checked() },
          steps: [.step("close") { $0.close() }, .step("wait") { _ in "waited" }])
      }
      #expect(graph.traps.isEmpty)
      #expect(graph.transitions.map(\.event) == ["close", "wait", "wait"])
    }

    private struct Two {
      enum State: CaseIterable, Graphable { case closed }
      var state = State.closed
      var count = 0
      mutating func bump() { count = min(count + 1, 3) }
      mutating func go() {
        precondition(count > 0, "nothing to send")
        preconditionFailure("still \(count) to send")
      }
    }

    @Test func trapsWithDifferentMessagesAreRowsOfTheirOwn() {
      let graph = StateGraph.withTraps {
        StateGraph(
          .value(Two(), state: \.state),
          steps: [.step("bump") { $0.bump() }, .step("go") { $0.go() }])
      }
      #expect(
        graph.traps.map(\.description) == [
          "closed: go [count = 0] / traps: nothing to send",
          "closed: go [count in 1…3] / traps: still …",
        ])
    }

    private enum Chore: CaseIterable, Graphable { case work, wait, spin, leave, fall }
    private enum Mood: CaseIterable, Graphable { case idle, busy }

    private static func chores(_ chores: [Chore]) -> StateGraph {
      StateGraph(initial: Mood.idle, events: chores) { mood, chore -> Mood? in
        switch chore {
        case .work: return mood == .idle ? .busy : .idle
        case .wait where mood == .busy: while true { usleep(10_000) }
        case .spin:
          Self.spin(milliseconds: 100)
          return nil
        case .leave: exit(0)
        case .fall: return fall(1) > 0 ? mood : nil
        case .wait: return nil
        }
      }
    }

    /// Calls itself until the stack is used up.
    @inline(never) private static func fall(_ depth: Int) -> Int {
      depth == .max ? 0 : fall(depth + 1) + depth % 2
    }

    /// Is executed for a time, however long that takes.
    private static func spin(milliseconds: Int) {
      var time = timespec()
      repeat {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      } while time.tv_sec == 0 && time.tv_nsec < milliseconds * 1_000_000
    }

    /// A flag that threads look at.
    private final class Flag: @unchecked Sendable {
      private let lock = NSLock()
      private var isRaised = false
      var value: Bool { lock.withLock { isRaised } }
      func raise() { lock.withLock { isRaised = true } }
    }

    /// The copy gets a small part of the processors here, so that its step takes a multiple of what it is
    /// executed for.
    @Test func stepThatOnlyWaitsForAProcessorIsNotGivenUp() {
      let isOver = Flag()
      defer { isOver.raise() }
      for _ in 0..<8 * ProcessInfo.processInfo.activeProcessorCount {
        Thread.detachNewThread { while !isOver.value {} }
      }
      let watch = TrialRunner.child(patience: .milliseconds(200))
      let graph = TrialRunner.$current.withValue(watch) { Self.chores([.work, .spin]) }
      #expect(graph.transitions.map(\.event) == ["work", "work"])
      #expect(!graph.findings.contains { $0.kind == .stepDoesNotEnd })
    }

    /// A machine whose values grow without end, in small parts of the processors.
    @Test func sameValuesAreTriedHoweverBusyTheComputerIs() {
      struct Book {
        var isOpen = false
        var pages: [Int] = []
      }
      let draw = {
        StateGraph(
          .value(Book()) { $0.isOpen ? Mood.busy : .idle },
          steps: [
            .step("open") { $0.isOpen = true }, .step("close") { $0.isOpen = false },
            .step("write") { $0.pages.append($0.pages.count) },
          ])
      }
      let idle = draw()
      #expect(idle.findings.count { $0.kind == .valueBound } == 2)
      let isOver = Flag()
      defer { isOver.raise() }
      for _ in 0..<6 { Thread.detachNewThread { while !isOver.value {} } }
      #expect(StateGraph.withTraps(draw).dot() == idle.dot())
    }

    /// What counts is the time of one step, however many there are.
    @Test func parentFollowsAnExplorationInACopy() {
      struct Count: Hashable { let states, evaluations: Int }
      let counts = Mutex<[Count]>([])
      let answer = TrialRunner.answer(
        patience: .milliseconds(150),
        tell: { states, evaluations in
          counts.withLock { $0.append(Count(states: states, evaluations: evaluations)) }
        },
        of: {
          let graph = StateGraph(initial: Mood.idle, events: (0..<10).map(Place.init)) { mood, _ in
            usleep(30_000)
            return mood == .idle ? .busy : .idle
          }
          return Array("\(graph.transitions.count)".utf8)
        })
      #expect(answer.map { String(decoding: $0, as: UTF8.self) } == "20")
      let told = counts.withLock { $0 }
      #expect(told.last == Count(states: 2, evaluations: 20))
      #expect(told.map(\.evaluations) == Set(told.map(\.evaluations)).sorted())
      let stuck = TrialRunner.answer(patience: .milliseconds(50)) {
        [UInt8](repeating: 0, count: Self.chores([.work, .wait]).states.count)
      }
      #expect(stuck == nil)
    }

    @Test func stepThatDoesNotReturnIsGivenUp() {
      let watch = TrialRunner.child(patience: .milliseconds(200))
      let graph = TrialRunner.$current.withValue(watch) { Self.chores([.work, .wait]) }
      #expect(graph.transitions.map(\.event) == ["work", "work"])
      #expect(graph.findings.contains { $0.name == "step does not end: busy, wait" })
    }

    @Test func stepThatEndsTheProgramInAnyOtherWayIsDrawn() {
      let graph = StateGraph.withTraps { Self.chores([.work, .leave, .fall]) }
      #expect(
        graph.traps.map(\.description) == [
          "idle: leave / traps: the program ends",
          "idle: fall / traps: bad memory access, or too deep a recursion",
          "busy: leave / traps: the program ends",
          "busy: fall / traps: bad memory access, or too deep a recursion",
        ])
      #expect(graph.transitions.count == 2)
    }

    @Test func explorationStopsAfterAFewStepsThatDoNotReturn() {
      let watch = TrialRunner.child(patience: .milliseconds(50))
      let graph = TrialRunner.$current.withValue(watch) {
        let events = (0..<20).map(Place.init)
        return StateGraph(initial: Mood.idle, events: events) { mood, event -> Mood? in
          if event.number > 0 { while true { usleep(10_000) } }
          return mood == .idle ? .busy : .idle
        }
      }
      #expect(graph.transitions.map(\.event) == ["s0"])
      #expect(graph.findings.count { $0.kind == .stepDoesNotEnd } == 5)
      #expect(graph.findings.count { $0.kind == .stuckStepBound } == 1)
      #expect(
        graph.omission?.views == [
          "not whole: no end in idle on s1, idle on s2, idle on s3 and 2 more; "
            + "no step tried after 5 without an end"
        ])
    }

    /// A ring of states in which every tenth event traps.
    private struct Ring {
      var number = 0
      let count: Int

      mutating func handle(_ event: Int) {
        precondition((number + event) % 10 != 0, "tenth")
        number = (number + event) % count
      }
    }
    private struct Place: Graphable {
      let number: Int
      static var graphCases: [Place] { [] }
      var casePath: [String] { ["s\(number)"] }
    }

    /// With `TRAP_STATES=1000`, the machine that is to be explored within a minute.
    @Test func largeMachineWithManyTrapsIsExplored() throws {
      let variable = ProcessInfo.processInfo.environment["TRAP_STATES"]
      let count = variable.flatMap { Int($0) } ?? 50
      let start = ContinuousClock.now
      let graph = StateGraph.withTraps {
        StateGraph(
          .value(Ring(count: count)) { Place(number: $0.number) },
          steps: (1...20).map { event in .step("e\(event)") { $0.handle(event) } },
          options: .init(bounds: ExplorationBounds(undeclaredStates: 2_000)))
      }
      if variable != nil { print("\(count) states took \(ContinuousClock.now - start)") }
      #expect(graph.states.count == count * 9 / 10 + 1)
      #expect(graph.traps.count == graph.rules.count / 10)
    }

    @Test(arguments: [
      ("a.swift:3: Fatal error: no\n", "no"), ("Fatal error\n", nil), ("", nil),
      ("log\nM/a.swift:1: Precondition failed: x > 0\n\nCurrent stack trace:\n0 a\n", "x > 0"),
      ("Fatal error: in M.(unknown context at $5f00a).State.open", "in M.State.open"),
      ("Fatal error: <Box: 0x00007f5a1b2c3d40> 0x12", "<Box: 0x…> 0x12"),
      ("Fatal error: one\nFatal error: two", "two"),
      (
        "Fatal error: Unexpected state: open(Head(method: GET, uri: /, version: HTTP/1.1, headers: []))",
        "Unexpected state: open(…)"
      ),
      (
        "Fatal error: " + String(repeating: "a", count: 90) + "(b)",
        String(repeating: "a", count: 79) + "…"
      ),
    ])
    func messageOfTheRuntimeIsRead(words: String, message: String?) {
      #expect(TrapMessage.text(in: words) == message)
    }
  }
#endif
