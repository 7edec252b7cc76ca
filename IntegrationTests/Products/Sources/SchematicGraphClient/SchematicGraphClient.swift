import Lamps
import Schematic
import SchematicGraph

@main
enum SchematicGraphClient {
  @MainActor static func main() async throws {
    try await goOut(LampMachine(schema: Lamp.schema))
    print(StateGraph(Lamp.schema).dot())
  }
}
