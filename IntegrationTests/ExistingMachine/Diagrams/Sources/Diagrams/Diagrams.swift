import SchematicDiagrams
import SchematicGraph

@testable import App

@main struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Door", of: Door.graph),
    Diagram("Buffer", of: Buffer.graph),
    Diagram("Turnstile", of: Turnstile.graph),
    Diagram("Session", of: Session.graph),
  ]
}

extension Door {
  static var graph: StateGraph {
    StateGraph(
      .value(Door()) { ReflectedState(of: $0) },
      steps: [
        .step("open") { try $0.handle(.open) },
        .step("close") { try $0.handle(.close) },
        .step("lock") { try $0.handle(.lock) },
      ])
  }
}
