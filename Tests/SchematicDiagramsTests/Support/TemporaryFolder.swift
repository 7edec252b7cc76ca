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
    try git("commit", "-q", "-m", "Change")
  }

  /// Returns the path of a file of the repository.
  func path(of file: String) -> String { temporary.folder.path(of: file) }

  /// Returns what git tells the hooks of a new linked worktree, which lies in the repository.
  func environmentOfHook(inWorktree name: String) throws -> [String: String] {
    let hook = path(of: ".git/hooks/post-commit")
    let variables = path(of: "variables.txt")
    try "#!/bin/sh\nenv | grep ^GIT_ >'\(variables)'\n"
      .write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    try git("worktree", "add", "-q", name)
    try git("-C", name, "commit", "-q", "--allow-empty", "-m", "Tell the hook")
    let lines = try String(contentsOfFile: variables, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      lines.map { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }, uniquingKeysWith: { first, _ in first })
  }

  func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com"]
      + ["-c", "commit.gpgsign=false"] + arguments
    // Run by a hook, git would work on the repository of the hook.
    process.environment = GitRevision.environment
    process.currentDirectoryURL = URL(fileURLWithPath: temporary.folder.path)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
