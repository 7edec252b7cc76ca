/// The text of an HTML-like label (<https://graphviz.org/doc/info/shapes.html#html>).
enum HTMLText {
  /// Returns what a label shows without its markup.
  ///
  /// `<BR/>` and the rows of a table end a line, the cells of a row are a space apart, and blanks
  /// count once, as when they are drawn.
  static func content(of label: String) -> String {
    var text = String.UnicodeScalarView()
    var rest = Substring(label).unicodeScalars
    // What has no end is text, and so is all markup after it: looking for ends takes time.
    var hasEnds = true
    while let scalar = rest.popFirst() {
      switch scalar {
      case "<":
        if let end = hasEnds ? end(ofTagIn: rest) : nil {
          text.append(contentsOf: separator(for: rest[..<end]).unicodeScalars)
          rest = rest[rest.index(after: end)...]
        } else {
          hasEnds = false
          text.append(scalar)
        }
      case "&": text.append(contentsOf: HTMLEntity.popCharacter(from: &rest))
      case "\n", "\r", "\t": text.append(" ")
      default: text.append(scalar)
      }
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").map { String($0) }.joined(separator: " ") }
      .trimmingEmptyLines.joined(separator: "\n")
  }

  /// Returns where a tag or comment ends; `nil` where it does not.
  private static func end(
    ofTagIn text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    if text.starts(with: "!--".unicodeScalars) {
      return text.indices.first {
        text[$0] == ">" && text[..<$0].suffix(2).elementsEqual("--".unicodeScalars)
      }
    }
    var quote: Unicode.Scalar?
    return text.indices.first { index in
      let scalar = text[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      }
      return quote == nil && scalar == ">"
    }
  }

  private static func separator(for tag: Substring.UnicodeScalarView) -> String {
    let name = String(tag.prefix { !" \t\r\n/".unicodeScalars.contains($0) }).lowercased()
    switch name {
    case "br", "tr": return "\n"
    case "td": return " "
    default: return ""
    }
  }
}

extension [String] {
  /// The lines without the empty ones at both ends.
  fileprivate var trimmingEmptyLines: ArraySlice<String> {
    drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()[...]
  }
}
