/// A difference between a committed diagram and another version of it.
package enum DiagramDifference: Hashable, Sendable {
  /// The graphs differ.
  case graph(GraphDiff)
  /// The rows are the same, and the pictures differ, in the committed one from a line on, counted from 1.
  case picture(line: Int)
  /// The graphs are the same, and the rows have another order or other lines between or after them, in the
  /// committed diagram from a line on, counted from 1.
  case rows(line: Int)
}

extension StateGraph {
  /// Compares a committed text with the one that the graph is written as now.
  ///
  /// The printer is deterministic, so equal texts prove that the graphs are equal. A graph is only read if
  /// the texts differ, to say how.
  ///
  /// - Parameters:
  ///   - committed: The content of the file.
  ///   - dot: The text that the graph is written as.
  /// - Returns: `nil` if the texts are equal except for line endings.
  /// - Throws: A ``DOTError`` if the committed text can't be read.
  /// - Complexity: O(*n* log *n*) in the length of the texts.
  package func difference(
    fromCommitted committed: String, writtenAs dot: String
  ) throws(DOTError) -> DiagramDifference? {
    let (old, new) = (RecordLines(of: committed), RecordLines(of: dot))
    if old == new { return nil }
    return difference(from: try StateGraph(dot: committed), old, new)
  }

  /// Compares the diagrams of two graphs, which are written as texts.
  ///
  /// - Returns: `nil` if neither the graphs nor the texts differ, except for line endings.
  package func difference(
    from graph: StateGraph, writtenAs old: String, to new: String
  ) -> DiagramDifference? {
    difference(from: graph, RecordLines(of: old), RecordLines(of: new))
  }

  private func difference(
    from graph: StateGraph, _ old: RecordLines, _ new: RecordLines
  ) -> DiagramDifference? {
    let diff = diff(from: graph)
    guard diff.isEmpty else { return .graph(diff) }
    if let line = old.rows.firstChange(from: new.rows) {
      return .rows(line: old.picture.count + line)
    }
    return old.picture.firstChange(from: new.picture).map { .picture(line: $0) }
  }
}

extension ArraySlice<String> {
  /// Returns the first line that isn't that of other lines, counted from 1; `nil` if all are the same.
  fileprivate func firstChange(from other: ArraySlice<String>) -> Int? {
    let same = zip(self, other).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return same == count && same == other.count ? nil : same + 1
  }
}
