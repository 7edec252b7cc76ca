extension GraphDiff {
  /// Returns the edits as a Markdown table, for the description of a pull request.
  ///
  /// ```swift
  /// print(newGraph.diff(from: oldGraph).markdown(title: "Turnstile"))
  /// // ### Turnstile
  /// //
  /// // | | State | Before | After |
  /// // | --- | --- | --- | --- |
  /// // | changed | `locked` | `coin -> unlocked` | `coin -> broken` |
  /// ```
  ///
  /// The table is one of GitHub Flavored Markdown, <https://github.github.com/gfm/#tables-extension->.
  /// Names are set as code, so that none of them is taken for markup, a mention or a link. Where the
  /// graphs are equal, a sentence says so.
  ///
  /// - Parameter title: The heading; none where it is `nil`.
  /// - Returns: Markdown that ends with a line break.
  /// - Complexity: O(*n*) in the number of edits.
  public func markdown(title: String? = nil) -> String {
    let heading = title.map { "### \(MarkdownCode.text($0))\n\n" } ?? ""
    guard !isEmpty else { return heading + "No differences.\n" }
    let hasRegions = edits.contains { $0.region != nil }
    var table = [["", "State", "Before", "After"] + (hasRegions ? ["Region"] : [])]
    table.append(table[0].map { _ in "---" })
    table += edits.map { edit in
      let names = [edit.state, edit.before, edit.after] + (hasRegions ? [edit.region] : [])
      return [edit.kind.rawValue] + names.map { $0.map(MarkdownCode.cell) ?? "" }
    }
    return heading + table.map(Self.row).joined()
  }

  private static func row(_ cells: [String]) -> String {
    cells.map { $0.isEmpty ? "| " : "| \($0) " }.joined() + "|\n"
  }
}
