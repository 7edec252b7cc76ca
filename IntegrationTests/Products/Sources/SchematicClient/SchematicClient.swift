import Schematic

enum Door { case open, closed }
enum DoorEvent { case push, timeout }

@main
enum SchematicClient {
  static let schema = StateMachineSchema<Door, DoorEvent, Void>(
    initialState: .closed, on: MainActor.self
  ) {
    door, event in
    switch (door, event) {
    case (.closed, .push): return .to(.open)
    case (.open, .timeout): return .to(.closed)
    case (.open, .push), (.closed, .timeout): return .ignored
    }
  } states: { door in
    door == .open ? .after(.milliseconds(1), send: .timeout) : .none
  }

  /// Waits for a door that closes by itself.
  @MainActor static func main() async throws {
    let machine = StateMachine(schema: schema)
    machine.handle(.push)
    while machine.state == .open { try await Task.sleep(for: .milliseconds(1)) }
    print(machine.state)
  }
}
