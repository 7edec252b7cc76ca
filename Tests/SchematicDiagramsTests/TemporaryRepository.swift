import Foundation
import Testing

@testable import SchematicDiagrams

/// A git repository that is gone when the test is over, with a folder of diagrams in it.
final class TemporaryRepository {
  private let temporary = TemporaryFolder()
  let folder: DiagramFolder

  init() throws {
    folder = DiagramFolder(path: temporary.folder.path(of: "some/Diagrams"))
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    try git("init", "-q", ".")
  }

  func commit() throws {
    try git("add", "-A")
    try git(
      "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
      "commit", "-q", "-m", "Change")
  }

  private func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: temporary.folder.path)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
