import Foundation

/// A file that takes what the process of an exit test writes.
///
/// Swift Testing hands over the output of a process only where it ends as expected. In the file something
/// is left of a process that crashes or hangs, and no process waits for somebody to read, as with a pipe.
///
/// ```swift
/// let output = ProcessOutput()
/// await #expect(processExitsWith: .success) { [path = output.path as String] in
///   try await ProcessOutput.collect(at: path) { print("figures") }
/// }
/// print(try output.take())  // figures
/// ```
package struct ProcessOutput {
  /// The path of the file.
  package let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("schematic-output-\(UUID().uuidString).txt").path

  package init() {}

  /// Does something that writes to the file, and ends the process.
  package nonisolated(nonsending) static func collect(
    at path: String, _ act: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(file >= 0 && dup2(file, STDOUT_FILENO) >= 0 && dup2(file, STDERR_FILENO) >= 0)
    try await act()
    // The testing library would add bytes of its own.
    exit(EXIT_SUCCESS)
  }

  /// Reads the file, and removes it.
  package func take() throws -> String {
    defer { try? FileManager.default.removeItem(atPath: path) }
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}
