import Foundation
import SchematicGraph
import SchematicGraphviz

/// Compares the diagrams of a folder with the code.
///
/// Graphs are compared, not bytes: each `.dot` file is read back into a graph. An image is held
/// against the text by its stamp, so none is drawn. Images may be missing, but not some of a kind.
struct DiagramCheck {
  let folder: DiagramFolder

  /// Returns everything that is wrong, in the order of the catalogue, then of the orphans' names.
  @MainActor func problems(
    with catalogue: DiagramCatalogue, only names: [String] = []
  ) throws -> [DiagramProblem] {
    var problems: [DiagramProblem] = []
    let formats = try imageFormats(of: catalogue)
    for diagram in try catalogue.diagrams(named: names) {
      let graph = diagram.graph
      let dot = graph.dot(name: diagram.name)
      problems += try textProblem(with: diagram.name, graph: graph, dot: dot)
      problems += try imageProblems(
        with: diagram.name, in: formats, drawnFrom: Fingerprint(of: dot))
    }
    guard names.isEmpty else { return problems }
    return problems
      + (try catalogue.orphans(in: folder)).map {
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
    guard content != Data(dot.utf8) else { return [] }
    guard let text = String(data: content, encoding: .utf8) else {
      return problem(.unreadable(message: "it is not UTF-8 text"))
    }
    do {
      let diff = graph.diff(from: try StateGraph(dot: text))
      return problem(diff.isEmpty ? .formatting : .outOfDate(diff))
    } catch {
      return problem(.unreadable(message: error.description), line: error.line)
    }
  }

  /// Returns the kinds of images that the folder has of any diagram.
  ///
  /// Only of those that can hold a stamp.
  private func imageFormats(of catalogue: DiagramCatalogue) throws -> [DiagramFormat] {
    let files = Set(try folder.fileNames())
    return [DiagramFormat.svg, .png].filter { format in
      catalogue.diagrams.contains { files.contains(format.fileName(of: $0.name)) }
    }
  }

  private func imageProblems(
    with name: String, in formats: [DiagramFormat], drawnFrom fingerprint: Fingerprint
  ) throws -> [DiagramProblem] {
    try formats.map { $0.fileName(of: name) }.compactMap { file in
      guard let image = try folder.read(file) else {
        return DiagramProblem(file: folder.path(of: file), kind: .missing)
      }
      guard ImageStamp.fingerprint(in: image) != fingerprint else { return nil }
      return DiagramProblem(file: folder.path(of: file), kind: .staleImage)
    }
  }
}
