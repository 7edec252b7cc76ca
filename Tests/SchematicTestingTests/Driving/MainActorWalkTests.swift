import Schematic
import SchematicGraph
import SchematicTesting
import Testing

/// Machines of the main actor, and of an actor, are driven where they live.
@Suite struct MainActorWalkTests {
  @MainActor
  private final class Lamp {
    var isLit = false
    var hasPower = true

    static let schema = StateMachineSchema<Arm, Knock, Lamp>(
      initialState: .down, on: MainActor.self
    ) { state, event, when in
      switch (state, event) {
      case (.down, .coin):
        return when("power") { $0.hasPower }
          ? .to(.up, "light") { $0.isLit = true } : .stay("click")
      case (.up, .car): return .to(.down, "quench") { $0.isLit = false }
      default: return .ignored
      }
    }
  }

  @MainActor
  @Test func drivesAMachineOfTheMainActor() throws {
    let lamp = Lamp()
    for walk in StateGraph(Lamp.schema).walks() {
      expectWalk(walk, of: Lamp.schema, subject: { lamp }) { step, lamp in
        lamp.hasPower = step.guards["power"] ?? true
      }
      #expect(lamp.isLit == (walk.end == "up"))
    }
  }

  private actor Remote {
    var pulses = 0

    static let schema = StateMachineSchema<Arm, Knock, Remote>(initialState: .down) {
      state, event in
      switch (state, event) {
      case (.down, .coin): return .to(.up, "pulse") { $0.pulses += 1 }
      case (.up, .car): return .to(.down)
      default: return .ignored
      }
    }

    func follow(_ walk: Walk) {
      expectWalk(
        walk, of: Self.schema, machine: { StateMachine(schema: Self.schema, subject: self) })
    }
  }

  @Test func drivesAMachineOfAnActorFromInside() async throws {
    let remote = Remote()
    let walk = try #require(StateGraph(Remote.schema).walks().first)
    await remote.follow(walk)
    #expect(await remote.pulses == 1)
  }
}
