import Foundation
import Schematic

/// The Swift files of a folder, in which the lines of a graph are found.
///
/// A graph knows the module and the name of a file, and not its path: paths of the machine that builds
/// a program don't belong in it.
package struct SourceFiles: Sendable {
  /// The path of the folder on this computer.
  package let root: String
  /// The paths of the files from the folder, by the names of the files.
  private let paths: [String: [String]]

  /// The files of the current folder, read once.
  package static let current = SourceFiles(in: ".")

  /// Reads the names of the files of a folder.
  package init(in folder: String) {
    let root = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
    let files = FileManager.default.enumerator(
      // Folders of builds are hidden.
      at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    var paths: [String: [String]] = [:]
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let path = file.standardizedFileURL.pathComponents.dropFirst(root.pathComponents.count)
      paths[file.lastPathComponent, default: []].append(path.joined(separator: "/"))
    }
    self.root = root.path
    self.paths = paths
  }

  /// Returns the path of a file that a line is in, or `nil` if no file or several of the folder may be
  /// it.
  package func knownPath(of line: SourceLine) -> String? {
    let parts = line.fileID.split(separator: "/")
    guard let name = parts.last.map(String.init), let module = parts.first else { return nil }
    let known = paths[name, default: []]
    let inModule = known.filter { $0.split(separator: "/").dropLast().contains(module) }
    let candidates = inModule.isEmpty ? known : inModule
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// Returns the path of a file that a line is in, or the module and the name of the file if it is
  /// unknown.
  package func path(of line: SourceLine) -> String { knownPath(of: line) ?? line.fileID }
}
