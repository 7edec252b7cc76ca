import Kettles
import SchematicDiagrams

@main
struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Kettle", of: Kettle.schema)
  ]
}
