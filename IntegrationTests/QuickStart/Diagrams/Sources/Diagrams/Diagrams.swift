import SchematicDiagrams

@testable import Turnstiles

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Turnstile", of: Turnstile.schema)
  ]
}
