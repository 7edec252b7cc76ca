import Lamps
import Schematic
import SchematicInspector

@main
enum SchematicInspectorClient {
  @MainActor static func main() async throws {
    let inspector = Inspector()
    let machine = LampMachine(schema: Lamp.schema)
    inspector.watch(machine, named: "Lamp")
    _ = try await inspector.start()
    try await goOut(machine)
    await inspector.stop()
    print(machine.state)
  }
}
