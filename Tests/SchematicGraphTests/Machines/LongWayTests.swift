import SchematicTestKit
import Testing

@testable import SchematicGraph
import SchematicMachines

/// Machines that get somewhere only after many steps, in objects of their own, or when somebody else has waited longer.
@Suite struct LongWayTests {
  /// A gate that lets those in who wait, the first one first.
  private final class Gate {
    private(set) var state = "shut"
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    func enter() async { await wait() }
    func deliver() async { await wait() }
    private func wait() async { await withUnsafeContinuation { waiting.append($0) } }

    func open() {
      guard !waiting.isEmpty else { return }
      waiting.removeFirst().resume()
    }
  }

  @Test func whoWaitsLongestIsACondition() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Gate() },
      steps: [
        .step("enter", awaiting: { await $0.enter() }),
        .step("deliver", awaiting: { await $0.deliver() }), .step("open") { $0.open() },
      ], options: .init(bounds: ExplorationBounds(values: 12)))
    let rows = graph.rules.map(\.description).filter { $0.contains("returns") }
    #expect(
      rows.contains {
        $0.contains("[first call that waits = enter]") && $0.contains("enter returns")
      })
    #expect(
      rows.allSatisfy {
        !$0.contains("some values") && !($0.contains("enter returns, deliver returns"))
      }, "\(rows)")
  }

  /// A gate whose visitors are objects, of which a condition can't tell anything.
  private final class Turnstile {
    final class Visitor {
      let call: UnsafeContinuation<Void, Never>
      let isGuest: Bool
      init(_ call: UnsafeContinuation<Void, Never>, isGuest: Bool) {
        (self.call, self.isGuest) = (call, isGuest)
      }
    }
    private(set) var state = "shut"
    private var visitors: [Visitor] = []

    func enter() async { await wait(isGuest: false) }
    func visit() async { await wait(isGuest: true) }
    private func wait(isGuest: Bool) async {
      await withUnsafeContinuation { visitors.append(Visitor($0, isGuest: isGuest)) }
    }
    func open() {
      guard !visitors.isEmpty else { return }
      visitors.removeFirst().call.resume()
    }
  }

  @Test func whoWaitsLongestIsAConditionIfNothingElseSaysIt() {
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Turnstile() },
      steps: [
        .step("enter", awaiting: { await $0.enter() }),
        .step("visit", awaiting: { await $0.visit() }), .step("open") { $0.open() },
      ], options: .init(bounds: ExplorationBounds(values: 12)))
    let rows = graph.rules.map(\.description)
    #expect(!rows.contains { $0.contains("some values") }, "\(rows)")
    #expect(rows.contains { $0.contains("first call that waits = visit") }, "\(rows)")
  }

  @Test func equalEndsOfCallsAreOneAction() {
    final class Door {
      private(set) var state = "shut"
      private var waiting: [UnsafeContinuation<Void, Never>] = []
      func enter() async { await withUnsafeContinuation { waiting.append($0) } }
      func open() {
        for one in waiting { one.resume() }
        (waiting, state) = ([], "open")
      }
    }
    let graph = StateGraph(
      .made(state: { ReflectedState($0.state) }) { Door() },
      steps: [.step("enter", awaiting: { await $0.enter() }), .step("open") { $0.open() }],
      options: .init(bounds: ExplorationBounds(values: 4)))
    let rows = graph.rules.map(\.description)
    #expect(
      rows.filter { $0.hasPrefix("shut -> open") }.map { $0.contains(" / ") } == [
        false, true, true,
      ],
      "\(rows)")
    #expect(rows.contains { $0.hasSuffix("/ enter returns repeatedly {waiting = []}") }, "\(rows)")
  }
}
