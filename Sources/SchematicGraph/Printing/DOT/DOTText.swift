/// The lines of text in DOT labels, encoded but without quotes.
///
/// A long row continues on further lines, which are indented. Between them is a line break, which no encoded text
/// contains.
enum DOTText {
  /// Returns the lines that show a rule, in UML's notation: `event [guard] / action {change}`.
  static func line(_ label: RuleLabel) -> String {
    let event = "\(label.trigger)"
    return line { label.text($0, event: event.isEmpty ? nil : event) }
  }

  /// Returns the lines that show a behavior: `entry [attempt = 0] / greet`.
  static func line(_ behavior: StateGraph.StateBehavior) -> String {
    line(behavior.text)
  }

  /// Returns the lines of a text whose parts are encoded.
  private static func line(_ text: ((String) -> String) -> String) -> String {
    wrapped(text { $0 }) ?? text(DOTLabel.encode)
  }

  /// Returns the label of a state that contains others: its name, and lines below.
  static func title(_ name: String, _ lines: [String]) -> String {
    let name = DOTLabel.encode(name)
    return lines.isEmpty ? name : stack([name] + lines)
  }

  /// Returns lines one above the other, aligned at the left, with padding on both sides of each.
  static func stack(_ lines: [String], padding: String = "") -> String {
    lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { padding + ($0.isEmpty ? " " : $0) + padding + "\\l" }.joined()
  }

  /// The number of characters in a line of a text that is divided, and the number from which on a text is.
  private static let (width, shortest) = (40, 61)

  /// The number of characters from which a text stays in one line, because nobody reads it anyway, and pages cut
  /// long lines.
  private static let longest = 1_000

  /// Returns a text in several lines, or `nil` if it is short enough for one, or too long for any.
  ///
  /// A line ends before a guard, an action or a change, or else between words.
  private static func wrapped(_ text: String) -> String? {
    guard shortest..<longest ~= text.count, !text.contains("\n") else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let parts = words.reduce(into: [[Substring]]()) { parts, word in
      let begins = ["[", "/", "{"].contains { word.hasPrefix($0) }
      if parts.isEmpty || begins { parts.append([]) }
      parts[parts.count - 1].append(word)
    }
    var lines: [String] = []
    func add(_ text: String) -> Bool {
      let width = width - (lines.count > 1 ? indent : 0)
      guard let last = lines.last, last.count + 1 + text.count <= width else { return false }
      lines[lines.count - 1] += " \(text)"
      return true
    }
    for part in parts where !add(part.joined(separator: " ")) {
      lines.append(String(part[0]))
      for word in part.dropFirst() where !add(String(word)) { lines.append(String(word)) }
    }
    let margin = String(repeating: DOTStyle.padding, count: indent)
    return lines.enumerated().map { ($0 == 0 ? "" : margin) + DOTLabel.encode($1) }
      .joined(separator: "\n")
  }

  /// The number of spaces before the further lines of a row.
  private static let indent = 4
}
