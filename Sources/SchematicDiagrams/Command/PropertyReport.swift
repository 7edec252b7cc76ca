import SchematicAnalysis
import SchematicGraph

/// The output of `list --properties`: which suggested properties hold for each machine.
struct PropertyReport: JSONReport {
  let version = Self.version
  let diagrams: [Entry]

  struct Entry: Encodable {
    let name: String
    let properties: [Property]
    /// The reason why nothing was checked; `nil` if the properties were checked.
    var unchecked: String?
  }

  /// A property in the words with which a test states it.
  struct Property: Encodable {
    let property: String
    let holds: Bool
    /// A run that refutes the property, on one line; `nil` if the property holds.
    let counterexample: String?
  }

  @MainActor init(of diagrams: [Diagram]) {
    self.diagrams = diagrams.map { diagram in
      do throws(UnknownNameError) {
        return Entry(name: diagram.name, properties: try Self.properties(of: diagram.graph))
      } catch {
        return Entry(name: diagram.name, properties: [], unchecked: "\(error)")
      }
    }
  }

  private static func properties(of graph: StateGraph) throws(UnknownNameError) -> [Property] {
    var properties: [Property] = []
    for property in graph.suggestedProperties {
      let counterexample = try graph.check(property)
      properties.append(
        Property(
          property: "\(property)", holds: counterexample == nil,
          counterexample: counterexample?.run))
    }
    return properties
  }

  /// The report for a terminal.
  var text: String {
    diagrams.flatMap { diagram in
      [diagram.name] + (diagram.unchecked.map { ["  not checked: \($0)"] } ?? [])
        + diagram.properties.map { property in
          property.counterexample.map { "  refuted: \(property.property): \($0)" }
            ?? "  holds:   \(property.property)"
        }
    }.joined(separator: "\n")
  }
}
