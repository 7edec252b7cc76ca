import Foundation
import SchematicGraph
import SchematicGraphviz

/// A folder of diagrams with a `.dot` file for each name and the images drawn from it.
struct DiagramFolder {
  /// The path as the user wrote it, with which reports begin.
  let path: String

  private var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

  /// Returns the path of a file in the folder as it appears in reports.
  func path(of file: String) -> String {
    path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }

  /// Returns the names of the files in the folder, sorted, or an empty array if there is no folder.
  func fileNames() throws(DiagramError) -> [String] {
    guard exists else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .unreadable(path, because: error)
    }
  }

  /// A Boolean value that indicates whether the folder exists.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Returns the content of a file, or `nil` if it doesn't exist or is a folder.
  func read(_ file: String) throws(DiagramError) -> Data? {
    let url = url.appendingPathComponent(file)
    guard FileManager.default.fileExists(atPath: url.path), !isFolder(file) else { return nil }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(self.path(of: file), because: error)
    }
  }

  /// Writes and removes files.
  ///
  /// If anything fails, all old files are kept.
  ///
  /// - Parameters:
  ///   - files: The files to write, with their names.
  ///   - orphans: The names of the files to remove.
  ///   - pages: The pages outside the folder to write together with the files.
  /// - Throws: A ``DiagramError`` that names the file that can't be written.
  func write(
    _ files: [(name: String, content: Data)], removing orphans: [String] = [],
    with pages: [(path: String, text: String)] = []
  ) throws(DiagramError) {
    var transaction = FileTransaction()
    do throws(DiagramError) {
      if !files.isEmpty { try transaction.createFolder(path) }
      for file in files { try transaction.replace(path(of: file.name), with: file.content) }
      for page in pages { try PageFolder.replace(page.path, with: page.text, in: &transaction) }
    } catch {
      transaction.discard()
      throw error
    }
    for orphan in orphans { transaction.remove(path(of: orphan)) }
    try transaction.commit()
  }

  /// Removes the drafts of an earlier run that was killed.
  func removeLeftovers() {
    FileTransaction.removeLeftovers(in: path) { DiagramFormat.diagram(ofFile: $0) != nil }
  }

  /// Returns the formats that the folder has files of, in declared order.
  func formats(of catalog: DiagramCatalog) throws(DiagramError) -> [DiagramFormat] {
    let files = Set(try fileNames())
    return DiagramFormat.allCases.filter { format in
      catalog.diagrams.contains { files.contains(format.fileName(of: $0.name)) }
    }
  }

  private func isFolder(_ file: String) -> Bool {
    var isFolder: ObjCBool = false
    let path = url.appendingPathComponent(file).path
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

}

extension DiagramError {
  static func unreadable(_ path: String, because error: any Error) -> DiagramError {
    DiagramError(.unreadable, "\(path) cannot be read: \(error.localizedDescription)")
  }

  static func unwritable(_ path: String, because error: any Error) -> DiagramError {
    DiagramError(
      .unwritable,
      "\(path) cannot be written: \(error.localizedDescription)")
  }
}

extension DiagramCatalog {
  /// Returns the files in a folder that look like a diagram's but belong to none.
  ///
  /// This ignores folders, hidden files, images that this program didn't draw, and texts in other
  /// notations, such as Markdown pages, that aren't next to a diagram of the same name.
  func orphans(in folder: DiagramFolder) throws(DiagramError) -> [String] {
    let names = Set(diagrams.map(\.name))
    var orphans: [String] = []
    let files = try folder.fileNames()
    for file in files where !file.hasPrefix(".") {
      guard let (name, format) = DiagramFormat.diagram(ofFile: file), !names.contains(name),
        let content = try folder.read(file)
      else { continue }
      let isOurs =
        format.stamp == nil
        ? files.contains(DiagramFormat.dot.fileName(of: name))
        : ImageStamp.fingerprint(in: content) != nil
      if isOurs { orphans.append(file) }
    }
    return orphans
  }
}

