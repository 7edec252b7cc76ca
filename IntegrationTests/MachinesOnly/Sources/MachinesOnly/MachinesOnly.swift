import Schematic
import SchematicGraph

enum Light: CaseIterable, Graphable { case red, green, amber }
enum Tick: CaseIterable, Graphable { case tick }

/// Drives a machine and prints its diagram, so that the linker keeps both libraries.
@main
enum MachinesOnly {
  static let schema = StateMachineSchema<Light, Tick, Void>(initialState: .red) { state, event in
    switch state {
    case .red: return .to(.green)
    case .green: return .to(.amber)
    case .amber: return .to(.red)
    }
  }

  static func main() {
    let machine = StateMachine(schema: schema)
    machine.handle(.tick)
    print(machine.state)
    print(StateGraph(schema).dot(name: "Light"), terminator: "")
  }
}
