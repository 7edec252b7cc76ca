import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Timeouts are drawn as they run.
@Suite struct TimeoutDrawingTests {
  private enum Page: Graphable, Hashable {
    case idle, waiting(attempt: Int)
    static let graphCases: [Page] = [.idle] + (0...3).map { .waiting(attempt: $0) }
  }

  private enum Event: CaseIterable, Graphable { case fetch, progress, retry, tick }

  private typealias Answer = StateBehavior<Event, Void>

  /// Draws pages: a fetch begins to wait, and a retry ends it.
  private func graph(
    retry: Transition<Page, Void>? = .to(.idle),
    _ answer: @escaping @Sendable (_ attempt: Int) -> Answer
  ) -> StateGraph {
    nonisolated(unsafe) let retry = retry ?? .ignored
    return StateGraph(
      StateMachineSchema<Page, Event, Void>(initialState: .idle) { page, event in
        switch (page, event) {
        case (.idle, .fetch): .to(.waiting(attempt: 0))
        case (.waiting, .retry): retry
        default: .ignored
        }
      }
      .states { page in
        if case .waiting(let attempt) = page { answer(attempt) } else { .none }
      })
  }

  private func lines(_ graph: StateGraph) -> [String] {
    graph.rules.filter(\.trigger.isTimeout).map { $0.label.text() }
  }

  private func findings(_ graph: StateGraph) -> [String] {
    graph.findings.filter { $0.kind == .refusedTimeout }.map(\.name)
  }

  @Test func timeoutThatDependsOnThePayloadIsDrawnWithItsCondition() {
    let graph = graph { .after(.seconds($0 < 3 ? 1 : 10), send: .retry) }
    #expect(lines(graph) == ["after 1 s [attempt in 0…2]", "after 10 s [attempt = 3]"])
    #expect(findings(graph).isEmpty)
    #expect(!graph.findings.contains { $0.kind == .payloadsDisagree })
  }

  @Test func timeoutThatSomeValuesLackIsDrawnWithItsCondition() {
    let graph = graph { $0 == 0 ? .none : .after(.seconds(1), send: .retry) }
    #expect(lines(graph) == ["after 1 s [attempt in 1…3]"])
  }

  @Test func timeoutOfAllValuesIsDrawnWithoutACondition() {
    #expect(lines(graph { _ in .after(.seconds(90), send: .retry) }) == ["after 1 min 30 s"])
  }

  @Test func timeoutIsDrawnByItsName() {
    let schema = StateMachineSchema<Page, Event, Duration>(initialState: .idle) { page, event in
      event == .retry ? .to(.idle) : .to(.waiting(attempt: 0))
    }
    .states { page in
      page == .idle
        ? .none : .after("retry interval", { _ in fatalError("read") }, send: .retry)
    }
    let graph = StateGraph(schema)
    #expect(lines(graph) == ["after retry interval"])
    #expect(graph.rules.contains { $0.trigger == .timeout("retry interval") })
  }

