import SchematicDiagrams

@testable import Notes

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Login", of: Login.schema),
    Diagram("NoteList", of: NoteList.schema),
  ]
}
