import Machines
import SchematicDiagrams

@main
struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Door", Door.graph),
    Diagram("Kettle", Kettle.graph),
    Diagram("Buffer", Buffer.graph()),
  ]
}
