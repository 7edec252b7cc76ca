/// A subject that takes down what it is told.
final class Notes {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }
}
