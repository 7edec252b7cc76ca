import SchematicDiagrams

@testable import Doors

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Door", of: Door.schema)
  ]
}
