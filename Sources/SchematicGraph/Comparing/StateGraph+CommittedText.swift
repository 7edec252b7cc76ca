extension StateGraph {
  /// Compares a committed text with the one that the graph is written as now.
  ///
  /// The printer is deterministic, so equal texts prove that the graphs are equal. Graphs are read
  /// only if the texts differ, to say how.
  ///
  /// - Parameters:
  ///   - committed: The content of the file.
  ///   - dot: The text that the graph is written as.
  /// - Returns: `nil` if the texts are equal except for line endings. Otherwise the difference
  ///   between the graphs, which is empty if the text was edited or written by another version.
  /// - Throws: A ``DOTError`` if the committed text can't be read.
  /// - Complexity: O(*n* log *n*) in the length of the texts.
  package func diff(fromCommitted committed: String, writtenAs dot: String) throws(DOTError)
    -> GraphDiff?
  {
    if Self.lines(of: committed).elementsEqual(Self.lines(of: dot)) { return nil }
    return diff(from: try StateGraph(dot: committed))
  }

  /// Returns the first line of a committed text that isn't one of the other text, counted from one.
  package static func firstChange(in committed: String, from dot: String) -> Int {
    let feed = UInt8(ascii: "\n")
    let same = zip(lines(of: committed), lines(of: dot)).prefix { $0 == $1 }
    return same.count { $0.0 == feed } + 1
  }

  /// Returns the bytes of a text with line feeds as line ends.
  private static func lines(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
