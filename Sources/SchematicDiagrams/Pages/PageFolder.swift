import Foundation

/// The pages of a package that may have marked parts.
struct PageFolder {
  /// Files, and folders that stand for every `.md` file in them, from the current folder.
  let paths: [String]

  /// What is searched unless a tool says otherwise: there need not be such files.
  static let standard = ["README.md", "Sources"]

  /// Returns the pages with marked parts, in the order of the paths, those of a folder by name.
  func markedPages() throws(DiagramError) -> [MarkedPage] {
    var pages: [MarkedPage] = []
    for file in try files() {
      let content: Data
      do {
        content = try Data(contentsOf: URL(fileURLWithPath: file))
      } catch {
        throw .unreadable(file, because: error)
      }
      guard content.range(of: Data("diagram".utf8)) != nil else { continue }
      guard let text = String(data: content, encoding: .utf8) else {
        throw DiagramError(.unreadable, "\(file) cannot be read: it is not UTF-8 text")
      }
      let page = try MarkedPage(text, path: file)
      if !page.parts.isEmpty { pages.append(page) }
    }
    return pages
  }

  /// Writes a page; where it cannot be written, the old one is left.
  static func write(_ text: String, to path: String) throws(DiagramError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .unwritable(path, because: error)
    }
  }

  private func files() throws(DiagramError) -> [String] {
    var files: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        if Self.standard.contains(path) { continue }
        throw DiagramError(.unreadable, "\(path) does not exist; pages are files and folders")
      }
      guard isFolder.boolValue else {
        files.append(path)
        continue
      }
      let inside = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      files += inside.filter { $0.hasSuffix(".md") }.sorted().map { "\(path)/\($0)" }
    }
    return files
  }
}
