import Lamps
import Observation
import Schematic
import SchematicObservation

@main
enum SchematicObservationClient {
  @MainActor static func main() async throws {
    let machine = LampMachine(schema: Lamp.schema).tracked()
    withObservationTracking {
      _ = machine.state
    } onChange: {
      print("changed")
    }
    try await goOut(machine)
  }
}
