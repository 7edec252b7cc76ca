import Testing

/// Texts that break careless writers and readers of notations.
package enum AdversarialText {
  /// Texts of a few characters, to be combined with each other.
  package static let short = [
    "", " ", "   ", "\"", "\\", "ends in \\", "\\\"", "\\\\", "\\N \\n \\l \\G \\L \\r", "<b>x</b>",
    "<", ">", "a->b", "node", "1a", "-", "{|}", ";", "#", "a\nb", "\n", "\n\n", " \n ", "\na",
    "a\n",
    "a\n\nb", "\\\n", "\r\n", "\r", "\t", "\0", "\u{1B}", "\u{7F}", "\u{80}", "\u{85}", "\u{9F}",
    "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "🙂", "👩‍👩‍👧", "قفل", "é", "e\u{301}",
    "\u{301}", "\u{301}a", "a\u{301}", "\"\u{301}", "\\\u{301}", "[\u{301}", "[x]", "x]", "[", "]",
    "[]", "a [x]", "a\n[x]", " / ", "/", "a / b", "/ x", "a /", "a/b", "a\n/ b", "not a",
    "rejected: x", "rejected: ", "rejected:", "rejected", "rejected&#58; x", "&amp;", "&", "&;",
    "&lt;", "&#32;", "&#;", "&#x20;", "&#38;", "&nbsp;", "&#xFFFD;", "\u{2400}", "\u{241F}",
    "\u{2421}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{37E}", "\u{10FFFF}", "%", "%1", "strict",
    "/* x */", "//", "__start0", "'", "{", "|", "}", "a {b}", " {",
    "{x} / {y}", "|\u{301}", "&#x7C;", " |", "| ", "  |  ",
  ]

  /// All texts, the long one included.
  package static let all = short + [String(repeating: "a\\\" [é] / &\n", count: 20_000 / 12)]

  /// Tests each text, up to one with an issue, which a further issue names by number and beginning.
  package static func each(
    sourceLocation: SourceLocation = #_sourceLocation, _ test: (String) throws -> Void
  ) rethrows {
    try testEach(
      Array(all.enumerated()),
      named: { "text \($0.offset): \($0.element.prefix(20).debugDescription)" },
      sourceLocation: sourceLocation
    ) { try test($0.element) }
  }

  private static let special = short.flatMap(\.unicodeScalars)

  /// Returns a random text of which most characters are special ones.
  package static func random(using random: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      let isSpecial = Int.random(in: 0..<4, using: &random) > 0
      text.append((isSpecial ? nil : scalar) ?? special.randomElement(using: &random)!)
    }
    return String(text)
  }
}
