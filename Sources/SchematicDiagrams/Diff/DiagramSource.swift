import Foundation
import SchematicGraph

/// One side of a comparison.
@MainActor protocol DiagramSource {
  /// The name of the side in reports, such as `the code` or `main:Diagrams`.
  var title: String { get }

  /// Returns the names of the diagrams on this side.
  func names() throws -> [String]

  /// Returns a diagram, or `nil` if this side doesn't have it.
  func diagram(named name: String) throws -> SourcedDiagram?
}

/// A diagram on one side of a comparison.
struct SourcedDiagram {
  let graph: StateGraph
  /// The DOT text of the diagram.
  let text: String
}

/// The rules of a catalog.
struct CatalogSource: DiagramSource {
  let catalog: DiagramCatalog

  let title = "the code"

  func names() throws -> [String] { try catalog.diagrams().map(\.name) }

  func diagram(named name: String) throws -> SourcedDiagram? {
    catalog.diagrams.first { $0.name == name }.map { diagram in
      let graph = diagram.graph
      return SourcedDiagram(graph: graph, text: graph.dot(name: name, style: diagram.style))
    }
  }
}

/// The files of a folder.
struct FolderSource: DiagramSource {
  let folder: DiagramFolder

  var title: String { folder.path }

  func names() throws -> [String] { try folder.fileNames().diagramNames }

  func diagram(named name: String) throws -> SourcedDiagram? {
    let file = DiagramFormat.dot.fileName(of: name)
    return try folder.read(file).map { content in
      try SourcedDiagram(reading: content, from: folder.path(of: file))
    }
  }
}

/// The files of a folder as they were in a git revision.
struct RevisionSource: DiagramSource {
  let revision: GitRevision

  var title: String { "\(revision.name):\(revision.folder.path)" }

  func names() throws -> [String] { try revision.fileNames().diagramNames }

  func diagram(named name: String) throws -> SourcedDiagram? {
    let file = DiagramFormat.dot.fileName(of: name)
    // The equal name may be composed otherwise.
    return try revision.fileNames().first { $0 == file }.map {
      try SourcedDiagram(
        reading: revision.read($0), from: "\(revision.name):\(revision.folder.path(of: $0))")
    }
  }
}

extension [String] {
  /// The names of the diagrams whose DOT files are in a list of files.
  fileprivate var diagramNames: [String] {
    compactMap(DiagramFormat.diagram(ofFile:)).filter { $0.format == .dot }.map(\.name)
  }
}

extension SourcedDiagram {
  /// Creates a diagram from the content of a file.
  ///
  /// - Throws: A ``DiagramError`` that names the file and, if the file is text, the line.
  init(reading content: Data, from path: String) throws(DiagramError) {
    guard let text = String(data: content, encoding: .utf8) else {
      throw DiagramError(.unreadable, "\(path): it is not UTF-8 text")
    }
    do {
      self.init(graph: try StateGraph(dot: text), text: text)
    } catch {
      throw DiagramError(.unreadable, "\(path):\(error.line): \(error.message)")
    }
  }
}
