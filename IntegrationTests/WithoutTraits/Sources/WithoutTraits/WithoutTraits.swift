import SchematicDiagrams
import SchematicGraph
import SchematicGraphviz

/// Asks for a drawing that this build cannot make, reads a diagram, and then runs the command, which this
/// build does not have either.
@main
struct WithoutTraits: DiagramTool {
  static let catalog: DiagramCatalog = []

  @MainActor static func main() {
    let graph = StateGraph(states: [], transitions: [], initialState: "on")
    do {
      _ = try graph.render(.svg)
    } catch {
      print(error.message.hasPrefix("This build has no Graphviz") ? "notBuilt" : error.message)
    }
    do {
      print(try StateGraph(dot: graph.dot()) == graph ? "read" : "misread")
    } catch {
      print(error)
    }
    runCommand()
  }
}
