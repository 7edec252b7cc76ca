import Orders
import SchematicDiagrams

/// The command that draws and checks the diagram of an order, replays the log of a database, and checks
/// new rules against it.
@main
struct Diagrams: DiagramTool {
  static let catalog: DiagramCatalog = [
    Diagram("Order", of: Order.schema).migrating(OrderState.migrated)
  ]
}
