import Foundation

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
