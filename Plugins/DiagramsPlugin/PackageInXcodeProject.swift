import Foundation
import PackagePlugin

/// The package with a diagram tool that lies in the folder of an Xcode project.
///
/// A plugin cannot build a program of an Xcode project. So the package manager builds and runs the
/// program of a package that lies beside the project, which is where machines of an app are tested.
struct PackageInXcodeProject {
  let folder: URL
  let tool: String

  /// Finds the package: the one that is named, or the only one in the folder of the project or in a
  /// folder of that.
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

  /// Has the package manager build the program and run it in the folder of the package; ends with its
  /// exit code where that is not 0.
  func run(_ arguments: [String], buildingIn work: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A plugin runs in a sandbox, and there cannot be another in that.
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

  /// A reason why no program could be run.
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
