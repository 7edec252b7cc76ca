import Doors
import SchematicDiagrams

@main
struct Diagrams: DiagramTool {
  static let catalogue: DiagramCatalogue = [
    Diagram("Door", of: Door.schema)
  ]
}
