import Lamps
import Schematic
import SchematicAnalysis
import SchematicGraph

@main
enum SchematicAnalysisClient {
  @MainActor static func main() async throws {
    try await goOut(LampMachine(schema: Lamp.schema))
    print(StateGraph(Lamp.schema).walks())
  }
}
