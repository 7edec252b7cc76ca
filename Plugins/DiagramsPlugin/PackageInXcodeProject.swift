import Foundation
import PackagePlugin

/// A package in the folder of an Xcode project, with a diagram tool.
///
/// A plugin can't build a program of an Xcode project. It has `swift run` build and run the diagram
/// tool of a package instead.
struct PackageInXcodeProject {
  let folder: URL
  let tool: String

  /// Finds the package that `--package` names.
  ///
  /// Without the option, finds the only package in the project's folder and the folders directly
  /// inside.
  init(_ options: inout ArgumentExtractor, in project: URL) throws {
    tool = options.extractOption(named: "tool").last ?? "Diagrams"
    if let path = options.extractOption(named: "package").last {
      folder = project.appending(path: path)
      guard Self.isPackage(folder) else { throw Failure.noPackage([folder.path]) }
      return
    }
    let content = try FileManager.default.contentsOfDirectory(
      at: project, includingPropertiesForKeys: nil)
    let found = ([project] + content).filter(Self.isPackage)
    guard let only = found.first, found.count == 1 else {
      throw Failure.noPackage(found.map(\.path).sorted())
    }
    folder = only
  }

  private static func isPackage(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
  }

  /// Has `swift run` build the program and run it in the folder of the package.
  ///
  /// If the program fails, the plugin exits with the program's exit code.
  func run(_ arguments: [String], buildingIn work: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A plugin runs in a sandbox, which can't contain another sandbox.
    process.arguments =
      [
        "swift", "run", "--quiet", "--disable-sandbox",
        "--scratch-path", work.appending(path: "build").path, tool,
      ] + arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// A reason why no package was found.
  enum Failure: Error, CustomStringConvertible {
    case noPackage([String])

    var description: String {
      switch self {
      case .noPackage(let found) where found.count > 1:
        "the project has several packages; choose one with --package: "
          + found.joined(separator: ", ")
      case .noPackage(let found):
        "there is no Package.swift\(found.first.map { " in \($0)" } ?? ""): put the machines into a "
          + "local package with a diagram tool, and say where it is with --package"
      }
    }
  }
}
