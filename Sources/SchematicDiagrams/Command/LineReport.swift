import Schematic
import SchematicGraph
import SchematicGraphviz
/// The output of `list --at`: the parts of diagrams that a line of code makes.
struct LineReport: JSONReport {
  let version = Self.version
  let elements: [Element]

  /// An arrow, or a behavior of a state.
  struct Element: Encodable {
    let diagram: String
    let summary: String
  }

  /// Finds the parts of diagrams that a line of code makes.
  ///
  /// - Throws: A ``DiagramError`` if the line makes none. The error names the nearest line of the file that
  ///   makes some, if there is one.
  @MainActor init(
    of diagrams: [Diagram], at position: SourcePosition, in files: SourceFiles = .current
  ) throws(DiagramError) {
    var elements: [Element] = []
    var others: Set<Int> = []
    for diagram in diagrams {
      for (summary, lines) in diagram.graph.located where !lines.isNear {
        let lines = (lines.all + lines.conditions.values).filter { position.isInFile($0, files) }
        others.formUnion(lines.map(\.line))
        guard lines.contains(where: { $0.line == position.line }) else { continue }
        elements.append(Element(diagram: diagram.name, summary: summary))
      }
    }
    guard !elements.isEmpty else { throw .noElement(at: position, others) }
    self.elements = elements
  }

  /// The report for a terminal.
  var text: String { elements.map { "\($0.diagram): \($0.summary)" }.joined(separator: "\n") }
}

extension StateGraph {
  /// The descriptions of all rules and behaviors, with their lines.
  fileprivate var located: [(summary: String, lines: SourceLines)] {
    func located(_ owner: String, _ behaviors: [StateBehavior]) -> [(String, SourceLines)] {
      behaviors.map { ("\(owner): \($0)", $0.lines) }
    }
    return rules.map { ($0.description, $0.lines) }
      + states.flatMap { located($0.identifier, $0.behaviors) }
      + composites.flatMap { located($0.identifier, $0.behaviors) }
  }
}

extension DiagramError {
  fileprivate static func noElement(at position: SourcePosition, _ others: Set<Int>) -> DiagramError
  {
    let nearest = others.min { abs($0 - position.line) < abs($1 - position.line) }
    let advice =
      nearest.map { "the nearest line that makes one is \($0)" }
      ?? "no answer of a schema that a diagram shows is in this file"
    return DiagramError(
      .unknownName, "\(position.file):\(position.line) makes no arrow; \(advice)")
  }
}
