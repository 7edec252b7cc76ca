import Kettles
import SchematicDiagrams

@main
struct Diagrams: DiagramTool {
  static let catalogue: DiagramCatalogue = [
    Diagram("Kettle", of: Kettle.schema)
  ]
}
