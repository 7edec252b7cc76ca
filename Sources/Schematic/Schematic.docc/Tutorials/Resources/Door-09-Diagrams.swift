import Doors
import SchematicDiagrams

@main
struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Door", of: Door.schema)
  ]
}