  @Test func timeoutThatIsIgnoredIsDrawn() throws {
    let line = #line + 1
    let graph = graph(retry: nil) { _ in .after(.seconds(5), send: .retry) }
    #expect(lines(graph) == ["after 5 s / ignored"])
    #expect(graph.rules.last?.effect == .ignored)
    #expect(graph.transitions.allSatisfy { !$0.trigger.isTimeout })
    #expect(findings(graph) == ["refused timeout: waiting, after 5 s"])
    #expect(graph.dot().contains("after 5 s / ignored"))
    // The answer itself knows no line, and its timeout does.
    let place = SourceLine(fileID: #fileID, line: line)
    #expect(graph.rules.last?.lines.timeouts == [place])
    #expect(graph.rules.last?.lines.isNear == false)
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  @Test(arguments: [nil, "too late"])
  func timeoutThatIsRejectedIsDrawn(reason: String?) throws {
    let graph = graph(retry: reason.map { .rejected($0) } ?? .rejected) { _ in
      .after(.seconds(5), send: .retry)
    }
    let text = "after 5 s / rejected" + (reason.map { ": \($0)" } ?? "")
    #expect(lines(graph) == [text])
    #expect(findings(graph) == ["refused timeout: waiting, after 5 s"])
    #expect(graph.dot().contains(text))
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  @Test func actionIsToldFromATimeoutThatIsIgnored() throws {
    for action in ["ignored", "rejected", "traps", "ignored x"] {
      let graph = graph(retry: .stay(action) {}) { _ in .after(.seconds(5), send: .retry) }
      #expect(findings(graph).isEmpty)
      #expect(try StateGraph(dot: graph.dot()) == graph)
    }
  }

  /// A machine whose payload changes without leaving the state.
  private static func progress(
    _ answer: @escaping @Sendable (_ attempt: Int) -> Answer
  ) -> StateMachineSchema<Page, Event, Void> {
    StateMachineSchema<Page, Event, Void>(initialState: .idle) { page, event in
      switch (page, event) {
      case (.idle, .fetch): .to(.waiting(attempt: 0))
      case (.waiting(let attempt), .progress) where attempt < 3:
        .stay(as: .waiting(attempt: attempt + 1))
      case (.waiting(3), .retry): .to(.idle, "give up") {}
      case (.waiting, .retry): .to(.waiting(attempt: 0))
      default: .ignored
      }
    }
    .states { page in
      if case .waiting(let attempt) = page { answer(attempt) } else { .none }
    }
  }

  @Test func conditionSaysThatATimeoutDependsOnThePayloadOnEntry() {
    let graph = StateGraph(Self.progress { .after(.seconds($0 == 0 ? 1 : 10), send: .retry) })
    #expect(
      lines(graph) == [
        "after 1 s [attempt in 0…2 and attempt on entry = 0] {attempt = 0}",
        "after 1 s [attempt = 3 and attempt on entry = 0] / give up",
        "after 10 s [attempt in 1…2 and attempt on entry in 1…2] {attempt = 0}",
        "after 10 s [attempt = 3 and attempt on entry in 1…3] / give up",
      ])
  }

  @Test func payloadOnEntryIsLeftOutIfAllTimeoutsAreTheSame() {
    let graph = StateGraph(Self.progress { _ in .after(.seconds(1), send: .retry) })
    #expect(
      lines(graph) == [
        "after 1 s [attempt in 0…2] {attempt = 0}", "after 1 s [attempt = 3] / give up",
      ])
  }

  @Test func timeoutOfACompositeStateThatIsRefusedEverywhereIsFound() {
    enum Place: CaseIterable, Graphable { case left, right }
    enum Player: Graphable, Hashable {
      case off, on(Place)
      static let graphCases: [Player] = [.off] + Place.allCases.map { .on($0) }
    }
    func graph(_ isHandled: Bool) -> StateGraph {
      StateGraph(
        StateMachineSchema<Player, Event, Void>(initialState: .off) { player, event in
          switch (player, event) {
          case (.off, .fetch): .to(.on(.left))
          case (.on(.left), .progress): .to(.on(.right))
          case (.on(.right), .retry) where isHandled: .to(.off)
          default: .ignored
          }
        }
        .states(level: 1) { player in
          if case .on = player { .after(.seconds(60), send: .retry) } else { .none }
        })
    }
    #expect(findings(graph(true)).isEmpty)
    #expect(findings(graph(false)) == ["refused timeout: on, after 1 min"])
    #expect(graph(false).composites.map { $0.behaviors.map(\.description) } == [["after 1 min"]])
    #expect(lines(graph(false)).isEmpty)
  }

  @Test func findingNamesTheFirstEventThatACompositeStateSendsInVain() {
    enum Signal: Int, CaseIterable, Graphable, Hashable { case a, b, c, d, e, f, g, h, i, j, k, l }
    enum Player: Graphable, Hashable {
      case on(Signal)
      static let graphCases = Signal.allCases.map(Player.on)
    }
    let schema = StateMachineSchema<Player, Signal, Void>(initialState: .on(.a)) { _, _ in .ignored
    }
    .states(level: 1) { player in
      if case .on(let signal) = player { .after(.seconds(1), send: signal) } else { .none }
    }
    let refusals = StateGraph(schema).findings.filter { $0.kind == .refusedTimeout }
    #expect(refusals.map { $0.description.contains("sends a,") } == [true], "\(refusals)")
  }
}
