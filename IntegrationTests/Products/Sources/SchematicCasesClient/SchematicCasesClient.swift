import Lamps
import Schematic
import SchematicCases

@main
enum SchematicCasesClient {
  @MainActor static func main() async throws {
    let machine = LampMachine(schema: Lamp.schema)
    try await goOut(machine)
    print(machine.state.graphLabel)
  }
}
