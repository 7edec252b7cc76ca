import Foundation

/// Text that a test once produced and somebody approved, kept in a file beside the test.
///
/// With `RECORD_GOLDENS=1` in the environment, comparing writes the file and reports a difference
/// all the same, so that no recording run passes for a test.
package struct Golden {
  private let file: URL

  /// Names a golden in the folder `Goldens` beside a source file.
  package init(_ name: String, beside source: String = #filePath) {
    file = Golden.folder(beside: source).appending(path: name)
  }

  /// Returns what is wrong with a text, and what to do; `nil` where it is as recorded.
  package func difference(from text: String) throws -> String? {
    let environment = ProcessInfo.processInfo.environment
    guard environment["RECORD_GOLDENS"] != "1" else {
      try Data(text.utf8).write(to: file)
      return "recorded \(file.lastPathComponent); look at it and run again without RECORD_GOLDENS"
    }
    guard let recorded = try? Data(contentsOf: file) else {
      return "\(file.lastPathComponent) does not exist; record it with RECORD_GOLDENS=1"
    }
    guard recorded != Data(text.utf8) else { return nil }
    return """
      \(file.lastPathComponent) is not what the test produced; where that is right, record it \
      with RECORD_GOLDENS=1. Produced:
      \(text)
      """
  }

  /// Returns the names of the goldens beside a source file, or of those in a folder of them.
  package static func names(
    in folder: String = "", beside source: String = #filePath
  ) throws -> Set<String> {
    let folder = self.folder(beside: source).appending(path: folder)
    return Set(try FileManager.default.contentsOfDirectory(atPath: folder.path()))
  }

  private static func folder(beside source: String) -> URL {
    URL(filePath: source).deletingLastPathComponent().appending(path: "Goldens")
  }
}
