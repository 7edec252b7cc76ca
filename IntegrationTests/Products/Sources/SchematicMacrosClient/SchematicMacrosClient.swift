import Lamps
import Schematic
import SchematicMacros

@main
enum SchematicMacrosClient {
  @MainActor static func main() async throws {
    let machine = LampMachine(schema: Lamp.schema)
    try await goOut(machine)
    print(machine.state)
  }
}
