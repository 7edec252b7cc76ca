import Foundation

/// Machines learned from real programs, which are no part of the package.
///
/// They are looked for in `shared/corpora`, beside the folder of the package, or where the
/// environment variable `SCHEMATIC_CORPORA` says. Without them the tests that need them run on
/// nothing.
enum Corpora {
  /// The learned machines that the index lists, the smallest first.
  static let learnedMachines: [LearnedMachine] = {
    let index = folder.appending(components: "mealy", "INDEX.csv")
    guard let text = try? String(contentsOf: index, encoding: .utf8) else { return [] }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
    guard let head = rows.first else { return [] }
    return rows.dropFirst().map { row in
      LearnedMachine(
        file: folder.appending(components: "mealy", row[0]),
        figures: Dictionary(
          zip(head, row).compactMap { name, value in Int(value).map { (name, $0) } },
          uniquingKeysWith: { first, _ in first }))
    }
  }()

  private static var folder: URL {
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
