import SchematicGraphviz

/// A kind of file in the folder of diagrams.
enum DiagramFormat: String, CaseIterable {
  case dot
  case svg
  case png
  case pdf

  /// What `generate` writes unless it is told otherwise.
  static let standard: [DiagramFormat] = [.dot, .svg, .png]

  /// What Graphviz is asked for; `nil` for the text itself.
  var image: ImageFormat? {
    switch self {
    case .dot: nil
    case .svg: .svg
    case .png: .png
    case .pdf: .pdf
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
