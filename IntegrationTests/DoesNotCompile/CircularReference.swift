import Schematic

final class Gate {
  enum State { case locked, unlocked }
  enum Event { case coin, push }

  #if WRONG
    lazy var machine = StateMachine(schema: Self.schema, subject: self)
  #else
    lazy var machine: StateMachine<State, Event, Gate> =
      StateMachine(schema: Self.schema, subject: self)
  #endif

  static let schema = StateMachineSchema<State, Event, Gate>(initialState: .locked) {
    state, event in
    switch event {
    case .coin: return .to(.unlocked) { $0.machine.handle(.push) }
    case .push: return .to(.locked)
    }
  }
}
