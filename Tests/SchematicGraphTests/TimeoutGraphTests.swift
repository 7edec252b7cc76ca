import Schematic
import Testing

@testable import SchematicGraph

@Suite struct TimeoutGraphTests {
  private enum Page: CaseIterable, Graphable { case idle, fetching, failed }
  private enum Signal: CaseIterable, Graphable { case fetch, timeout }

  private let schema = StateMachineSchema<Page, Signal, Void>(initialState: .idle) { page, signal in
    switch (page, signal) {
    case (.fetching, .timeout): return .to(.failed, "give up")
    case (_, .fetch): return .to(.fetching)
    case (_, .timeout): return .ignored
    }
  }
  .timeouts { $0 == .fetching ? .after(.seconds(30), send: .timeout) : nil }

  @Test func showsWhatATimeoutDoesBesideTheEventItSends() {
    let transitions = StateGraph(schema).transitions.filter { $0.target == "failed" }
    #expect(transitions.map(\.event) == ["timeout", "after 30 s"])
    #expect(transitions.allSatisfy { $0.source == "fetching" && $0.action == "give up" })
  }

  @Test func showsAllTimeoutsOfAStateInTheOrderOfTheirAddition() {
    let both = schema.timeouts { $0 == .fetching ? .after(.seconds(5), send: .fetch) : nil }
    let transitions = StateGraph(both).transitions.filter { $0.source == "fetching" }
    #expect(transitions.map(\.event) == ["fetch", "timeout", "after 30 s", "after 5 s"])
    #expect(transitions.map(\.target) == ["fetching", "failed", "failed", "fetching"])
  }

  private enum Mode: CaseIterable, Graphable, Hierarchical { case playing, paused }
  private enum Player: Graphable, Hierarchical {
    case off, on(Mode)
    static var graphCases: [Player] { [.off, .on(.playing), .on(.paused)] }
  }

  @Test func showsTheTimeoutOfAStateInAllThatLieInIt() {
    let schema = StateMachineSchema<Player, Signal, Void>(initialState: .off) { _, signal in
      return signal == .timeout ? .to(.off) : .ignored
    }
    .timeouts(level: 1) { player in
      guard case .on = player else { return nil }
      return .after(.seconds(600), send: .timeout)
    }
    let transitions = StateGraph(schema).transitions.filter { $0.event == "after 600 s" }
    #expect(transitions.map(\.source) == ["on.playing", "on.paused"])
  }

  @Test(arguments: [
    (Duration.seconds(30), "30 s"), (.seconds(0), "0 s"), (.milliseconds(1_500), "1.5 s"),
    (.milliseconds(250), "250 ms"), (.microseconds(7), "7 µs"), (.nanoseconds(3), "3 ns"),
    (.milliseconds(90_001), "90.001 s"), (.microseconds(1_500), "1500 µs"),
    (.seconds(-2), "-2 s"), (.milliseconds(-1_500), "-1.5 s"), (.milliseconds(-5), "-5 ms"),
  ])
  func namesADuration(duration: Duration, label: String) {
    #expect(duration.label == label)
  }
}
