import Dispatch
import SchematicGraph
import Testing

/// Machines that wait for time to pass, or that work on queues.
@Suite struct SleepTests {
  @Test func sleepOfATaskEndsInAStep() {
    #expect(
      graph(of: Light()).lines == [
        "off → on: press / sleep", "on → off: sleep returns",
      ])
  }

  @Test func sleepThatIsCanceledEndsAtOnce() {
    #expect(
      graph(of: Light(), .step("cancel") { $0.cancel() }).lines == [
        "off → on: press / sleep", "on → canceled: cancel", "on → off: sleep returns",
      ])
  }

  @Test func callForLaterIsMadeInAStep() {
    #expect(
      graph(of: QueueLight()).lines == [
        "off → on: press / sleep", "on → off: sleep returns",
      ])
  }

  /// A machine that asks for the time after it has canceled a sleep.
  private final class Oven: @unchecked Sendable {
    private(set) var state = "off"
    private var timer: Task<Void, any Error>?
    private let start = ContinuousClock.now
    func bake() {
      state = "baking"
      timer = Task { try await Task.sleep(for: .seconds(600)) }
    }
    func open() {
      guard let timer else { return }
      timer.cancel()
      state = "open"
    }
    func look() { state = ContinuousClock.now >= start + .seconds(600) ? "done" : "raw" }
  }

  @Test func sleepThatIsCanceledLetsNoTimeGoBy() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Oven() },
      steps: [
        .step("bake") { $0.bake() }, .step("open") { $0.open() }, .step("look") { $0.look() },
      ], options: .init(ignoring: ["timer"]))
    #expect(graph.lines.contains("open → raw: look"), "\(graph.lines)")
    #expect(graph.states.map(\.identifier) == ["off", "baking", "raw", "open"])
  }

  /// A machine with a call that ends in a step of another one, and with a sleep of its own.
  private final class Gate: @unchecked Sendable {
    private(set) var state = "shut"
    private var visitor: UnsafeContinuation<Void, Never>?
    func visit() async { await withUnsafeContinuation { visitor = $0 } }
    func open() {
      visitor?.resume()
      (visitor, state) = (nil, "open")
    }
    func nap() {
      guard state == "shut" else { return }
      state = "napping"
      Task {
        try await Task.sleep(for: .seconds(1))
        state = "awake"
      }
    }
  }

  @Test func sleepThatEndsBelongsToTheMachineThatBeganIt() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Gate() },
      steps: [
        .step("visit", awaiting: { await $0.visit() }), .step("open") { $0.open() },
        .step("nap") { $0.nap() }, .returns("sleep"),
      ])
    let ends = graph.rules.filter { $0.source == "napping" && $0.event == "sleep returns" }
    #expect(Set(ends.map(\.target)) == ["awake"], "\(graph.lines)")
    #expect(!graph.findings.contains { $0.kind == .replayDiffers }, "\(graph.findings)")
  }

  @Test func callForLaterThatIsCanceledIsForgotten() {
    #expect(
      graph(of: QueueLight(), .step("cancel") { $0.cancel() }).lines == [
        "off → on: press / sleep", "on → canceled: cancel", "on → off: sleep returns",
      ])
  }

  /// A machine whose number is written on a queue later, and read on it at once.
  private final class Guarded: @unchecked Sendable {
    private(set) var hasRead = "nothing"
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)
    private var number = 0

    func count(_ isBarrier: Bool) {
      queue.async(flags: .barrier) { self.number += 1 }
      hasRead = queue.sync(flags: isBarrier ? .barrier : []) { "\(min(number, 2))" }
    }
  }

  @Test func valueReadOnAQueueIsTheOneThatItWasGivenBefore() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.hasRead) }) { Guarded() },
      steps: [.step("count", with: [false, true]) { $0.count($1) }],
      options: .init(ignoring: ["number"]))
    #expect(graph.lines == ["nothing → 1: count", "1 → 2: count"])
  }

  /// A machine that asks two others, and goes on when both have answered.
  private final class Survey: @unchecked Sendable {
    private(set) var state = "asks nobody"
    private let group = DispatchGroup()
    private var last: (() -> Void)?

    func ask() {
      guard state == "asks nobody" else { return }
      state = "waits"
      group.enter()
      last = { [group] in group.leave() }
      DispatchQueue.global().async(group: group) { self.state = "knows one answer" }
      group.notify(queue: .global()) { self.state = "knows both answers" }
    }

    func answer() {
      last?()
      last = nil
    }
  }

  @Test func groupNotifiesAMachineInTheStepInWhichItsLastWorkEnds() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Survey() },
      steps: [.step("ask") { $0.ask() }, .step("answer") { $0.answer() }])
    #expect(
      graph.lines == [
        "asks nobody → knows one answer: ask", "knows one answer → knows both answers: answer",
      ])
  }

  private final class Redial: @unchecked Sendable {
    private(set) var isBusy = false
    private let queue = DispatchQueue(label: "redial")

    func dial() {
      guard !isBusy else { return }
      isBusy = true
      ring()
    }

    private func ring() {
      queue.asyncAfter(deadline: .now() + 5) {
        StandIn.call("hang up")
        self.queue.asyncAfter(deadline: .now() + 0.5) {
          StandIn.call("ring")
          self.ring()
        }
      }
    }
  }

  @Test func sleepThatLooksLikeAnotherIsToldApartByItsLength() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.isBusy) }) { Redial() },
      steps: [.step("dial") { $0.dial() }, .returns("sleep")])
    #expect(
      graph.lines == [
        "false → true: dial / sleep",
        "true ⇢ true: sleep returns [length of sleep = 5 s] / hang up, sleep",
        "true ⇢ true: sleep returns [length of sleep = 500 ms] / ring, sleep",
      ], "\(graph.lines)")
    #expect(!graph.findings.contains { $0.kind == .payloadsDisagree })
  }

  @Test func workOfAQueueIsDoneInTheStepThatAsksForIt() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Worker() },
      steps: [.step("work") { $0.work() }, .step("rest") { $0.rest() }])
    #expect(graph.lines == ["idle → done twice: work", "done twice → idle: rest"])
  }

  @Test(
    arguments: [
      (.never, []), (.nanoseconds(1), ["on → dark: sleep returns", "dark → on: sleep returns"]),
    ] as [(DispatchTimeInterval, [String])])
  func timerFiresInAStep(interval: DispatchTimeInterval, again: [String]) {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { TimerLight(repeating: interval) },
      steps: [
        .step("start") { $0.start() }, .step("pause") { $0.pause() }, .step("stop") { $0.stop() },
        .returns("sleep"),
      ])
    #expect(
      Set(graph.lines)
        == Set(
          again + [
            "off → started: start / sleep", "started → on: sleep returns", "on → paused: pause",
            "on → stopped: stop",
          ]))
  }

  @Test func aSleepOfOtherCodeIsToldApart() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Retry() },
      steps: [.step("start") { $0.start() }, .step("retry") { $0.retry() }, .returns("sleep")])
    #expect(
      graph.rules.filter { $0.event == "sleep returns" }.map(\.target) == ["failed", "idle"])
  }

  @Test(arguments: [false, true])
  func sleepEndsBeforeOneThatIsLonger(isLongFirst: Bool) {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Race(isLongFirst: isLongFirst) },
      steps: [.step("start") { $0.start() }, .returns("sleep")])
    #expect(
      graph.lines == [
        "idle → running: start / sleep repeatedly", "running → short: sleep returns",
        "short → long: sleep returns",
      ])
  }

  @Test func timeThatNoStepLetsPassIsNamed() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Light() },
      steps: [.step("press") { $0.press() }])
    #expect(graph.lines == ["off → on: press"])
    #expect(
      graph.findings.first { $0.kind == .unansweredCall }?.description == """
        call sleep never returns, because no step ends it, so that what comes after it isn't shown; add \
        `.returns("sleep")` to the steps
        """)
  }

  private func graph<Machine: Timed>(
    of machine: @autoclosure @escaping () -> Machine, _ steps: MachineStep<Machine>...
  ) -> StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }, machine),
      steps: [.step("press") { $0.press() }] + steps + [.returns("sleep")])
  }
}

