import App
import SchematicDiagrams

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [Diagram("Upload", of: Upload.graph)]
}
