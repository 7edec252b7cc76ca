import SchematicGraph
import SchematicGraphviz

/// A kind of file in the folder of diagrams.
enum DiagramFormat: String, CaseIterable {
  case dot
  case svg
  case png
  case pdf
  case mmd
  case puml
  case md
  case scxml
  case json

  /// The formats that `generate` writes in an empty folder unless the command line names others.
  static let standard: [DiagramFormat] = [.dot, .svg, .png]

  /// The names of the standard formats, for the help.
  static var standardNames: String { standard.map(\.rawValue).joined(separator: ", ") }

  /// The names of all formats, for the help.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The format to request from Graphviz; `nil` for texts.
  var image: ImageFormat? {
    switch self {
    case .svg: .svg
    case .png: .png
    case .pdf: .pdf
    default: nil
    }
  }

  /// Returns the text of a graph in this notation; `nil` for images.
  func text(of graph: StateGraph, named name: String) -> String? {
    switch self {
    case .dot: graph.dot(name: name)
    case .mmd: graph.mermaid()
    case .puml: graph.plantUML()
    case .md: graph.markdownTable()
    case .scxml: graph.scxml(name: name)
    case .json: graph.json()
    case .svg, .png, .pdf: nil
    }
  }

  /// Returns the name of a diagram's file.
  func fileName(of diagram: String) -> String { "\(diagram).\(rawValue)" }

  /// Returns the name and the kind of the diagram that a file would belong to; `nil` for others.
  static func diagram(ofFile file: String) -> (name: String, format: DiagramFormat)? {
    guard let format = allCases.first(where: { file.hasSuffix(".\($0.rawValue)") }) else {
      return nil
    }
    return (String(file.dropLast(format.rawValue.count + 1)), format)
  }
}
