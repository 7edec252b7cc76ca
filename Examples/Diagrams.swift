import SchematicGraph

/// Draws the example machines.
@main
enum Diagrams {
  static func main() {
    print(StateGraph(Turnstile.schema).dot(name: "Turnstile"), terminator: "")
  }
}
