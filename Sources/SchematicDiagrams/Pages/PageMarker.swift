/// A line of a page at which a part that is written from rules begins or ends.
///
/// ```markdown
/// <!-- diagram: Turnstile table -->
/// …
/// <!-- end diagram -->
/// ```
enum PageMarker: Equatable {
  /// A part begins: the name of a diagram, and that of a notation.
  case begin(diagram: String, notation: String)
  /// The part ends.
  case end

  /// Reads a line; `nil` where it is no marker.
  ///
  /// Like other HTML in Markdown, a marker is indented by at most three spaces (CommonMark 0.31,
  /// §4.6); a line that is indented further is an example in a code block.
  init?(_ line: Substring) {
    let text = line.drop { $0 == " " }
    guard line.count - text.count <= 3 else { return nil }
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.first == "<!--", words.last == "-->" else { return nil }
    words = Array(words.dropFirst().dropLast())
    if words == ["end", "diagram"] {
      self = .end
    } else if words.first == "diagram:" {
      let notation = words.count > 1 ? words.removeLast() : ""
      self = .begin(diagram: words.dropFirst().joined(separator: " "), notation: notation)
    } else {
      return nil
    }
  }
}
