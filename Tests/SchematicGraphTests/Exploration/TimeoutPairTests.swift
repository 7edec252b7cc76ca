import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Timeouts that differ in little, and events that read like them.
@Suite struct TimeoutPairTests {
  private enum Page: CaseIterable, Graphable { case idle, fetching }
  private enum Event: CaseIterable, Graphable { case remind, beep }

  private typealias Answer = StateBehavior<Event, Void>

  private func graph(_ answer: @escaping @Sendable () -> Answer) -> StateGraph {
    StateGraph(
      StateMachineSchema<Page, Event, Void>(initialState: .idle) { page, event in
        page == .idle ? .to(.fetching) : .stay("\(event)")
      }
      .states { $0 == .fetching ? answer() : .none })
  }

  private func isTold(_ one: StateGraph, from other: StateGraph) -> Bool {
    one.dot() != other.dot() || one.findings != other.findings
  }

  private static func answer(_ events: [Event], _ duration: Duration) -> Answer {
    events.reduce(.none) { $0.after(duration, send: $1) }
  }

  @Test func timeoutThatIsThereTwiceIsToldApart() {
    let once = graph { Self.answer([.remind], .seconds(5)) }
    let twice = graph { Self.answer([.remind, .remind], .seconds(5)) }
    #expect(isTold(once, from: twice))
    let finding = twice.findings.first { $0.kind == .repeatedEventLabel }
    #expect(finding?.description.contains("they send remind, then remind;") == true)
  }

  @Test func orderOfEqualTimeoutsIsToldApart() {
    let graphs = [[Event.remind, .beep], [.beep, .remind]].map { events in
      graph { Self.answer(events, .seconds(5)) }
    }
    #expect(isTold(graphs[0], from: graphs[1]))
  }

  private static let durations: [(Duration, String)] = [
    (Duration(secondsComponent: 0, attosecondsComponent: 1), "1 as"),
    (Duration(secondsComponent: 0, attosecondsComponent: 25_000), "25 fs"),
    (Duration(secondsComponent: 0, attosecondsComponent: -3_000_000), "-3 ps"),
    (Duration(secondsComponent: 2, attosecondsComponent: 1), "2.000000000000000001 s"),
    (Duration(secondsComponent: 0, attosecondsComponent: 1_000_000_001), "1000000001 as"),
    (.nanoseconds(1), "1 ns"),
  ]

  @Test(arguments: 0..<6) func labelShowsTheWholeDuration(index: Int) {
    let (duration, label) = Self.durations[index]
    #expect(duration.label == label)
    for event in [nil, "press", "a (b)"] {
      let trigger = StateGraph.Trigger.timeout(duration, sends: event)
      #expect(trigger.description == "after \(label)\(event.map { " (\($0))" } ?? "")")
      #expect(StateGraph.Trigger(notation: trigger.description) == trigger)
    }
  }

  @Test(arguments: [
    "after 3 s  (x)", "after 3 s x", "after 3 s(x)", "after 3",
  ])
  func otherLabelsAreNoTimeouts(label: String) {
    #expect(StateGraph.Trigger(notation: label) == .event(label))
  }

  @Test func eventInQuotesIsToldFromOneWithout() {
    struct Named: Graphable {
      let name: String
      var casePath: [String] { [name] }
      static var graphCases: [Named] { [] }
    }
    let names = [
      "after 3 s", "\"after 3 s\"", "\"\"after 3 s\"\"", "after 3 s in x", "\"after 3 s in x\"",
      "\"after 3 s", "\"",
    ]
    let events = names.map { name in
      StateGraph(initial: Page.idle, events: [Named(name: name)]) { _, _ in .fetching }
        .transitions[0].event
    }
    #expect(Set(events).count == names.count)
    #expect(!events.contains { StateGraph.Trigger(notation: $0).isTimeout })
  }

  @Test(arguments: NearMisses.seeds)
  func randomTimeoutsAreToldApart(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<NearMisses.pairs {
      let events = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Event.allCases.randomElement(using: &random) ?? .beep
      }
      let duration = Self.durations.randomElement(using: &random)?.0 ?? .zero
      var (others, other) = (events, duration)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: others.append(events[0])
      case 1 where events != events.reversed(): others.reverse()
      default:
        other += Duration(
          secondsComponent: 0, attosecondsComponent: Int64.random(in: 1..<1_000_000, using: &random)
        )
      }
      let (one, two) = (
        graph { Self.answer(events, duration) },
        graph { [others, other] in Self.answer(others, other) }
      )
      #expect(isTold(one, from: two), "SEED=\(seed) \(events) \(others)")
      let same = graph {
        var answer = Answer.none
        for event in events { answer = answer.after(duration, send: event) }
        return answer
      }
      #expect(!isTold(one, from: same), "SEED=\(seed)")
    }
  }
}
