import SchematicGraph
import SchematicGraphviz

/// Where one side of a comparison comes from.
@MainActor protocol DiagramSource {
  /// What the side is called in reports, such as `the code` or `main:Diagrams`.
  var title: String { get }

  /// Returns the names of the diagrams that it has.
  func names() throws -> [String]

  /// Returns the graph of a diagram; `nil` where it has none of this name.
  func graph(named name: String) throws -> StateGraph?
}

/// The rules of a catalogue.
struct CatalogueSource: DiagramSource {
  let catalogue: DiagramCatalogue

  let title = "the code"

  func names() throws -> [String] { try catalogue.diagrams().map(\.name) }

  func graph(named name: String) throws -> StateGraph? {
    catalogue.diagrams.first { $0.name == name }?.graph
  }
}

/// The files of a folder.
struct FolderSource: DiagramSource {
  let folder: DiagramFolder

  var title: String { folder.path }

  func names() throws -> [String] { try folder.fileNames().diagramNames }

  func graph(named name: String) throws -> StateGraph? {
    let file = DiagramFormat.dot.fileName(of: name)
    return try folder.read(file).map { content in
      try StateGraph(reading: content, from: folder.path(of: file))
    }
  }
}

/// The files of a folder as they were in a git revision.
struct RevisionSource: DiagramSource {
  let revision: GitRevision

  var title: String { "\(revision.name):\(revision.folder.path)" }

  func names() throws -> [String] { try revision.fileNames().diagramNames }

  func graph(named name: String) throws -> StateGraph? {
    let file = DiagramFormat.dot.fileName(of: name)
    guard try revision.fileNames().contains(file) else { return nil }
    return try StateGraph(
      reading: revision.read(file), from: "\(revision.name):\(revision.folder.path(of: file))")
  }
}

extension [String] {
  /// The names of the diagrams whose texts are among the files of a folder.
  fileprivate var diagramNames: [String] {
    compactMap(DiagramFormat.diagram(ofFile:)).filter { $0.format == .dot }.map(\.name)
  }
}
