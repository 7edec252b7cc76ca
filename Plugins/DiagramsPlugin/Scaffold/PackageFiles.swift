import Foundation

/// The files of a package that `scaffold` reads and writes.
///
/// A file that can't be read is never overwritten, and no file outside of the package is written, not
/// even through a link.
struct PackageFiles {
  private let root: URL

  /// - Parameter root: The folder of the package, which may itself be a link.
  init(root: URL) {
    self.root = root.resolvingSymlinksInPath()
  }

  /// Returns a Boolean value that indicates whether a file is in the package after its links are followed.
  func contains(_ file: URL) -> Bool {
    Self.target(of: file).pathComponents.starts(with: root.pathComponents)
  }

  /// Returns the text of a file, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - path: The file as messages name it.
  /// - Returns: The text.
  /// - Throws: A ``ScaffoldError`` if the file can't be read, or is outside of the package.
  func text(of file: URL, path: String) throws(ScaffoldError) -> String? {
    let target = try checkedTarget(of: file, path: path)
    let content: Data
    do {
      content = try Data(contentsOf: target)
    } catch CocoaError.fileReadNoSuchFile {
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)) == nil else {
        throw .unreadable(path, because: "it is a link that leads nowhere")
      }
      return nil
    } catch {
      throw .unreadable(path, because: error.localizedDescription)
    }
    guard let text = String(data: content, encoding: .utf8) else {
      throw .unreadable(path, because: "it is not UTF-8 text")
    }
    return text
  }

  /// Writes a file, and creates the folders around it.
  ///
  /// If the path is a link to a file, that file is written.
  func write(_ text: String, to file: URL, path: String) throws {
    let target = try checkedTarget(of: file, path: path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: target, options: .atomic)
  }

  private func checkedTarget(of file: URL, path: String) throws(ScaffoldError) -> URL {
    let target = Self.target(of: file)
    guard contains(file) else { throw .outside(path, leadsTo: target.path) }
    return target
  }

  /// Returns the file that a path leads to.
  private static func target(of file: URL) -> URL {
    // If a file doesn't exist, Foundation doesn't follow the links in its path.
    let isThere = FileManager.default.fileExists(atPath: file.path)
    guard !isThere, file.pathComponents.count > 1 else { return file.resolvingSymlinksInPath() }
    return target(of: file.deletingLastPathComponent()).appending(path: file.lastPathComponent)
  }
}
