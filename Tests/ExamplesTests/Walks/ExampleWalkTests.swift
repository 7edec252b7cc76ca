@testable import Examples
import MainActorExamples
import Schematic
import SchematicGraph
import SchematicTesting
import Testing

/// The examples, with their real subjects, do what their diagrams show.
@Suite struct ExampleWalkTests {
  @Test(arguments: StateGraph(PPP.schema).walks(taking: .everyTransitionAndRejection))
  func aLinkDoesWhatTheDiagramShows(walk: Walk) {
    expectWalk(walk, of: PPP.schema, subject: { PPP() })
  }

  @Test(arguments: StateGraph(Screen.schema).walks(taking: .everyPairOfTransitions))
  func aScreenDoesWhatTheDiagramShows(walk: Walk) {
    expectWalk(walk, of: Screen.schema, subject: { Screen() })
  }

  @MainActor
  @Test func headphonesDoWhatTheDiagramShows() async {
    for walk in StateGraph(Headphones.schema).walks() {
      await expectWalk(walk, of: Headphones.schema, on: ManualClock(), subject: { Headphones() })
    }
  }

  @MainActor
  @Test func aLampDoesWhatTheDiagramShows() async {
    for walk in StateGraph(DeskLamp.schema).walks() {
      await expectWalk(walk, of: DeskLamp.schema, on: ManualClock(), subject: { DeskLamp() })
    }
  }

  /// Nobody but the turnstile counts its coins: a visitor brings about what a step assumes.
  @Test(arguments: StateGraph(Turnstile.schema).walks(taking: .everyPairOfTransitions))
  func aTurnstileDoesWhatTheDiagramShows(walk: Walk) {
    expectWalk(
      walk, of: Turnstile.schema,
      machine: { StateMachine(schema: Turnstile.schema, owning: Turnstile()) },
      prepare: { step, machine in
        guard let isPaid = step.guards["paid"], let turnstile = machine.subject else { return }
        switch (isPaid, turnstile.coins) {
        case (true, 0): machine.handle(.coin)
        case (false, 1): [Visitor.coin, .push].forEach { machine.handle($0) }
        default: break
        }
      })
  }

  @Test func walkReportsAnAssumptionThatDoesNotHold() throws {
    // After an active OPEN a reset does not lead back to LISTEN, whatever one prepares.
    let walk = try Walk(
      from: "closed",
      taking: [
        transition("closed", "active OPEN"), transition("synSent", "rcv SYN"),
        transition("synReceived", "rcv RST"),
      ])
    let report = WalkReport(
      walk, of: TCPConnection.schema,
      machine: { StateMachine(schema: TCPConnection.schema, owning: TCPConnection()) })
    #expect(report?.description.contains("the step assumes [after passive OPEN]") == true)
  }

  private func transition(_ source: String, _ event: String) throws -> StateGraph.Rule {
    try #require(
      StateGraph(TCPConnection.schema).transitions.first {
        $0.source == source && $0.event == event
      })
  }
}
