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
  /// The table is in GitHub Flavored Markdown, <https://github.github.com/gfm/#tables-extension->.
  /// Names are code, so that none is mistaken for markup, a mention or a link. If the graphs are
  /// equal, a sentence says so.
  ///
  /// - Parameters:
  ///   - title: The heading, or `nil` for none.
  ///   - place: Returns the place of some lines of code, or `nil` if it is unknown.
  /// - Returns: Markdown that ends with a line break.
  /// - Complexity: O(*n*) in the number of edits.
  package func markdown(
    title: String? = nil, at place: (SourceLines) -> String? = { _ in nil }
  ) -> String {
    let heading = title.map { "### \(MarkdownCode.text($0))\n\n" } ?? ""
    guard !isEmpty else { return heading + "No differences.\n" }
    let places = reading.map { place($0.lines) }
    let hasPlaces = places.contains { $0 != nil }
    var table = [["", "State", "Before", "After"] + (hasPlaces ? ["Line"] : [])]
    table.append(table[0].map { _ in "---" })
    table += zip(reading, places).map { edit, place in
      let names = [edit.state, edit.before, edit.after] + (hasPlaces ? [place] : [])
      return [edit.kind.rawValue] + names.map { $0.map(MarkdownCode.cell) ?? "" }
    }
    return heading + table.map(Self.row).joined()
  }

  private static func row(_ cells: [String]) -> String {
    cells.map { $0.isEmpty ? "| " : "| \($0) " }.joined() + "|\n"
  }
}

/// The names of a diagram as Markdown code.
///
/// A code span can contain everything except its own delimiter (CommonMark 0.31, §6.1) and, in the
/// cell of a table, a pipe, which ends the cell in any position (GitHub Flavored Markdown 0.29,
/// §4.10). Numeric character references represent text and never structure (CommonMark 0.31, §2.5),
/// so a `<code>` element with references can contain any character.
package enum MarkdownCode {
  /// Returns a name encoded for the cell of a table.
  static func cell(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && name.first != " " && name.last != " "
      && name.unicodeScalars.allSatisfy { !$0.isControl && !"`|\\".unicodeScalars.contains($0) }
    return isPlain ? "`\(name)`" : "<code>\(text(name))</code>"
  }

  /// Returns text encoded for a line of Markdown outside code spans.
  package static func text(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.map { index in
      let scalar = scalars[index]
      // Markdown drops spaces at the ends, but not references to spaces.
      let isAtEnd = index == 0 || index == scalars.count - 1
      guard !scalar.isControl else {
        return reference(VisibleCharacter.replacement(of: scalar)?.value ?? 0xFFFD)
      }
      let isText = !scalar.isASCII || scalar.isPlainWord || scalar == " " && !isAtEnd
      return isText ? "\(scalar)" : reference(scalar.value)
    }.joined()
  }

  private static func reference(_ value: UInt32) -> String { "&#\(value);" }
}
