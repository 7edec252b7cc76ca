import Schematic

@MainActor final class Lamp {
  enum State { case off, on }
  enum Event { case press }

  lazy var machine = StateMachine(schema: Self.schema, subject: self)

  func press() { machine.handle(.press) }

  static let schema = StateMachineSchema<State, Event, Lamp>(
    initialState: .off, on: MainActor.self
  ) { _, _ in .to(.on) }
}

@concurrent func pressLater(_ lamp: Lamp) async {
  #if WRONG
    await lamp.machine.handle(.press)
  #else
    await lamp.press()
  #endif
}
