import Schematic
import SchematicAnalysis
import SchematicGraph
import Testing

final class Lamp {
  enum State: CaseIterable, Graphable { case off, on }
  enum Event: CaseIterable, Graphable { case press }

  #if WRONG
    static let schema = StateMachineSchema<State, Event, Lamp>(
      initialState: .off, on: MainActor.self
    ) { _, _ in .to(.on) }
  #else
    nonisolated static let schema = StateMachineSchema<State, Event, Lamp>(
      initialState: .off, on: MainActor.self
    ) { _, _ in .to(.on) }
  #endif
}

@Test(arguments: StateGraph(Lamp.schema).walks(taking: .everyTransition))
func machineDoesWhatItsDiagramShows(walk: Walk) {}