/// A file format in the folder of diagrams.
enum DiagramFormat: String, CaseIterable {
  case dot
  case svg
  /// An SVG in dark colors. DocC shows `Name~dark.svg` instead of `Name.svg` on dark pages.
  case dark
  case png
  case pdf
  case mmd
  case puml
  case md
  case scxml
  case json
  case html

  /// The formats that `generate` writes to an empty folder by default.
  static let standard: [DiagramFormat] = Graphviz.isBuilt ? [.dot, .svg, .png] : [.dot]

  /// The names of the standard formats, for help texts.
  static var standardNames: String { standard.map(\.rawValue).joined(separator: ", ") }

  /// The names of all formats, for help texts.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The format to request from Graphviz, or `nil` for texts.
  var image: ImageFormat? {
    switch self {
    case .svg, .dark: .svg
    case .png: .png
    case .pdf: .pdf
    default: nil
    }
  }

  /// The format of the stamp in a drawing, or `nil` for texts, which are compared directly.
  ///
  /// An interactive page contains the picture, which differs from system to system.
  var stamp: ImageFormat? { self == .html ? .svg : image }

  /// Returns whether a drawing is a page without pictures that can have them now.
  func lacksPicture(_ drawing: Data) -> Bool {
    self == .html && Graphviz.isBuilt && drawing.range(of: Data(PlayerPage.noPicture.utf8)) != nil
  }

  /// Returns the text that a drawing is made from.
  ///
  /// The stamp of the drawing contains its fingerprint.
  func source(of graph: StateGraph, named name: String, style: DiagramStyle) -> String {
    let dot = graph.dot(name: name, style: style)
    return self == .html ? PlayerPage.program + dot : dot
  }

  /// Returns the drawing of a graph without a stamp, and the layout effort of an image; `nil` for
  /// texts.
  func drawing(
    of graph: StateGraph, named name: String, style: DiagramStyle,
    marks: DiagramMarks = DiagramMarks()
  ) throws(GraphvizError) -> (data: Data, effort: DrawingEffort?)? {
    if self == .html { return (Data(try PlayerPage([(name, graph)], title: name).html.utf8), nil) }
    guard let image else { return nil }
    let style = self.style(from: style)
    let dot = graph.dot(name: name, style: style, marks: marks)
    let (drawn, effort) = try Graphviz.draw(dot: dot, as: image, style: style)
    return (Data(drawn), effort)
  }

  /// Returns the text of a graph in this notation, or `nil` for images.
  func text(of graph: StateGraph, named name: String, style: DiagramStyle) -> String? {
    switch self {
    case .dot: graph.dot(name: name, style: style)
    case .mmd: graph.mermaid()
    case .puml: graph.plantUML()
    case .md: graph.markdownTable()
    case .scxml: graph.scxml(name: name)
    case .json: graph.json()
    case .svg, .dark, .png, .pdf, .html: nil
    }
  }

  /// Returns the style in which images of this format are drawn.
  ///
  /// - Parameter style: The style of the diagram.
  /// - Returns: The style of the image.
  func style(from style: DiagramStyle) -> DiagramStyle {
    var style = style
    if self == .dark {
      style.palette = .dark
      style.darkPalette = nil
    }
    return style
  }

  /// The ending of file names in this format.
  private var suffix: String { self == .dark ? "~dark.svg" : ".\(rawValue)" }

  /// Returns the name of a diagram's file in this format.
  func fileName(of diagram: String) -> String { diagram + suffix }

  /// Returns the name and format of the diagram that a file would belong to, or `nil` for other
  /// files.
  static func diagram(ofFile file: String) -> (name: String, format: DiagramFormat)? {
    let formats = allCases.filter { file.hasSuffix($0.suffix) }
    return formats.max { $0.suffix.count < $1.suffix.count }.map {
      (String(file.dropLast($0.suffix.count)), $0)
    }
  }
}
