import SchematicDiagrams

@testable import App

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram(of: Door(), state: \.state, events: [.open, .close, .lock]) { try $0.handle($1) },
    Diagram("Buffer", of: Buffer.graph),
    Diagram("Turnstile", of: Turnstile.graph),
    Diagram("Session", of: Session.graph),
  ]
}
