import Foundation
import SchematicGraph
import SchematicGraphviz

/// A folder of diagrams, with a `.dot` file and files in other formats for each diagram.
struct DiagramFolder {
  /// The path as the user wrote it, and as reports show it.
  let path: String

  /// Returns the path of a file in the folder as it appears in reports.
  ///
  /// If the folder has the file under an equal name, whose letters a Mac may have decomposed, the path has that name.
  func path(of file: String) -> String {
    func path(_ name: String) -> String {
      self.path.hasSuffix("/") ? self.path + name : "\(self.path)/\(name)"
    }
    guard !FileManager.default.fileExists(atPath: path(file)) else { return path(file) }
    return path((try? fileNames())?.first { $0 == file } ?? file)
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
    let path = path(of: file)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
    else { return nil }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path, because: error)
    }
  }

  /// Writes and removes files.
  ///
  /// If anything fails, or if a page changed since it was read, all old files are kept.
  ///
  /// - Parameters:
  ///   - files: The files to write, with their names.
  ///   - orphans: The names of the files to remove.
  ///   - pages: The pages outside the folder to write together with the files.
  /// - Throws: A ``DiagramError`` that names the file or folder that can't be changed.
  func write(
    _ files: [(name: String, content: Data)], removing orphans: [String] = [],
    with pages: [PageUpdate] = []
  ) throws(DiagramError) {
    var transaction = FileTransaction()
    do throws(DiagramError) {
      if !files.isEmpty { try transaction.createFolder(path) }
      for file in files { try transaction.replace(path(of: file.name), with: file.content) }
      for page in pages { try PageFolder.add(page, to: &transaction) }
    } catch {
      transaction.discard()
      throw error
    }
    for orphan in orphans { transaction.remove(path(of: orphan)) }
    try transaction.commit()
  }

  /// Removes the drafts and backups of an earlier run that was killed.
  func removeLeftovers() {
    FileTransaction.removeLeftovers(in: path) { DiagramFormat.diagram(ofFile: $0) != nil }
  }

  /// Returns the formats in which at least one diagram of a catalog has a file in the folder.
  ///
  /// Whoever wrote it: a file that was damaged can't be told from one that isn't ours.
  func formats(of catalog: DiagramCatalog) throws(DiagramError) -> [DiagramFormat] {
    let files = Set(try fileNames())
    return DiagramFormat.allCases.filter { format in
      catalog.diagrams.contains { files.contains(format.fileName(of: $0.name)) }
    }
  }

  /// Returns the given formats in which a diagram must have a file.
  ///
  /// A diagram needs a `walk` only if it already has one.
  func needed(_ formats: [DiagramFormat], of diagram: String) throws(DiagramError)
    -> [DiagramFormat]
  {
    let files = try fileNames()
    return formats.filter { $0 != .walk || files.contains($0.fileName(of: diagram)) }
  }
}

extension Data {
  /// A sentence about what a file holds in place of what was generated; `nil` if it may be a diagram.
  var substitute: String? {
    if isEmpty { return "it is empty; generate it again" }
    return starts(with: Data(StateGraph.pointerHead.utf8))
      ? "it is \(StateGraph.pointerAdvice)" : nil
  }
}

extension DiagramError {
  /// Returns the error for a missing folder, with a suggestion if a folder beside it has a similar name.
  static func missingFolder(_ path: String) -> DiagramError {
    let url = URL(fileURLWithPath: path)
    let others = try? FileManager.default.contentsOfDirectory(
      at: url.deletingLastPathComponent(), includingPropertiesForKeys: [.isDirectoryKey])
    let folders = (others ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent)
    let name = url.lastPathComponent
    let place = path.range(of: name, options: .backwards)
    let advice = SpellingSuggestion.nearest(to: name, in: folders.sorted()).flatMap { nearest in
      place.map { "did you mean \"\(path.replacingCharacters(in: $0, with: nearest))\"?" }
    }
    return DiagramError(
      .unreadable,
      "\(path) does not exist; "
        + (advice ?? "name the folder of the diagrams, or write a new one with generate"))
  }

  static func unreadable(_ path: String, because error: any Error) -> DiagramError {
    DiagramError(.unreadable, "\(path) cannot be read: \(error.localizedDescription)")
  }

  static func foreign(_ path: String, _ content: Data) -> DiagramError {
    let reason =
      content.substitute
      ?? "it was not written by generate, or it was damaged; move it or remove it, and generate again"
    return DiagramError(.unwritable, "\(path) is left alone: \(reason)")
  }

  static func unwritable(_ path: String, because error: any Error) -> DiagramError {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let reason =
      isThere && isFolder.boolValue
      ? "it is a folder, and not a file" : error.localizedDescription
    return DiagramError(.unwritable, "\(path) cannot be written: \(reason)")
  }
}

extension DiagramCatalog {
  /// Returns the files in a folder that look like a diagram's but belong to no diagram of the catalog.
  ///
  /// This ignores folders, hidden files, and whatever this program didn't write.
  func orphans(in folder: DiagramFolder) throws(DiagramError) -> [String] {
    let names = Set(diagrams.map(\.name))
    var orphans: [String] = []
    for file in try folder.fileNames() where !file.hasPrefix(".") {
      guard let (name, format) = DiagramFormat.diagram(ofFile: file), !names.contains(name),
        let content = try folder.read(file), !content.isEmpty, format.wrote(content)
      else { continue }
      orphans.append(file)
    }
    return orphans
  }
}
