import Foundation
import SchematicGraph

/// A folder as it was in a git revision.
struct GitRevision {
  /// The revision as the user wrote it, such as `main` or `HEAD~1`.
  let name: String
  let folder: DiagramFolder
  private let commit: String

  /// Finds a revision in the folder's repository.
  init(_ name: String, of folder: DiagramFolder) throws(DiagramError) {
    self.name = name
    self.folder = folder
    guard folder.exists else {
      throw DiagramError(
        .unreadable, "\(folder.path) does not exist; a revision is compared with a folder")
    }
    // Otherwise, git would parse it as an option.
    guard !name.hasPrefix("-") else {
      throw .unknownRevision(name, in: folder, because: "a revision does not begin with a hyphen")
    }
    let result = try Self.git(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"], in: folder)
    guard result.status == 0 else {
      // Git exits with 1 and prints nothing if it doesn't know the name.
      let isUnknown = result.status == 1
      throw .unknownRevision(
        name, in: folder,
        because: isUnknown ? try Self.adviceOnUnknown(name, in: folder) : result.reason)
    }
    commit = String(decoding: result.output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the names of the files in the folder, or none if the folder isn't in the revision.
  func fileNames() throws(DiagramError) -> [String] {
    let output = try read(["ls-tree", "--name-only", "-z", commit])
    return String(decoding: output, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  /// Returns the content of a file.
  func read(_ file: String) throws(DiagramError) -> Data {
    try read(["show", "\(commit):./\(file)"])
  }

  private func read(_ arguments: [String]) throws(DiagramError) -> Data {
    let result = try Self.git(arguments, in: folder)
    guard result.status == 0 else {
      throw .unknownRevision(name, in: folder, because: result.reason)
    }
    return result.output
  }
}

extension GitRevision {
  /// The environment in which git finds the repository of the current folder.
  ///
  /// Git sets variables that tell its hooks which repository they belong to. If a hook starts git,
  /// those variables override the current folder. Variables for configuration are left unchanged.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !repositoryVariables.contains($0.key) }
  }

  /// The variables that `git rev-parse --local-env-vars` lists, except those for configuration.
  private static let repositoryVariables: Set = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]

  /// Returns the output of git without the line ending after it, or `nil` if git fails.
  static func answer(
    _ arguments: [String], in folder: DiagramFolder
  ) throws(DiagramError) -> String? {
    let result = try git(arguments, in: folder)
    guard result.status == 0 else { return nil }
    return String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Returns advice about a name that git doesn't know.
  private static func adviceOnUnknown(
    _ name: String, in folder: DiagramFolder
  ) throws(DiagramError) -> String {
    let known = try answer(
      ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"],
      in: folder)
    let names = known?.split(separator: "\n").map(String.init) ?? []
    // A clone of CI often has only the branch of the server.
    let suggestion =
      names.first { $0.hasSuffix("/\(name)") } ?? SpellingSuggestion.nearest(to: name, in: names)
    return "no branch, tag or commit has that name; "
      + (suggestion.map { "did you mean \"\($0)\"? " } ?? "")
      + "if only the server has it, fetch it"
  }

  private struct Output {
    let status: Int32
    let output: Data
    let errorOutput: String

    /// The reason that git gives for a failure.
    var reason: String {
      errorOutput.contains("not a git repository")
        ? "the folder is in no git repository" : errorOutput.replacing("fatal: ", with: "")
    }
  }

  private static func git(
    _ arguments: [String], in folder: DiagramFolder
  ) throws(DiagramError) -> Output {
    // Other systems can't start git.
    #if os(macOS) || os(Linux) || os(Windows)
      let process = Process()
      let (output, errorOutput) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["git"] + arguments
      // `reason` recognizes messages in English.
      process.environment = environment.merging(["LC_ALL": "C"]) { $1 }
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path, isDirectory: true)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errorOutput
      do {
        try process.run()
      } catch {
        throw DiagramError(.unknownRevision, "git cannot be run: \(error.localizedDescription)")
      }
      // Read first, because a process can't end while it is writing to a full pipe.
      let content = output.fileHandleForReading.readDataToEndOfFile()
      let errors = errorOutput.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Output(
        status: process.terminationStatus, output: content,
        errorOutput: String(decoding: errors, as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines))
    #else
      throw DiagramError(.unknownRevision, "this system runs no git")
    #endif
  }
}

extension DiagramError {
  static func unknownRevision(
    _ name: String, in folder: DiagramFolder, because reason: String
  ) -> DiagramError {
    DiagramError(
      .unknownRevision,
      "revision \"\(name)\" of \(folder.path) cannot be read: \(reason)")
  }
}
