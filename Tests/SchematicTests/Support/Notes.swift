/// A subject that takes down what it is told.
final class Notes {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// Returns the lines, and begins anew.
  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }
}