private protocol Timed: AnyObject {
  var state: String { get }
  func press()
}

private final class Light: Timed, @unchecked Sendable {
  private(set) var state = "off"
  private var task: Task<Void, Never>?

  func press() {
    guard state == "off" else { return }
    state = "on"
    task = Task {
      do {
        try await Task.sleep(nanoseconds: 1000)
        state = "off"
      } catch {
        state = "canceled"
      }
    }
  }

  func cancel() { task?.cancel() }
}

private final class QueueLight: Timed, @unchecked Sendable {
  private(set) var state = "off"
  private let queue = DispatchQueue(label: "light")
  private var item: DispatchWorkItem?

  func press() {
    guard state == "off" else { return }
    state = "on"
    let item = DispatchWorkItem { [self] in
      dispatchPrecondition(condition: .onQueue(queue))
      state = "off"
    }
    self.item = item
    queue.asyncAfter(deadline: .now() + 0.000_001, execute: item)
  }

  func cancel() {
    guard state == "on" else { return }
    item?.cancel()
    state = "canceled"
  }
}

private final class Retry: @unchecked Sendable {
  private(set) var state = "idle"
  private let queue = DispatchQueue(label: "retry")

  func start() {
    guard state == "idle" else { return }
    state = "busy"
    queue.asyncAfter(deadline: .now() + 60) { [self] in state = "failed" }
  }

  func retry() {
    guard state == "idle" else { return }
    state = "busy"
    queue.asyncAfter(deadline: .now() + 1) { [self] in state = "idle" }
  }
}

private final class Race: @unchecked Sendable {
  private(set) var state = "idle"
  private let isLongFirst: Bool
  private let queue = DispatchQueue(label: "race")

  init(isLongFirst: Bool) { self.isLongFirst = isLongFirst }

  func start() {
    guard state == "idle" else { return }
    state = "running"
    let sleeps = [("short", 1), ("long", 60)]
    for (name, seconds) in isLongFirst ? sleeps.reversed() : sleeps {
      queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [self] in state = name }
    }
  }
}

private final class Worker: @unchecked Sendable {
  private(set) var state = "idle"
  private let queue = DispatchQueue(label: "worker")

  func work() {
    guard state == "idle" else { return }
    queue.async { [self] in
      dispatchPrecondition(condition: .onQueue(queue))
      state = "done"
      queue.async { [self] in state += " twice" }
    }
  }

  func rest() { queue.sync { state = "idle" } }
}

private final class TimerLight: @unchecked Sendable {
  private(set) var state = "off"
  private let timer: any DispatchSourceTimer

  init(repeating interval: DispatchTimeInterval) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    timer.schedule(deadline: .now(), repeating: interval)
    timer.setEventHandler { [unowned self] in state = state == "on" ? "dark" : "on" }
  }

  func start() {
    guard state == "off" else { return }
    state = "started"
    timer.resume()
  }

  func pause() {
    guard state == "on" else { return }
    state = "paused"
    timer.suspend()
  }

  func stop() {
    guard state == "on" else { return }
    state = "stopped"
    timer.cancel()
  }
}
