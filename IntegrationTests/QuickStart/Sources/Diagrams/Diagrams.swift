import SchematicDiagrams
import Turnstiles

@main
struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Turnstile", of: Turnstile.schema)
  ]
}
