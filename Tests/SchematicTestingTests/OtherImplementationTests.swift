import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTesting
import Testing

/// A second implementation is driven along every arrow, and gets what the rules ignore, too.
@Suite struct OtherImplementationTests {
  /// A barrier that somebody wrote by hand.
  private final class HandmadeBarrier {
    /// What may be wrong with it.
    enum Mistake { case none, coinLowers, coinMends, hammerBreaksNothing }

    var coins = 0
    var knocks = 0
    private(set) var state = "down"
    private let mistake: Mistake

    init(_ mistake: Mistake) { self.mistake = mistake }

    func handle(_ event: String) {
      switch (state, event) {
      case ("down", "coin"):
        coins += 1
        if coins >= 2 { state = "up" }
      case ("up", "car"): state = "down"
      case ("up", "hammer"):
        if knocks >= 2, mistake != .hammerBreaksNothing { state = "broken" }
      case ("up", "coin"): if mistake == .coinLowers { state = "down" }
      case ("broken", "coin"): if mistake == .coinMends { state = "down" }
      default: break
      }
    }

    /// Arranges what a step assumes, and sends its event.
    func take(_ step: Walk.Step) {
      coins = step.guard == "paid" ? 1 : 0
      knocks = step.guard == "worn out" ? 2 : 0
      handle(step.event)
    }
  }

  private let graph = StateGraph(Barrier.schema)

  private func compare(_ mistake: HandmadeBarrier.Mistake) async {
    await expectSame(
      graph, as: { HandmadeBarrier(mistake) }, send: { $0.take($1) }, state: { $0.state })
  }

  @Test func implementationThatDoesTheSameIsNoIssue() async {
    await compare(.none)
  }

  @Test func eventThatTheRulesIgnoreIsSentInEveryState() {
    let sent = graph.walksThroughIgnoredEvents().flatMap(\.steps).filter {
      $0.rule.effect == .ignored
    }
    #expect(
      sent.map { "\($0.event) in \($0.source)" }
        == ["coin in up", "coin in broken", "hammer in broken", "car in broken"])
  }

  @Test func eventThatOnlyTheImplementationTakesIsReported() async {
    await withKnownIssue {
      await compare(.coinLowers)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        the walk fails at step 2, coin -> up: expected state up, but the system is in down
        shortest failing walk found:
          1  down -> up: coin [paid] / raise (SchematicTestingTests/Barrier.swift:26)
        > 2  up: coin / ignored
             up -> down: car / lower
             up -> broken: hammer [worn out]
             up -> up: hammer [not worn out]
        """
      ]
    }
  }

  @Test func eventThatTakesAnImplementationOutOfADeadEndIsReported() async {
    await withKnownIssue {
      await compare(.coinMends)
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix(
        "the walk fails at step 3, coin -> broken: expected state broken, but the system is in down"
      )
        == true
    }
  }

  @Test func transitionThatOnlyTheRulesTakeIsReported() async {
    await withKnownIssue {
      await compare(.hammerBreaksNothing)
    } matching: { issue in
      issue.comments.first?.rawValue.contains("expected state broken, but the system is in up")
        == true
    }
  }

  // MARK: - Regions

  private enum Lamp: CaseIterable, Graphable { case off, on }
  private enum Door: CaseIterable, Graphable { case open, shut }
  private enum Touch: CaseIterable, Graphable { case press, swing, knock }
  private struct Room: GraphableRegions, Equatable {
    var lamp = Lamp.off
    var door = Door.open
  }

  private static let room = StateMachineSchema<Room, Touch, Void>(
    initialState: Room(),
    regions: .region(\.lamp) { lamp, touch in
      touch == .press ? .to(lamp == .off ? .on : .off) : .ignored
    },
    .region(\.door) { door, touch in
      switch (door, touch) {
      case (_, .swing): .to(door == .open ? .shut : .open)
      case (.shut, .knock): .stay("answer")
      default: .ignored
      }
    })

  @Test func eventThatAllRegionsIgnoreIsSent() async {
    let graph = StateGraph(Self.room)
    let sent = graph.walksThroughIgnoredEvents().flatMap(\.steps).filter {
      $0.rule.effect == .ignored
    }
    #expect(Set(sent.map(\.event)) == ["knock"])
    #expect(sent.allSatisfy { $0.source.contains("door/open") } && !sent.isEmpty)
    await expectSame(
      graph, as: { StateMachine(schema: Self.room, subject: ()) },
      send: { machine, step in
        for touch in Touch.graphCases(labeled: step.event) { machine.handle(touch) }
      },
      state: { $0.schema.configuration(of: $0.state).description })
  }

  @Test func tableHasTheStatesOfAllRegionsTogether() throws {
    let table = try TransitionTable(
      csv: """
        State,press,swing,knock
        "1 lamp/off, door/open",2,3,-
        "2 lamp/on, door/open",1,4,-
        "3 lamp/off, door/shut",4,1,answer/3
        "4 lamp/on, door/shut",3,2,answer/4
        """)
    expectSame(StateGraph(Self.room), as: table)
  }
}
