import Schematic
import SchematicGraph

#if WRONG
  enum LampState { case off, on }
#else
  nonisolated enum LampState { case off, on }
#endif
enum LampEvent { case press }

final class Lamp {
  static let schema = StateMachineSchema<LampState, LampEvent, Lamp>(
    initialState: .off, on: MainActor.self
  ) { state, event in
    return state == .off ? .to(.on) : .to(.off)
  }
}
