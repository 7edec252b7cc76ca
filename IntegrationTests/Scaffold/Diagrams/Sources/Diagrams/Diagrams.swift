import SchematicDiagrams

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Upload", of: uploadGraph), Diagram("Pump", of: pumpGraph),
    Diagram("Line", of: line),
  ]
}
