import Foundation
import Schematic
import SchematicGraph

/// The Swift files of a folder, in which the lines of a graph are found.
///
/// A graph knows only the module and the name of a file, because a program shouldn't contain paths of the
/// computer that built it.
package struct SourceFiles: Sendable {
  /// The path of the folder on this computer.
  package let root: String
  /// The paths of the files relative to the folder, by the names of the files.
  private let paths: [String: [String]]

  /// The files of the current folder, read once.
  package static let current = SourceFiles(in: ".")

  /// Reads the names of the files of a folder.
  package init(in folder: String) {
    let root = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
    let files = FileManager.default.enumerator(
      // Build folders, such as `.build`, are hidden.
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

  /// Returns the path of the file that contains a line, or `nil` unless exactly one file of the folder may
  /// contain it.
  package func knownPath(of line: SourceLine) -> String? {
    let parts = line.fileID.split(separator: "/")
    guard let name = parts.last.map(String.init), let module = parts.first else { return nil }
    let known = paths[name, default: []]
    let inModule = known.filter { $0.split(separator: "/").dropLast().contains(module) }
    let candidates = inModule.isEmpty ? known : inModule
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// Returns the path of the file that contains a line, or the module and the name of the file if the path
  /// is unknown.
  package func path(of line: SourceLine) -> String { knownPath(of: line) ?? line.fileID }
}

extension SourceFiles {
  /// Returns a line of text that begins with the place of its subject, as compilers write it:
  /// `Sources/Turnstiles/Turnstile.swift:24: …`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - lines: The lines of code; the first one counts.
  /// - Returns: The text, indented if no line is known.
  package func located(_ text: String, at lines: SourceLines) -> String {
    guard let place = place(of: lines) else { return "  \(text)" }
    return "\(place): \(text)\(lines.isNear ? " (near this line)" : "")"
  }

  /// Returns the place of some lines of code, `Sources/Turnstiles/Turnstile.swift:24`; `nil` if no line is
  /// known.
  package func place(of lines: SourceLines) -> String? {
    lines.all.first.map { "\(path(of: $0)):\($0.line)" }
  }
}
