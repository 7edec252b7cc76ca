import SchematicDiagrams

@testable import App

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram(of: Upload(), state: \.state, events: [.start, .sent, .broke, .retry]) { $0.handle($1) }
  ]
}
