import Examples
import SchematicDiagrams

/// The command that draws and checks the diagrams of the example machines.
@main
struct Diagrams: DiagramTool {
  static let catalog = exampleDiagrams
  static let repairCommand = "make diagrams"
  static let pages = ["README.md", "Sources", "Examples/Turnstile.swift"]
}
