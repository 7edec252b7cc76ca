import Schematic

#if WRONG
  enum LampState {
    case off, on

    var isOn: Bool { if case .on = self { true } else { false } }
  }
#else
  nonisolated enum LampState {
    case off, on

    var isOn: Bool { if case .on = self { true } else { false } }
  }
#endif
enum LampEvent { case press }

final class Lamp {
  static let schema = StateMachineSchema<LampState, LampEvent, Lamp>(
    initialState: .off, on: MainActor.self
  ) { state, event in
    return state.isOn ? .to(.off) : .to(.on)
  }
}
