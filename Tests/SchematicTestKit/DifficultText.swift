/// Text that breaks those who quote carelessly.
package enum DifficultText {
  /// One of each kind of trouble.
  package static let samples: [String] = [
    "", " ", "   ", "\"", "\\", "ends in \\", "\\N \\n \\l \\G", "\\\"", "<b>x</b>", "<", "a->b",
    "node", "1a", "-", "{|}", "a\nb", "\n", "\n\n", "a\n", "\na", " \n ", "\t", "a\tb", "\0",
    "a\0b",
    "\r", "\r\n", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{9F}", "\u{A0}", "\u{2028}", "\u{FEFF}x",
    "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "␀", "␡", "😀", "👩‍👩‍👧‍👦", "مرحبا", "e\u{301}", "\u{301}", "%",
    "%1",
    "&amp;", "&#32;", "&#;", "&lt", "[x]", "a [b]", "]", " / ", "a / b", "/", "/ x", "x /",
    "rejected: x", "strict", "a;b", "#", "//", "/* x */", "__start0", "'",
    String(repeating: "long ", count: 4_000),
  ]

  /// Returns random text of up to forty characters, half of them of the kind that cause trouble.
  package static func random(using generator: inout SplitMix64) -> String {
    let troublemakers = Array("\"\\<>&;#[]/{}|\n\t\0 lnrNGE%x-:'".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      if Bool.random(using: &generator) {
        text.append(troublemakers.randomElement(using: &generator)!)
      } else if Bool.random(using: &generator) {
        text.append(Unicode.Scalar(UInt16.random(in: 0...0x4FF, using: &generator))!)
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
