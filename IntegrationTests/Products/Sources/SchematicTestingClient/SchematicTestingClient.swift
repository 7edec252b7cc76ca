import Lamps
import Schematic
import SchematicTesting

@main
enum SchematicTestingClient {
  @MainActor static func main() async throws {
    let clock = ManualClock()
    let machine = LampMachine(schema: Lamp.schema)
    machine.clock = clock
    machine.handle(.press)
    while clock.sleeperCount == 0 { await Task.yield() }
    clock.advance(by: .milliseconds(1))
    while machine.state == .on { await Task.yield() }
    print(machine.state)
  }
}
