import Foundation

/// A committed diagram that a test names.
struct DiagramFile {
  let url: URL

  /// Finds the file: from the folder of the test where the path begins with a dot, and in the folder
  /// `Diagrams` of the package where it does not.
  ///
  /// A file beside a test would make the package manager warn.
  init(_ path: String, namedIn testFile: String) throws(DiagramFileError) {
    let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    if path.hasPrefix("/") {
      url = URL(fileURLWithPath: path)
    } else if path.hasPrefix("./") || path.hasPrefix("../") {
      url = folder.appendingPathComponent(path).standardizedFileURL
    } else {
      url = try Self.packageRoot(above: folder).appendingPathComponent("Diagrams")
        .appendingPathComponent(path)
    }
  }

  /// The name of the diagram: that of the file.
  var name: String { url.deletingPathExtension().lastPathComponent }

  /// Returns the text; `nil` where there is no file.
  func read() throws(DiagramFileError) -> String? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    do {
      return try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw DiagramFileError("\(url.path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Writes the text, and the folder where it is missing.
  func write(_ text: String) throws(DiagramFileError) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw DiagramFileError("\(url.path) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func packageRoot(above folder: URL) throws(DiagramFileError) -> URL {
    var root = folder.standardizedFileURL
    while root.pathComponents.count > 1 {
      let manifest = root.appendingPathComponent("Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { return root }
      root.deleteLastPathComponent()
    }
    throw DiagramFileError(
      "no Package.swift lies above \(folder.path); give a path that begins with ./")
  }
}

/// Why a committed diagram could not be compared.
struct DiagramFileError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
