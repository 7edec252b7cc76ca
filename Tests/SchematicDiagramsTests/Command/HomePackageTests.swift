import Foundation
import Testing

@testable import SchematicDiagrams

/// Where a command looks for the package that it works for.
@Suite struct HomePackageTests {
  private let temporary = TemporaryFolder()

  /// Makes a monorepo with a package and, inside, one that draws it.
  init() throws {
    for folder in [
      "App/Diagrams/.build/debug", "App/.build/debug", "App/Sources", "Empty/Diagrams",
    ] {
      try FileManager.default.createDirectory(
        atPath: path(folder), withIntermediateDirectories: true)
    }
    for manifest in ["App/Package.swift", "App/Diagrams/Package.swift"] {
      try Data("// A manifest.".utf8).write(to: URL(fileURLWithPath: path(manifest)))
    }
  }

  private func path(_ file: String) -> String {
    let root = URL(fileURLWithPath: temporary.folder.path).resolvingSymlinksInPath().path
    return file.isEmpty ? root : "\(root)/\(file)"
  }

  private func home(from current: String, program: String) -> String {
    HomePackage.folder(from: path(current), program: path(program))
  }

  @Test func homeOfAProgramIsThePackageInWhoseBuildFolderItLies() {
    #expect(home(from: "", program: "App/.build/debug/Diagrams") == "App/")
    #expect(home(from: "App/Sources", program: "App/.build/debug/Diagrams") == path("App/"))
  }

  @Test func homeOfAPackageThatDrawsIsThePackageAroundIt() {
    #expect(home(from: "", program: "App/Diagrams/.build/debug/Diagrams") == "App/")
  }

  @Test func homeIsTheCurrentFolderIfItIsAPackageOrHasDiagrams() {
    #expect(home(from: "App", program: "App/Diagrams/.build/debug/Diagrams") == "")
    #expect(home(from: "App/Diagrams", program: "App/Diagrams/.build/debug/Diagrams") == "")
    #expect(home(from: "Empty", program: "App/.build/debug/Diagrams") == "")
  }

  @Test func homeIsTheCurrentFolderIfNoPackageIsFound() {
    #expect(home(from: "", program: "Elsewhere/Diagrams") == "")
  }
}
