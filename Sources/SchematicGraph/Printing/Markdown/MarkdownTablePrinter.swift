/// Writes a graph as a transition table in GitHub Flavored Markdown.
///
/// A sentence says where the machine starts and ends. A row follows for each transition of the
/// graph's ``Statechart`` and for each event that is rejected, in the order of states; a composite
/// state stands before the states inside, and its rows hold for all of them that are not final.
///
/// ```swift
/// MarkdownTablePrinter().text(of: StateGraph(Turnstile.schema))
/// // Starts in locked.
/// //
/// // | State | Event | Guard | Action | Next state |
/// // | :-- | :-- | :-- | :-- | :-- |
/// // | locked | coin | paid | open | unlocked |
/// // | locked | coin | not paid | count | *stays* |
/// // | unlocked | push |  |  | locked |
/// ```
///
/// *stays* marks an internal transition, *rejected* an event that is a mistake, with the reason where
/// there is one. A state that nothing happens in has a row without an event. A state inside another
/// is written with it, `active.playing`; where two states would be written alike, the identifier
/// follows in parentheses.
///
/// Tables are described at <https://github.github.com/gfm/#tables-extension->.
public struct MarkdownTablePrinter: GraphPrinter {
  /// Creates a printer.
  public init() {}

  /// Returns the Markdown text that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  public func text(of graph: StateGraph) -> String {
    MarkdownTable(of: graph).lines.map { $0 + "\n" }.joined()
  }
}

extension StateGraph {
  /// Returns the graph as a transition table in GitHub Flavored Markdown.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).markdownTable())
  /// ```
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  public func markdownTable() -> String {
    MarkdownTablePrinter().text(of: self)
  }
}
