import Foundation

/// The package whose diagrams a command draws, as seen from the current folder.
///
/// `swift run --package-path App Diagrams check` starts the program where the user is, and not in the package.
enum HomePackage {
  private static let folder = folder(
    from: FileManager.default.currentDirectoryPath, program: Bundle.main.executablePath)

  /// Returns a path in the package, as seen from the current folder.
  static func path(of path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  /// Returns the package's folder with a slash at its end, or an empty text if it is the current folder.
  static func folder(from current: String, program: String?) -> String {
    func has(_ name: String, _ folder: URL) -> Bool {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }
    let (here, manifest) = (URL(fileURLWithPath: current), "Package.swift")
    // Who is in a package, or beside diagrams, means these.
    guard !has(manifest, here), !has("Diagrams", here), let program else { return "" }
    var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
    while folder.pathComponents.count > 1, !has(manifest, folder) {
      folder.deleteLastPathComponent()
    }
    // A build folder elsewhere belongs to no package that the program can find.
    guard has(manifest, folder) else { return "" }
    // A package of its own draws the one around it.
    let around = folder.deletingLastPathComponent()
    if folder.lastPathComponent == "Diagrams", has(manifest, around) { folder = around }
    let (path, root) = (folder.resolvingSymlinksInPath().path, here.resolvingSymlinksInPath().path)
    return (path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path) + "/"
  }
}

/// A word of a command line.
enum ShellWord {
  /// Returns an argument for a shell, in quotes if necessary.
  static func quoted(_ argument: String) -> String {
    let isPlain =
      !argument.isEmpty
      && argument.allSatisfy {
        $0.isLetter || $0.isNumber || "/._-+:@%,=".contains($0)
      }
    return isPlain ? argument : "'\(argument.replacing("'", with: "'\\''"))'"
  }
}
