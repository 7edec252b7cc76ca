import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct DOTLabelTests {
  @Test(arguments: [
    "", " ", "  ", "\"", "\\", "ends in \\", "\\N \\n \\l \\G", "<b>x</b>", "<", "a->b", "&amp;",
    "&#32;",
    "a\nb", "\n", "\n\n", " \n ", "\na", "a\n", "\t", "\0", "\u{7F}", "\u{2400}", "\u{2421}",
    "\u{85}", "\r\n",
    "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "&#xFFFD;", "é", "e\u{301}", "\u{301}",
  ])
  func readsBackWhatItWrote(text: String) {
    let read = DOTLabel.encode(text).replacing("\\\"", with: "\"")
    #expect(Array(DOTLabel.decode(read).unicodeScalars) == Array(text.unicodeScalars))
  }
}
