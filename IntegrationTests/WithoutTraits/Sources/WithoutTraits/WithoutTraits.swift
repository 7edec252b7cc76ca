import SchematicDiagrams
import SchematicGraph
import SchematicGraphviz

enum Lamp: CaseIterable, Graphable { case on, off }

/// Asks for a drawing that this build cannot make, reads a diagram, and then runs the command, which this
/// build does not have either.
@main
struct WithoutTraits: DiagramTool {
  static let catalog: DiagramCatalog = []

  @MainActor static func main() {
    let graph = StateGraph(initial: Lamp.on, events: Lamp.allCases) { _, lamp in lamp }
    do {
      _ = try graph.render(.svg)
    } catch {
      print(
        error.description.hasPrefix("This build has no Graphviz") ? "notBuilt" : error.description)
    }
    do {
      print(try StateGraph(dot: graph.dot()) == graph ? "read" : "misread")
    } catch {
      print(error)
    }
    runCommand()
  }
}
