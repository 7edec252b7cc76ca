import Schematic
import SchematicAnalysis
import SchematicGraph
import Testing

final class Lamp {
  enum State: CaseIterable, Graphable { case off, on }
  enum Event: CaseIterable, Graphable { case press }

  nonisolated static let schema = StateMachineSchema<State, Event, Lamp>(
    initialState: .off, on: MainActor.self
  ) { _, _ in .to(.on) }
}

#if WRONG
  private let graph = StateGraph(Lamp.schema)
#else
  private nonisolated let graph = StateGraph(Lamp.schema)
#endif

@Test(arguments: graph.walks(taking: .everyTransition))
func machineDoesWhatItsDiagramShows(walk: Walk) {}
