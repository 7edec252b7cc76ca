import Schematic
import SchematicGraph
import SchematicTesting
import Testing

/// Machines of the main actor, whose walks and coverage are computed elsewhere.
@Suite struct MainActorTests {
  @MainActor fileprivate final class Lamp {
    enum State: CaseIterable, Graphable { case off, on }
    enum Event: CaseIterable, Graphable { case press }

    private(set) var flips = 0

    nonisolated static let schema = StateMachineSchema<State, Event, Lamp>(
      initialState: .off, on: MainActor.self
    ) { state, event in
      state == .off ? .to(.on, "flip") { $0.flips += 1 } : .to(.off)
    }

    // Isolated to the main actor, as in a class that says nothing.
    static let isolatedSchema = StateMachineSchema<State, Event, Lamp>(
      initialState: .off, on: MainActor.self
    ) { state, event in
      state == .off ? .to(.on, "flip") { $0.flips += 1 } : .to(.off)
    }
  }

  @MainActor @Test(arguments: StateGraph(Lamp.schema).tours(taking: .everyTransition))
  func followsWalksOfANonisolatedSchema(walk: Walk) {
    var lamp = Lamp()
    expectWalk(
      walk, of: Lamp.schema,
      subject: {
        lamp = Lamp()
        return lamp
      })
    #expect(walk.steps.map(\.event) == ["press", "press"])
    #expect(lamp.flips == 1)
  }

  @MainActor
  @Test(arguments: await StateGraph(Lamp.isolatedSchema).tours(taking: .everyTransition))
  func machineOfAnIsolatedSchemaFollowsWalks(walk: Walk) {
    var lamp = Lamp()
    expectWalk(
      walk, of: Lamp.isolatedSchema,
      subject: {
        lamp = Lamp()
        return lamp
      })
    #expect(walk.steps.map(\.event) == ["press", "press"])
    #expect(lamp.flips == 1)
  }

  /// Drawing asks rules only, so a thread of its own may do it.
  @Test func isolatedSchemaIsDrawnOffTheMainActor() async {
    let schema = await Lamp.isolatedSchema
    let (graph, isSame) = await Task.detached { @concurrent in
      (StateGraph(schema), StateGraph(schema) == StateGraph(Lamp.schema))
    }.value
    #expect(
      graph.transitions.map(\.description) == ["off -> on: press / flip", "on -> off: press"])
    #expect(isSame)
  }

  @Test func machineSaysWhyItStopsIfItIsUsedOffTheMainActor() async {
    let run = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let lamp = Lamp()
      await Task.detached { @concurrent in
        _ = StateMachine(schema: Lamp.schema, subject: lamp).handle(.press)
      }.value
    }
    let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Schematic: a machine of the main actor, whose subject is Lamp, was used elsewhere. Its \
        schema says `on: MainActor.self`: make its caller @MainActor, or use `await MainActor.run`.
        """))
  }

  @Test func machineSaysNothingIfItIsUsedOnTheMainActor() async {
    let run = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await Task.detached { @concurrent in
        await MainActor.run {
          let lamp = Lamp()
          StateMachine(schema: Lamp.schema, subject: lamp).handle(.press)
          precondition(lamp.flips == 1)
        }
      }.value
    }
    let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!text.contains("Schematic"))
  }
}

private let coverage = CoverageRecorder("Lamp", of: MainActorTests.Lamp.schema)
@MainActor private let isolatedCoverage = CoverageRecorder(
  "Lamp", of: MainActorTests.Lamp.isolatedSchema)

@MainActor @Suite(.coverage(coverage, expectsEverything: true))
struct NonisolatedCoverageTests {
  @Test func lampTakesEveryTransition() {
    let lamp = MainActorTests.Lamp()
    let machine = StateMachine(schema: MainActorTests.Lamp.schema, subject: lamp)
    coverage.watch(machine)
    machine.handle(.press)
    machine.handle(.press)
    #expect(machine.state == .off)
    #expect(lamp.flips == 1)
    #expect(coverage.coverage.neverTaken.isEmpty)
  }
}

@MainActor @Suite(.coverage(isolatedCoverage, expectsEverything: true))
struct IsolatedCoverageTests {
  @Test func lampTakesEveryTransition() {
    let lamp = MainActorTests.Lamp()
    let machine = StateMachine(schema: MainActorTests.Lamp.isolatedSchema, subject: lamp)
    isolatedCoverage.watch(machine)
    machine.handle(.press)
    machine.handle(.press)
    #expect(machine.state == .off)
    #expect(lamp.flips == 1)
    #expect(isolatedCoverage.coverage.neverTaken.isEmpty)
  }
}
