import Foundation
import SchematicGraph
import SchematicGraphviz

/// A comparison of a folder's diagrams with the code.
///
/// The check compares texts. It ignores the line endings of a `.dot` file, and reports texts in other
/// notations that differ only in their formatting without failing. If a `.dot` file differs otherwise, the
/// check reads the graph in it to say what changed. The check draws no images: it compares the stamp of an
/// image with the text. Images and texts in other notations are optional, but if one diagram has a file
/// in a format other than `walk`, every diagram needs a file in that format.
struct DiagramCheck {
  let folder: DiagramFolder

  /// Returns the problems of the named diagrams, in the order of the catalog.
  ///
  /// If there are no names, returns the problems of all diagrams, and then the orphaned files.
  @MainActor func problems(
    with catalog: DiagramCatalog, only names: [String] = [],
    progress: ProgressLine? = nil
  ) throws -> [DiagramProblem] {
    var problems: [DiagramProblem] = []
    // Images and texts other than DOT are optional.
    let formats = try folder.formats(of: catalog).filter { $0 != .dot }
    for diagram in try catalog.diagrams(named: names) {
      progress?.show("checking \(diagram.name)")
      let graph = diagram.graph
      let dot = graph.dot(name: diagram.name, style: diagram.style)
      problems += try textProblem(with: diagram.name, graph: graph, dot: dot)
      problems += try folder.needed(formats, of: diagram.name).compactMap { format in
        let file = format.fileName(of: diagram.name)
        let kind =
          if let text = format.text(
            of: graph, named: diagram.name, style: diagram.style)
          {
            try self.kind(ofText: text, in: file)
          } else if let stamp = format.stamp {
            try self.kind(
              of: stamp,
              drawnFrom: Fingerprint(
                of: format.fingerprintedText(of: graph, named: diagram.name, style: diagram.style)),
              in: file)
          } else {
            DiagramProblem.Kind?.none
          }
        return kind.map { DiagramProblem(file: folder.path(of: file), kind: $0) }
      }
    }
    guard names.isEmpty else { return problems }
    return problems
      + (try catalog.orphans(in: folder)).map {
        DiagramProblem(file: folder.path(of: $0), kind: .orphaned)
      }
  }

  private func textProblem(
    with name: String, graph: StateGraph, dot: String
  ) throws -> [DiagramProblem] {
    let file = DiagramFormat.dot.fileName(of: name)
    func problem(_ kind: DiagramProblem.Kind, line: Int? = nil) -> [DiagramProblem] {
      [DiagramProblem(file: folder.path(of: file), line: line, kind: kind)]
    }
    guard let content = try folder.read(file) else { return problem(.missing) }
    guard let text = String(data: content, encoding: .utf8) else {
      return problem(.unreadable(message: "it is not UTF-8 text"))
    }
    do {
      return switch try graph.difference(fromCommitted: text, writtenAs: dot) {
      case nil: []
      case .graph(let diff): problem(.outOfDate(diff))
      case .picture(let line): problem(.otherPicture, line: line)
      case .rows(let line): problem(.otherRows, line: line)
      }
    } catch {
      return problem(.unreadable(message: error.message), line: error.line)
    }
  }

  private func kind(ofText text: String, in file: String) throws -> DiagramProblem.Kind? {
    guard let content = try folder.read(file) else { return .missing }
    guard content != Data(text.utf8) else { return nil }
    if let substitute = content.substitute { return .unreadable(message: substitute) }
    let found = NormalizedText(of: String(decoding: content, as: UTF8.self))
    return found == NormalizedText(of: text) ? .formatting : .staleText(of: "it")
  }

  private func kind(
    of format: ImageFormat, drawnFrom fingerprint: Fingerprint, in file: String
  ) throws -> DiagramProblem.Kind? {
    guard let image = try folder.read(file) else { return .missing }
    if let substitute = image.substitute { return .unreadable(message: substitute) }
    return switch ImageStamp.verdict(on: image, format, drawnFrom: fingerprint) {
    case .current: nil
    case .stale: .staleImage
    case .damaged: .damagedImage
    }
  }
}
