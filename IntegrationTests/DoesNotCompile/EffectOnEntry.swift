import Schematic

enum LampState { case off, on }
enum LampEvent { case press }
enum LampEffect { case light, dim }

final class Lamp: EffectPerformer {
  private(set) var isLit = false

  #if WRONG
    func perform(_ effect: LampEffect) throws { isLit = effect == .light }
  #else
    func perform(_ effect: LampEffect) { isLit = effect == .light }
  #endif
}

let schema = StateMachineSchema<LampState, LampEvent, Lamp>(initialState: .off) { state, _ in
  return .to(state == .off ? .on : .off)
} states: { state in
  return state == .on ? .entry(.light).exit(.dim) : .none
}
