import Schematic

enum LampState { case off, on }
enum LampEvent { case press }

#if WRONG
  struct Lamp { var flips = 0 }
#else
  final class Lamp { var flips = 0 }
#endif

let schema = StateMachineSchema<LampState, LampEvent, Lamp>(initialState: .off) { _, _ in
  return .to(.on, "count") { $0.flips += 1 }
}
