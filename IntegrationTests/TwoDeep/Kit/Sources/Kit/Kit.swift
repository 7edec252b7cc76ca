import SchematicDiagrams
import SchematicGraph
import SchematicGraphviz

/// A lamp, whose diagrams belong to the library.
public enum Lamp: CaseIterable, Graphable {
  case on, off

  static let graph = StateGraph(initial: Lamp.on, events: Lamp.allCases) { _, lamp in lamp }
}

/// The command of the library.
public enum KitDiagrams: DiagramTool {
  /// The diagrams of the library.
  public static let catalog: DiagramCatalog = [Diagram("Lamp", of: Lamp.graph)]

  /// Says whether this build draws.
  public static func draw() -> String {
    do {
      return try Lamp.graph.render(.svg).isEmpty ? "empty" : "drawn"
    } catch {
      return error.description.hasPrefix("This build has no Graphviz") ? "not built" : "\(error)"
    }
  }
}
