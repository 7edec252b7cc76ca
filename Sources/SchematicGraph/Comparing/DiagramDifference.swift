/// A difference between a committed diagram and another version of it.
package enum DiagramDifference: Hashable, Sendable {
  /// The graphs differ.
  case graph(GraphDiff)
  /// Only the pictures differ; `line` is the first line that differs in the committed one, counted from 1.
  case picture(line: Int)
  /// The graphs are equal, but their rows have another order, or there are extra lines, such as empty
  /// ones.
  ///
  /// `line` is the first line of the committed diagram that differs.
  case rows(line: Int)
}

extension StateGraph {
  /// Compares a committed text with the text of this graph.
  ///
  /// The printer is deterministic, so equal texts prove that the graphs are equal. The committed
  /// graph is read only if the texts differ.
  ///
  /// - Parameters:
  ///   - committed: The content of the file.
  ///   - dot: The text of this graph.
  /// - Returns: The difference, or `nil` if the texts are equal except for line endings.
  /// - Throws: A ``DOTError`` if the committed text can't be read.
  /// - Complexity: O(*n* log *n*) in the length of the texts.
  package func difference(
    fromCommitted committed: String, writtenAs dot: String
  ) throws(DOTError) -> DiagramDifference? {
    let (old, new) = (RecordLines(of: committed), RecordLines(of: dot))
    if old == new { return nil }
    return difference(from: try StateGraph(dot: committed), old, new)
  }

  /// Compares another graph and its text `old` with this graph and its text `new`.
  ///
  /// - Returns: The difference, or `nil` if the graphs are equal and the texts differ at most in line
  ///   endings.
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
  /// Returns the number of the first line that isn't the same in `other`, counted from 1; `nil` if there
  /// is none.
  fileprivate func firstChange(from other: ArraySlice<String>) -> Int? {
    let same = zip(self, other).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return same == count && same == other.count ? nil : same + 1
  }
}
