import Lamps
import Schematic
import SchematicGraph
import SchematicGraphviz

@main
enum SchematicGraphvizClient {
  @MainActor static func main() async throws {
    try await goOut(LampMachine(schema: Lamp.schema))
    print(try StateGraph(Lamp.schema).render(.svg).count > 0)
  }
}
