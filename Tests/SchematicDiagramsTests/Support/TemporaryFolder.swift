import Foundation
import Testing

@testable import SchematicDiagrams

/// An empty folder that is gone when the test is over.
final class TemporaryFolder {
  let folder: DiagramFolder

  init() {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "diagrams-\(UUID().uuidString)")
    folder = DiagramFolder(path: url.path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder.path)
  }

  func text(of file: String) throws -> String? {
    try folder.read(file).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, to file: String) throws {
    try folder.write([(file, Data(text.utf8))])
  }

  /// Replaces text in a file; what is to be replaced must be there.
  func edit(_ file: String, replacing old: String, with new: String) throws {
    let text = try text(of: file) ?? ""
    precondition(text.contains(old), "\(file) does not contain \(old)")
    try write(text.replacing(old, with: new), to: file)
  }
}

extension DiagramFolder {
  /// Removes a file, or a folder with all that is in it.
  func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: path(of: file))
  }
}

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
