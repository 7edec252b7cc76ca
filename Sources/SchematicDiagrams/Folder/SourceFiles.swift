import Foundation
import Schematic
import SchematicGraph

/// The Swift files of the current folder, in which the lines of a graph are found.
///
/// A graph knows the module and the name of a file, and not its path: paths of the machine that builds
/// a program don't belong in it.
struct SourceFiles {
  /// The paths of the files from the folder, by the names of the files.
  private let paths: [String: [String]]

  /// The files of the current folder, read once.
  static let current = SourceFiles(in: ".")

  init(in folder: String) {
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
    self.paths = paths
  }

  /// Returns the path of a file that a line is in, or the module and the name of the file if no file or
  /// several of the folder may be it.
  func path(of line: SourceLine) -> String {
    let parts = line.fileID.split(separator: "/")
    guard let name = parts.last.map(String.init), let module = parts.first else {
      return line.fileID
    }
    let known = paths[name, default: []]
    let inModule = known.filter { $0.split(separator: "/").dropLast().contains(module) }
    let candidates = inModule.isEmpty ? known : inModule
    return candidates.count == 1 ? candidates[0] : line.fileID
  }

  /// Returns a line of text that begins with the place of its subject, as compilers write it:
  /// `Sources/Turnstiles/Turnstile.swift:24: …`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - lines: The lines of code; the first one counts.
  /// - Returns: The text, indented if no line is known.
  func located(_ text: String, at lines: SourceLines) -> String {
    guard let line = lines.all.first else { return "  \(text)" }
    return "\(path(of: line)):\(line.line): \(text)\(lines.isNear ? " (near this line)" : "")"
  }
}

/// A line of code for programs.
struct SourceEntry: Encodable {
  let file: String
  let line: Int
  /// `true` if the line is near the place that is meant.
  let isNear: Bool

  init?(_ lines: SourceLines, in files: SourceFiles = .current) {
    guard let first = lines.all.first else { return nil }
    file = files.path(of: first)
    line = first.line
    isNear = lines.isNear
  }
}
