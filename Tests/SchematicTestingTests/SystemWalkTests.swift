import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@Suite struct SystemWalkTests {
  private enum Light: String, CaseIterable, Graphable { case red, green, amber }
  private enum Tick: CaseIterable, Graphable { case tick }

  private static let graph = StateGraph(initial: Light.red, events: Tick.allCases) { light, _ in
    switch light {
    case .red: .green
    case .green: .amber
    case .amber: .red
    }
  }

  /// A light that somebody wrote by hand.
  private final class Lamp {
    private(set) var colors = ["red", "green", "amber"]
    func handle(_ event: String) { colors.append(colors.removeFirst()) }
  }

  /// The same, far away, and one that sticks.
  private actor RemoteLamp {
    private(set) var color = "red"
    private let isBroken: Bool

    init(isBroken: Bool = false) { self.isBroken = isBroken }

    func tick() {
      switch color {
      case "red": color = "green"
      case "green": color = isBroken ? "green" : "amber"
      default: color = "red"
      }
    }
  }

  @Test(arguments: graph.walks())
  func walkHoldsAnythingToADiagram(walk: Walk) {
    expectWalk(
      walk, in: Self.graph, system: { Lamp() }, send: { lamp, step in lamp.handle(step.event) },
      state: { $0.colors[0] })
  }

  @Test func walkReportsTheStateOfASystem() throws {
    let walk = try #require(Self.graph.tours().first)
    let report = WalkReport(
      walk, in: Self.graph, system: { Lamp() },
      send: { lamp, step in if step.source != "green" { lamp.handle(step.event) } },
      state: { $0.colors[0] })
    #expect(
      report?.description == """
        the walk fails at step 2, tick -> amber: expected state amber, but the system is in green
        shortest failing walk found:
          1  red -> green: tick
        > 2  green -> amber: tick
        to repeat it: expectWalk(try graph.walk(sending: ["tick", "tick"]), …)
        """)
  }

  @Test func walkTellsThatASystemStartsElsewhereOrThrows() throws {
    struct Fuse: Error {}
    let walk = try #require(Self.graph.tours().first)
    let elsewhere = WalkReport(
      walk, in: Self.graph, system: { Lamp() }, send: { _, _ in }, state: { _ in "blue" })
    #expect(
      elsewhere?.description.hasPrefix("the walk fails at the start: expected state red") == true)
    let throwing = WalkReport(
      walk, in: Self.graph, system: { Lamp() }, send: { _, _ in throw Fuse() },
      state: { $0.colors[0] })
    #expect(
      throwing?.description.hasPrefix(
        "the walk fails at step 1, tick -> green: the system threw Fuse()") == true)
  }

  @Test(arguments: graph.walks())
  func walkDrivesAnAsynchronousSystem(walk: Walk) async {
    await expectWalk(
      walk, in: Self.graph, system: { RemoteLamp() }, send: { lamp, _ in await lamp.tick() },
      state: { await $0.color })
  }

  @Test func walkReportsTheStateOfAnAsynchronousSystem() async throws {
    let walk = try #require(Self.graph.tours().first)
    await withKnownIssue {
      await expectWalk(
        walk, in: Self.graph, system: { RemoteLamp(isBroken: true) },
        send: { lamp, _ in await lamp.tick() }, state: { await $0.color })
    } matching: { issue in
      issue.comments.first?.rawValue.contains("the system is in green") == true
    }
  }

  /// A failure that needs a loop to have been taken before is found again with the loop.
  @Test func shorterWalkKeepsWhatAFailureNeeds() throws {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "a", event: "spin"),
        .init(source: "a", target: "b", event: "go"),
        .init(source: "b", target: "a", event: "back"),
        .init(source: "b", target: "b", event: "spin"),
      ],
      initialState: "a")
    final class Worn {
      var state = "a"
      var spins = 0
    }
    let way = [1, 3, 2, 0, 1, 2, 1].map { graph.transitions[$0] }
    let walk = try Walk(from: "a", taking: way)
    let report = WalkReport(
      walk, in: graph, system: { Worn() },
      send: { worn, step in
        if step.event == "spin" { worn.spins += 1 }
        if step.event != "go" || worn.spins < 2 { worn.state = step.target }
      }, state: { $0.state })
    #expect(
      report?.description.contains(#"walk(sending: ["go", "spin", "back", "spin", "go"])"#)
        == true)
  }
}
