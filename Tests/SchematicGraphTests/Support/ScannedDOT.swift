/// DOT text as the scanner of cgraph reads it: the quoted strings, and the text outside them.
///
/// In a quoted string `\"` is a quote, `\\` keeps both backslashes, and nothing else is special. A
/// `+` between two strings makes them one.
struct ScannedDOT {
  private(set) var strings: [String] = []
  private(set) var outside = ""

  /// Scans a text; `nil` where a quoted string does not end.
  init?(_ text: String) {
    var string: String.UnicodeScalarView?
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      switch (string, scalar) {
      case (nil, "\""): string = .init()
      case (nil, _): outside.unicodeScalars.append(scalar)
      case (_?, "\"") where rest.starts(with: " + \"".unicodeScalars):
        rest.removeFirst(4)
      case (let inside?, "\""):
        strings.append(String(inside))
        string = nil
      case (_, "\\") where rest.first == "\"":
        rest.removeFirst()
        string?.append("\"")
      case (_, "\\") where rest.first == "\\":
        rest.removeFirst()
        string?.append(contentsOf: "\\\\".unicodeScalars)
      default: string?.append(scalar)
      }
    }
    guard string == nil else { return nil }
  }
}

extension String {
  /// The characters as scalars: equal only where the text is the same without normalization.
  var scalars: [Unicode.Scalar] { Array(unicodeScalars) }

  /// Whether a control character of any kind occurs.
  var hasControls: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
