import Foundation

/// A folder as it was in a revision that git knows.
struct GitRevision {
  /// The revision as it was asked for, such as `main` or `HEAD~1`.
  let name: String
  let folder: DiagramFolder
  private let commit: String

  /// Finds a revision in the repository that a folder belongs to.
  init(_ name: String, of folder: DiagramFolder) throws(DiagramError) {
    self.name = name
    self.folder = folder
    guard folder.exists else {
      throw DiagramError(
        .unreadable, "\(folder.path) does not exist; a revision is compared with a folder")
    }
    // Otherwise git would take it for an option.
    guard !name.hasPrefix("-") else {
      throw .unknownRevision(name, in: folder, because: "a revision does not begin with a hyphen")
    }
    let answer = try Self.git(["rev-parse", "--verify", "\(name)^{commit}"], in: folder)
    guard answer.status == 0 else {
      throw .unknownRevision(name, in: folder, because: answer.complaint)
    }
    commit = String(decoding: answer.output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the names of the files in the folder; none where the revision has no such folder.
  func fileNames() throws(DiagramError) -> [String] {
    let output = try read(["ls-tree", "--name-only", "-z", commit])
    return String(decoding: output, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  /// Returns the content of a file.
  func read(_ file: String) throws(DiagramError) -> Data {
    try read(["show", "\(commit):./\(file)"])
  }

  private func read(_ arguments: [String]) throws(DiagramError) -> Data {
    let answer = try Self.git(arguments, in: folder)
    guard answer.status == 0 else {
      throw .unknownRevision(name, in: folder, because: answer.complaint)
    }
    return answer.output
  }
}

extension GitRevision {
  private struct Answer {
    let status: Int32
    let output: Data
    let complaint: String
  }

  private static func git(
    _ arguments: [String], in folder: DiagramFolder
  ) throws(DiagramError) -> Answer {
    #if os(macOS) || os(Linux) || os(Windows)
      let process = Process()
      let (output, complaint) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["git"] + arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path, isDirectory: true)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = complaint
      do {
        try process.run()
      } catch {
        throw DiagramError(.unknownRevision, "git cannot be run: \(error.localizedDescription)")
      }
      // Read first: a process that writes to a full pipe does not end.
      let content = output.fileHandleForReading.readDataToEndOfFile()
      let words = complaint.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Answer(
        status: process.terminationStatus, output: content,
        complaint: String(decoding: words, as: UTF8.self)
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
      "revision \"\(name)\" of \(folder.path) cannot be read; git log lists revisions: \(reason)")
  }
}
