import Foundation

/// Machines collected from specifications and learned from programs, which are no part of the
/// package.
///
/// They are looked for in `shared/corpora`, beside the folder of the package, or where the
/// environment variable `SCHEMATIC_CORPORA` says. Without them the tests that need them run on
/// nothing.
package enum Corpora {
  /// The folder that holds them.
  package static var folder: URL {
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
