import Lamps
import Schematic
import SchematicDiagrams

/// Called with `list`.
@main
struct SchematicDiagramsClient: DiagramTool {
  static let catalog: DiagramCatalog = [Diagram("Lamp", of: Lamp.schema)]
}
