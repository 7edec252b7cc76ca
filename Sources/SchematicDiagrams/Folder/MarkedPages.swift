import Foundation
import SchematicGraph

/// The new text of a page.
struct PageUpdate {
  let path: String
  let text: String
  /// The bytes of the page that the text was made from.
  let old: Data
}

/// The pages with marked sections, which are compared with the rules and updated.
@MainActor struct MarkedPages {
  let pages: [MarkedPage]

  /// Returns a problem for each section that differs from the code, page by page.
  func problems(
    with catalog: DiagramCatalog, only names: [String] = []
  ) throws(DiagramError) -> [DiagramProblem] {
    var problems: [DiagramProblem] = []
    for page in pages {
      for (part, new) in try contents(of: page, with: catalog, only: names) {
        let old = page.content(of: part)
        guard old != new else { continue }
        let isFormatting = NormalizedText(of: old) == NormalizedText(of: new)
        problems.append(
          DiagramProblem(
            file: page.path, line: part.line + 1,
            kind: isFormatting
              ? .formatting : .staleText(of: "the \(part.notation.word) of \(part.diagram)")))
      }
    }
    return problems
  }

  /// Returns the pages that need to be written, with their new text.
  func updates(
    with catalog: DiagramCatalog, only names: [String] = []
  ) throws(DiagramError) -> [PageUpdate] {
    var updates: [PageUpdate] = []
    for page in pages {
      let contents = try contents(of: page, with: catalog, only: names)
      guard contents.contains(where: { page.content(of: $0.part) != $0.content }) else { continue }
      updates.append(
        PageUpdate(path: page.path, text: page.text(replacing: contents), old: page.source))
    }
    return updates
  }

  /// Returns the sections of a page that show the given diagrams, each with the content that the code gives.
  private func contents(
    of page: MarkedPage, with catalog: DiagramCatalog, only names: [String]
  ) throws(DiagramError) -> [(part: MarkedPage.Part, content: String)] {
    var contents: [(part: MarkedPage.Part, content: String)] = []
    for part in page.parts {
      guard let diagram = catalog.diagrams.first(where: { $0.name == part.diagram }) else {
        let unknown = DiagramError.unknownName(part.diagram, known: catalog.diagrams.map(\.name))
        throw DiagramError(.invalidMarker, "\(page.path):\(part.line + 1): \(unknown.description)")
      }
      guard names.isEmpty || names.contains(part.diagram) else { continue }
      let text = part.notation.text(
        of: diagram.graph, named: diagram.name, style: diagram.style, in: part)
      contents.append((part, page.content(of: part, showing: text)))
    }
    return contents
  }
}

/// The pages of a package that may contain marked sections.
struct PageFolder {
  /// Paths of files, and of folders whose Markdown and Swift files are all included, relative to the
  /// current folder.
  let paths: [String]

  /// The paths to search by default.
  ///
  /// They need not exist.
  static let standard = ["README.md", "Sources"]

  /// Returns the pages with marked sections in the order of the paths; within a folder, sorted by
  /// name.
  func markedPages() throws(DiagramError) -> [MarkedPage] {
    var pages: [MarkedPage] = []
    for file in try files() {
      let content: Data
      do {
        content = try Data(contentsOf: URL(fileURLWithPath: file))
      } catch {
        throw .unreadable(file, because: error)
      }
      // Markers are comments. A page without comments need not even be text.
      guard content.range(of: Data("<!".utf8)) != nil,
        String(decoding: content, as: UTF8.self).lowercased().contains("gram")
      else { continue }
      let text = String(decoding: content, as: UTF8.self)
      // Foundation would drop a byte order mark.
      guard Data(text.utf8) == content else {
        throw DiagramError(.unreadable, "\(file) cannot be read: it is not UTF-8 text")
      }
      let page = try MarkedPage(text, path: file, source: content)
      if !page.parts.isEmpty { pages.append(page) }
    }
    return pages
  }

  /// Adds the new text of a page to a transaction.
  ///
  /// If the page is a link, this writes the file that it leads to. If the page is read-only, this
  /// throws an error.
  static func add(
    _ page: PageUpdate, to transaction: inout FileTransaction
  ) throws(DiagramError) {
    guard FileManager.default.isWritableFile(atPath: page.path) else {
      throw DiagramError(.unwritable, "\(page.path) cannot be written: it is read-only")
    }
    try transaction.replace(
      resolved(page.path), with: Data(page.text.utf8), madeFrom: page.old)
  }

  /// Removes the drafts and backups of a page that an earlier run left because it was killed.
  static func removeLeftovers(of path: String) {
    let page = URL(fileURLWithPath: resolved(path))
    FileTransaction.removeLeftovers(in: page.deletingLastPathComponent().path) {
      $0 == page.lastPathComponent
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private func files() throws(DiagramError) -> [String] {
    var files: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        if Self.standard.map(HomePackage.path).contains(path) { continue }
        throw DiagramError(.unreadable, "\(path) does not exist; pages are files and folders")
      }
      guard isFolder.boolValue else {
        files.append(path)
        continue
      }
      files += Self.pages(inFolder: path)
    }
    return files
  }

  /// Returns the `.md` and `.swift` files in a folder, sorted by path.
  ///
  /// Hidden folders such as `.build`, which has the sources of others, are left out. So are links that lead
  /// out of the folder, because the user didn't name their targets.
  private static func pages(inFolder path: String) -> [String] {
    let target = resolved(path)
    let folder = URL(fileURLWithPath: target).pathComponents
    var inside: [String] = []
    let enumerator = FileManager.default.enumerator(atPath: target)
    while let file = enumerator?.nextObject() as? String {
      if file.hasPrefix(".") || file.contains("/.") {
        enumerator?.skipDescendants()
      } else if file.hasSuffix(".md") || file.hasSuffix(".swift") {
        inside.append(file)
      }
    }
    return inside.sorted().map { "\(path)/\($0)" }.filter { file in
      let target = URL(fileURLWithPath: resolved(file))
      return target.pathComponents.starts(with: folder)
        && (try? target.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
    }
  }
}
