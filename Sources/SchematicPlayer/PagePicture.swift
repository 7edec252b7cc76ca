/// The picture of a page, without what nobody sees there.
enum PagePicture {
  /// The most characters of a line of text in a picture; what is longer is wider than any screen.
  static let mostCharacters = 1_000

  /// Returns the element of a drawing of Graphviz without the titles and comments in it, which repeat
  /// names, and with long lines cut short.
  static func element(of svg: String) -> String {
    var rest = svg.utf8[...]
    skip(to: "<svg", in: &rest)
    var picture = ""
    picture.reserveCapacity(rest.count)
    while let tag = rest.firstIndex(of: 0x3C) {
      picture += String(rest[..<tag]) ?? ""
      rest = rest[tag...]
      if rest.starts(with: "<!--".utf8) {
        skip(past: "-->", in: &rest)
      } else if rest.starts(with: "<title>".utf8) {
        skip(past: "</title>", in: &rest)
      } else if rest.starts(with: "<text".utf8) {
        guard let end = rest.firstIndex(of: 0x3E) else { break }
        picture += String(rest[...end]) ?? ""
        rest = rest[rest.index(after: end)...]
        let next = rest.firstIndex(of: 0x3C) ?? rest.endIndex
        picture += shortened(String(rest[..<next]) ?? "")
        rest = rest[next...]
      } else {
        picture += "<"
        rest = rest.dropFirst()
      }
    }
    return picture + (String(rest) ?? "")
  }

  /// Returns a text of XML, of which as much is left as can be read.
  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > mostCharacters, text.unicodeScalars.count > mostCharacters else {
      return text
    }
    // Of scalars, because one character may have any number of them.
    var start = Substring(text.unicodeScalars.prefix(mostCharacters))
    // A part of the name of a character is none.
    if let name = start.lastIndex(of: "&"), !start[name...].contains(";") { start = start[..<name] }
    return "\(start)…"
  }

  private static func skip(past mark: String, in rest: inout Substring.UTF8View) {
    skip(to: mark, in: &rest)
    rest = rest.dropFirst(mark.utf8.count)
  }

  private static func skip(to mark: String, in rest: inout Substring.UTF8View) {
    guard let first = mark.utf8.first else { return }
    while let found = rest.firstIndex(of: first) {
      rest = rest[found...]
      if rest.starts(with: mark.utf8) { return }
      rest = rest.dropFirst()
    }
    rest = rest[rest.endIndex...]
  }
}
