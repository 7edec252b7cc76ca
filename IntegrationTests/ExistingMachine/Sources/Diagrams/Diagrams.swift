import Machines
import SchematicDiagrams

@main
struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Door", of: Door.graph),
    Diagram("Kettle", of: Kettle.graph),
    Diagram("Buffer", of: Buffer.graph()),
  ]
}
