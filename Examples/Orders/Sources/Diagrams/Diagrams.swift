import Orders
import SchematicDiagrams

/// The command that draws and checks the diagram of an order, and replays the log of a database.
@main
struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Order", of: Order.schema)
  ]
}
