import Dispatch
import Foundation
import SchematicGraph
import Testing

/// Machines that ask for the time, or block their thread.
@Suite struct StepTimeTests {
  @Test(
    arguments: [
      { Date().timeIntervalSinceReferenceDate }, { Double(DispatchTime.now().uptimeNanoseconds) },
      { ProcessInfo.processInfo.systemUptime },
      { ContinuousClock().systemEpoch.duration(to: .now) / .seconds(1) },
      { SuspendingClock().systemEpoch.duration(to: .now) / .seconds(1) },
    ] as [@Sendable () -> Double])
  func timeStandsStill(in now: @escaping @Sendable () -> Double) {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Session(now: now) },
      steps: [.step("use") { $0.use() }, .step("check") { $0.check() }])
    #expect(graph.lines == ["new → fresh: check"])
  }

  @Test func timeOfASleepHasPassedWhenItEnds() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Bucket() },
      steps: [.step("take") { $0.take() }, .returns("sleep")])
    #expect(
      graph.lines == [
        "full → empty: take / sleep", "empty → refused: take", "empty → full: sleep returns",
        "refused → full: sleep returns",
      ])
  }

  @Test func aDateIsTheSameInEachRun() {
    let graph = StateGraph(
      .value(Visit(), state: { ReflectedState($0.state) }), steps: [.step("begin") { $0.begin() }])
    #expect(graph.lines == ["none → 2001-01-01 00:00:00 +0000: begin"])
    #expect(graph.findings.allSatisfy { $0.kind != .varyingProperty })
  }

  @Test(
    arguments: [
      { Thread.sleep(forTimeInterval: 3600) },
      {
        let end = Date() + 3600
        while Date() < end {}
      },
      { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 3600) },
      {
        let condition = NSCondition()
        condition.lock()
        _ = condition.wait(until: Date() + 3600)
        condition.unlock()
      },
    ] as [@Sendable () -> Void])
  func waitForAnHourTakesNoTime(_ wait: @escaping @Sendable () -> Void) {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Waiter(wait) },
      steps: [.step("wait") { $0.wait() }])
    #expect(graph.lines == ["idle → done: wait"])
  }

  @Test func semaphoreIsAnsweredByWhatItWaitsFor() {
    func wait(_ work: (DispatchSemaphore) -> Void) {
      let semaphore = DispatchSemaphore(value: 0)
      work(semaphore)
      semaphore.wait()
    }
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Waiter {} },
      steps: [
        .step("queue") {
          let waiter = $0
          wait { semaphore in
            DispatchQueue(label: "waiter").async {
              waiter.wait()
              semaphore.signal()
            }
          }
        },
        .step("task") {
          let waiter = $0
          wait { semaphore in
            Task {
              waiter.wait()
              semaphore.signal()
            }
          }
        },
      ])
    #expect(Set(graph.lines) == ["idle → done: queue", "idle → done: task"])
  }
}

private final class Session {
  private(set) var state = "new"
  private let now: () -> Double
  private var used: Double

  init(now: @escaping () -> Double) {
    self.now = now
    used = now()
  }

  func use() { used = now() }

  func check() { state = now() > used ? "old" : "fresh" }
}

private struct Visit {
  private(set) var state = "none"
  private var last = Date()

  mutating func begin() {
    last = Date()
    state = "\(last)"
  }
}

private final class Waiter: @unchecked Sendable {
  private(set) var state = "idle"
  private let work: () -> Void

  init(_ work: @escaping () -> Void) { self.work = work }

  func wait() {
    work()
    state = "done"
  }
}

/// A bucket that is full again five seconds after something was taken out.
private final class Bucket: @unchecked Sendable {
  private(set) var state = "full"
  private var taken = ContinuousClock.now
  private var date = Date()

  func take() {
    guard state == "full" else {
      state = "refused"
      return
    }
    state = "empty"
    (taken, date) = (.now, Date())
    Task {
      try await Task.sleep(for: .seconds(5))
      let elapsed = ContinuousClock.now - taken
      state = elapsed >= .seconds(5) && Date().timeIntervalSince(date) >= 5 ? "full" : "early"
    }
  }
}
