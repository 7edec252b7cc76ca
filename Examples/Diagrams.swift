import SchematicDiagrams

/// Draws and checks the diagrams of the example machines.
@main
struct Diagrams: DiagramTool {
  static let catalogue: DiagramCatalogue = [
    Diagram("Turnstile", of: Turnstile.schema)
  ]

  static let repairCommand = "make diagrams"
}
