import Schematic
import SchematicGraph

#if WRONG
  enum LampState { case off, on }
  enum LampEvent { case press }
#else
  enum LampState: CaseIterable, Graphable { case off, on }
  enum LampEvent: CaseIterable, Graphable { case press }
#endif

let schema = StateMachineSchema<LampState, LampEvent, Void>(initialState: .off) { _, _ in
  .to(.on)
}
let graph = StateGraph(schema)
