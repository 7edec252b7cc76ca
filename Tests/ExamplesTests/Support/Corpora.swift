import Foundation

/// Machines collected from specifications, which are no part of the package.
///
/// They are looked for in `shared/corpora`, beside the folder of the package, or where the
/// environment variable `SCHEMATIC_CORPORA` says.
enum Corpora {
  /// Returns whether a table is there to compare with.
  static func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: file(name).path)
  }

  /// Returns the lines of a table below its head; none where the table is missing.
  static func rows(of name: String) -> [TableRow] {
    guard let text = try? String(contentsOf: file(name), encoding: .utf8) else { return [] }
    return CSV.lines(of: text).dropFirst().compactMap(TableRow.init)
  }

  private static func file(_ name: String) -> URL {
    folder.appending(components: "tables", "\(name).csv")
  }

  /// The folder that holds them.
  static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["SCHEMATIC_CORPORA"] {
      return URL(filePath: path)
    }
    return packageRoot.deletingLastPathComponent().appending(components: "shared", "corpora")
  }

  /// The nearest folder above this file that holds a manifest.
  private static var packageRoot: URL {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let manifest = folder.appending(component: "Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { break }
      folder.deleteLastPathComponent()
    }
    return folder
  }
}
