/// The picture of a page without invisible content.
enum PagePicture {
  /// The maximum length of a line of text in a picture, in characters.
  ///
  /// A longer line is wider than any screen.
  static let mostCharacters = 1_000

  /// Returns the element of Graphviz's drawing without its titles and comments, which repeat names,
  /// and with long lines shortened.
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

  /// Returns as much of an XML text as a reader can use.
  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > mostCharacters, text.unicodeScalars.count > mostCharacters else {
      return text
    }
    // Counted in Unicode scalars, because a character can have any number of them.
    var start = Substring(text.unicodeScalars.prefix(mostCharacters))
    // Don't cut a character reference in half.
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
