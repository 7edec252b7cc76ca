import Foundation
import SchematicGraph
import SchematicGraphviz

/// That a committed diagram shows a graph.
struct DiagramExpectation {
  let graph: StateGraph
  let file: DiagramFile
  var isRecording = ProcessInfo.processInfo.environment["RECORD_DIAGRAMS"] == "1"
  /// Whether diagrams can be read; where not, texts are compared.
  var canRead = Graphviz.isBuilt

  private static let advice = "where the rules are right, record it with RECORD_DIAGRAMS=1"

  /// Returns what is wrong and what to do; `nil` where the file shows the graph.
  func failure() throws(DiagramFileError) -> String? {
    let text = graph.dot(name: file.name)
    let path = file.url.path
    if isRecording {
      try file.write(text)
      return "recorded \(path); look at it and run again without RECORD_DIAGRAMS"
    }
    guard let committed = try file.read() else {
      return "\(path) does not exist; record it with RECORD_DIAGRAMS=1"
    }
    guard committed != text else { return nil }
    guard let difference = try difference(from: committed, to: text) else { return nil }
    return "\(path) does not show what the rules do; \(Self.advice)\n\(difference)"
  }

  private func difference(
    from committed: String, to text: String
  ) throws(DiagramFileError) -> String? {
    guard canRead else {
      return "(- only in the file, + only in the code; without Graphviz, lines are compared)\n"
        + Self.lines(from: committed, to: text).joined(separator: "\n")
    }
    do {
      let diff = graph.diff(from: try StateGraph(dot: committed))
      guard !diff.isEmpty else { return nil }
      return "(- only in the file, + only in the code)\n\(diff)"
    } catch {
      let place = error.line.map { "\(file.url.path):\($0)" } ?? file.url.path
      throw DiagramFileError("\(place): \(error); \(Self.advice)")
    }
  }

  private static func lines(from old: String, to new: String) -> [String] {
    let changes = new.split(whereSeparator: \.isNewline).difference(
      from: old.split(whereSeparator: \.isNewline))
    let lines = changes.map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    return lines.isEmpty ? ["only blank lines and line endings differ"] : lines
  }
}
