import Schematic
import SchematicGraph
import SchematicTesting
import Testing

final class Hatch {
  enum State: CaseIterable, Graphable { case open, closed, locked }
  enum Event: CaseIterable, Graphable { case push, turnKey }

  var hasKey = false
  var squeaks = 0

  static let schema = StateMachineSchema<State, Event, Hatch>(initialState: .closed) {
    state, event, when in
    switch state {
    case .open:
      switch event {
      case .push: return .to(.closed, "squeak") { $0.squeaks += 1 }
      case .turnKey: return .rejected("close it first")
      }
    case .closed:
      switch event {
      case .push: return .to(.open, "squeak") { $0.squeaks += 1 }
      case .turnKey: return when("has key") { $0.hasKey } ? .to(.locked) : .stay("rattle")
      }
    case .locked:
      switch event {
      case .push: return .stay("rattle")
      case .turnKey: return when("has key") { $0.hasKey } ? .to(.closed) : .stay("rattle")
      }
    }
  }
}

private nonisolated let graph = StateGraph(Hatch.schema)
private let coverage = CoverageRecorder("Hatch", of: graph)

@Suite(.coverage(coverage, expectsEverything: true))
struct HatchTests {
  @Test(arguments: graph.walks(taking: .everyTransitionAndRejection))
  func hatchDoesWhatItsDiagramShows(walk: Walk) {
    expectWalk(
      walk, of: Hatch.schema,
      machine: {
        let machine = StateMachine(schema: Hatch.schema, owning: Hatch())
        coverage.watch(machine)
        return machine
      },
      prepare: { step, machine in
        machine.subject?.hasKey = step.guards["has key"] ?? false
      })
  }

  @Test func hatchDoesWhatItsDataSheetSays() throws {
    let table = try TransitionTable(
      csv: """
        Event,0 open,1 closed,2 locked
        push,squeak/1,squeak/0,rattle/2
        turnKey,-,2k; rattle/1n,1k; rattle/2n
        """,
      notes: ["k": "has key", "n": "not has key"])
    expectSame(StateGraph(Hatch.schema), as: table)
  }

  @Test func hatchCanAlwaysBeOpened() {
    expectProperty(.always(.reachable(.open)), of: Hatch.schema)
  }

  @Test func hatchIsNotOpenedWhileLocked() {
    expectProperty(.never(.open, after: .locked, until: .closed), of: Hatch.schema)
  }
}
