import Foundation

/// A folder of diagrams: for each name a `.dot` file and the images drawn from it.
struct DiagramFolder {
  /// The path as the user gave it; reports begin with it.
  let path: String

  private var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

  /// Returns the path of a file in the folder, as reports name it.
  func path(of file: String) -> String {
    path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }

  /// Returns the names of the files in the folder, sorted; none where there is no folder.
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

  /// Returns the content of a file, or `nil` where there is none or it is a folder.
  func read(_ file: String) throws(DiagramError) -> Data? {
    let url = url.appendingPathComponent(file)
    guard FileManager.default.fileExists(atPath: url.path), !isFolder(file) else { return nil }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(self.path(of: file), because: error)
    }
  }

  /// Writes files; where they cannot be written, the old ones are left.
  ///
  /// Everything is written beside the files it replaces first; only when all of it is safely there
  /// are the old files replaced, each in one step.
  func write(_ files: [(name: String, content: Data)]) throws(DiagramError) {
    guard !files.isEmpty else { return }
    let drafts = files.map { url.appendingPathComponent(".\($0.name).draft") }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (file, draft) in zip(files, drafts) {
        guard !isFolder(file.name) else { throw CocoaError(.fileWriteFileExists) }
        try file.content.write(to: draft)
      }
      for (file, draft) in zip(files, drafts) {
        try replace(url.appendingPathComponent(file.name), with: draft)
      }
    } catch {
      for draft in drafts { try? FileManager.default.removeItem(at: draft) }
      throw .unwritable(path, because: error)
    }
  }

  /// Removes a file.
  func remove(_ file: String) throws(DiagramError) {
    do {
      try FileManager.default.removeItem(at: url.appendingPathComponent(file))
    } catch {
      throw .unwritable(self.path(of: file), because: error)
    }
  }

  private func isFolder(_ file: String) -> Bool {
    var isFolder: ObjCBool = false
    let path = url.appendingPathComponent(file).path
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func replace(_ file: URL, with draft: URL) throws {
    // POSIX `rename` replaces in one step; a reader sees the old file or the new one.
    guard rename(draft.path, file.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
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
  /// Returns the files of a folder that look like a diagram's and belong to none.
  ///
  /// Hidden files are left out, and so are folders, images that were not drawn by this program, and
  /// texts in other notations, such as a page of Markdown, that stand beside no diagram.
  func orphans(in folder: DiagramFolder) throws(DiagramError) -> [String] {
    let names = Set(diagrams.map(\.name))
    var orphans: [String] = []
    let files = try folder.fileNames()
    for file in files where !file.hasPrefix(".") {
      guard let (name, format) = DiagramFormat.diagram(ofFile: file), !names.contains(name),
        let content = try folder.read(file)
      else { continue }
      let isOurs =
        format.image == nil
        ? files.contains(DiagramFormat.dot.fileName(of: name))
        : ImageStamp.fingerprint(in: content) != nil
      if isOurs { orphans.append(file) }
    }
    return orphans
  }
}
