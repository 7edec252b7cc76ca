/// A reason why a DOT text was not read.
///
/// ```swift
/// do {
///   _ = try StateGraph(dot: "digraph { a -> b }")
/// } catch {
///   print(error)  // "line 1: There is `{`, and not the name of the graph in quotes: …"
/// }
/// ```
public struct DOTError: Error, Hashable, Sendable {
  /// The line of the text in which the failure was found, counted from 1.
  package let line: Int

  /// A sentence that says what was found and what to do about it.
  package let message: String

  /// Creates an error.
  init(_ line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  /// Creates an error about a text that another person or program wrote or changed.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - finding: The text that the printer wouldn't write.
  init(_ line: Int, notOurs finding: String) {
    self.init(line, "\(finding): only DOT text that Schematic wrote is read, as it was written.")
  }

  /// Creates an error about merged versions of a text.
  init(conflictAt line: Int) {
    self.init(
      line, "There are marks of a merge conflict: mend the sources, then generate the text again.")
  }
}

extension DOTError: CustomStringConvertible {
  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
