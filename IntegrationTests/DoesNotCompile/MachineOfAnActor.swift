import Schematic

actor Order {
  enum State { case open, paid }
  enum Event { case pay }

  #if WRONG
    private let machine: StateMachine<State, Event, Order>

    init() { machine = StateMachine(schema: Self.schema, subject: self) }
  #else
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)
  #endif

  static let schema = StateMachineSchema<State, Event, Order>(initialState: .open) { _, _ in
    .to(.paid)
  }
}
