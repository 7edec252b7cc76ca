import Foundation

/// A page with sections that are generated from rules: Markdown, or the comments of a Swift file.
struct MarkedPage {
  /// A section of a page between two markers.
  struct Part {
    let diagram: String
    let notation: DiagramFormat
    /// The line of the first marker, counted from zero.
    let line: Int
    /// The lines between the markers.
    let content: Range<Int>
    /// The beginning of each line: blanks and slashes in a Swift file, and nothing in Markdown.
    let prefix: Substring

    /// A Boolean value that indicates whether nobody reads the section as Markdown: it is in a comment of
    /// two slashes.
    var isPlain: Bool { prefix.hasSuffix("//") && !prefix.hasSuffix("///") }

    /// The most columns of a line of text: with the prefix, a hundred.
    ///
    /// A narrower picture than one of sixty columns can't be read, however deep the comment is indented.
    var columns: Int { max(60, prefix.isEmpty ? 100 : 99 - prefix.count) }
  }

  /// The path of the page as it appears in reports.
  let path: String
  /// The sections, from top to bottom.
  let parts: [Part]
  /// The bytes that the page was read from.
  let source: Data
  private let lines: [Substring]

  /// Reads a page.
  ///
  /// - Throws: A ``DiagramError`` that names the line of an invalid marker or of a section that
  ///   doesn't end.
  init(_ text: String, path: String, source: Data? = nil) throws(DiagramError) {
    self.path = path
    self.source = source ?? Data(text.utf8)
    // Split by bytes, because a carriage return and a line feed form a single character.
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
    // A byte order mark is before the first line.
    let lines = lines.map { $0.first == "\u{FEFF}" ? $0.dropFirst() : $0 }
    var literal = StringLiteral()
    let pageLines =
      path.hasSuffix(".swift")
      ? lines.map { literal.holds($0) ? PageLine.code : PageLine(comment: $0) }
      : lines.map(PageLine.init(text:))
    parts = try Self.parts(of: pageLines, path: path)
  }

  /// Returns the content of a section.
  func content(of part: Part) -> String { lines[part.content].joined(separator: "\n") }

  /// Returns the new content of a section.
  ///
  /// The lines have the prefix and the line endings of the first marker. Blank lines surround Markdown.
  func content(of part: Part, showing text: String) -> String {
    let lines = (part.isPlain ? String(text.dropLast()) : "\n\(text)").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { part.prefix.isEmpty || $0.isEmpty ? part.prefix + $0 : "\(part.prefix) \($0)" }
    let isWindows = self.lines[part.line].utf8.last == UInt8(ascii: "\r")
    return lines.joined(separator: isWindows ? "\r\n" : "\n") + (isWindows ? "\r" : "")
  }

  /// Returns the page with new content in its sections.
  ///
  /// The rest stays unchanged byte for byte.
  func text(replacing contents: [(part: Part, content: String)]) -> String {
    var lines = lines
    for (part, content) in contents.reversed() {
      lines.replaceSubrange(part.content, with: [Substring(content)])
    }
    return lines.joined(separator: "\n")
  }

  private static func parts(
    of lines: [PageLine], path: String
  ) throws(DiagramError) -> [Part] {
    var parts: [Part] = []
    var begun: (diagram: String, notation: DiagramFormat, line: Int)?
    var fence = CodeFence()
    for (number, line) in lines.enumerated() {
      guard line.prefix != nil else {
        // Code between two markers would be lost.
        if let begun { throw .endlessPart(from: begun.line, of: path) }
        fence = CodeFence()
        continue
      }
      if begun == nil {
        fence.read(line.text)
        if fence.isInside { continue }
      }
      switch (PageMarker(line.text), begun) {
      case (nil, nil) where PageMarker.isMisspelled(in: lines[number...].prefix(3).lazy.map(\.text)):
        throw .misspelledMarker(at: number, of: path)
      case (nil, _): continue
      case (.begin(let diagram, let name), nil):
        guard let notation = DiagramFormat(name: name), DiagramFormat.ofPages.contains(notation)
        else {
          throw .unknownNotation(name, at: number, of: path)
        }
        begun = (diagram, notation, number)
      case (.end, let part?):
        parts.append(
          Part(
            diagram: part.diagram, notation: part.notation, line: part.line,
            content: part.line + 1..<number, prefix: lines[part.line].prefix ?? ""))
        begun = nil
      case (.begin, let part?): throw .endlessPart(from: part.line, of: path)
      case (.end, nil):
        throw .invalidMarker("ends a diagram that nothing began; remove it", at: number, of: path)
      }
    }
    if let begun { throw .endlessPart(from: begun.line, of: path) }
    return parts
  }
}

extension DiagramError {
  static func invalidMarker(_ words: String, at line: Int, of path: String) -> DiagramError {
    DiagramError(.invalidMarker, "\(path):\(line + 1): the marker \(words)")
  }

  fileprivate static func misspelledMarker(at line: Int, of path: String) -> DiagramError {
    DiagramError(
      .invalidMarker,
      "\(path):\(line + 1): a comment resembles a marker and is none; write <!-- diagram: NAME "
        + "NOTATION --> or <!-- end diagram -->, alone on a line")
  }

  fileprivate static func endlessPart(from line: Int, of path: String) -> DiagramError {
    invalidMarker(
      "begins a diagram that does not end; add <!-- end diagram -->", at: line, of: path)
  }

  fileprivate static func unknownNotation(
    _ name: String, at line: Int, of path: String
  ) -> DiagramError {
    let sentence = SpellingSuggestion.sentence(for: name, among: DiagramFormat.ofPages.map(\.word))
    return invalidMarker(
      "has an unknown notation, \"\(name)\"; \(sentence)", at: line, of: path)
  }
}

/// A line of a page: its text, and what is before the text.
private struct PageLine {
  /// The beginning of the line; `nil` for a line of code.
  let prefix: Substring?
  let text: Substring

  /// A line of Swift that isn't a comment.
  static let code = PageLine(prefix: nil, text: "")

  private init(prefix: Substring?, text: Substring) {
    (self.prefix, self.text) = (prefix, text)
  }

  /// Creates a line of Markdown.
  init(text: Substring) {
    (prefix, self.text) = ("", text)
  }

  /// Creates a line of a Swift file, whose text is what its comment says.
  init(comment line: Substring) {
    let slashes = line.drop { $0 == " " || $0 == "\t" }
    guard slashes.hasPrefix("//") else {
      self = .code
      return
    }
    let rest = slashes.drop { $0 == "/" }
    prefix = line[..<rest.startIndex]
    text = rest.first == " " ? rest.dropFirst() : rest
  }
}

/// A tracker of string literals of several lines, in which comments and markers belong to the text of a program.
///
/// Nothing follows the quotes that open such a literal on their line, and nothing precedes those that close it
/// (*The Swift Programming Language*, Lexical Structure, String Literals).
private struct StringLiteral {
  /// What closes the literal that is open: three quotes, and as many number signs as it was opened with.
  private var end: String?

  /// Reads the next line, and returns whether it is in a literal or closes one.
  mutating func holds(_ line: Substring) -> Bool {
    let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if let end {
      // The line may open another literal behind the one that it closes.
      if text.hasPrefix(end) { self.end = Self.end(ofLiteralOpenedBy: text.dropFirst(end.count)) }
      return true
    }
    end = Self.end(ofLiteralOpenedBy: text[...])
    return false
  }

  private static func end(ofLiteralOpenedBy text: Substring) -> String? {
    guard text.hasSuffix("\"\"\""), !isInComment(text) else { return nil }
    return "\"\"\"" + String(text.dropLast(3).reversed().prefix { $0 == "#" })
  }

  /// Returns whether a line ends in a comment: two slashes are one unless they are in a string.
  private static func isInComment(_ text: Substring) -> Bool {
    text.ranges(of: "//").contains { slashes in
      text[..<slashes.lowerBound].count { $0 == "\"" }.isMultiple(of: 2)
    }
  }
}

/// A line of a page at which a generated section begins or ends.
///
/// ```markdown
/// <!-- diagram: Turnstile table -->
/// …
/// <!-- end diagram -->
/// ```
enum PageMarker: Equatable {
  /// The beginning of a section, with the name of a diagram and of a notation.
  case begin(diagram: String, notation: String)
  /// The end of a section.
  case end

  /// Reads a line, or returns `nil` if it isn't a marker.
  ///
  /// Like other HTML in Markdown, a marker can be indented by at most three spaces (CommonMark
  /// 0.31, §4.6). A line with a deeper indentation is an example in a code block.
  init?(_ line: Substring) {
    guard line.prefix(4) != "    ", line.drop(while: { $0 == " " }).hasPrefix("<!--"),
      case let text = line.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst(4),
      text.hasSuffix("-->")
    else { return nil }
    var words = text.dropLast(3).split(whereSeparator: \.isWhitespace).map(String.init)
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

extension PageMarker {
  /// Returns whether the first line resembles a marker but isn't one, because it is misspelled, has
  /// other text around it, or isn't closed.
  ///
  /// A comment that merely mentions diagrams doesn't resemble a marker.
  static func isMisspelled(in lines: some Collection<Substring>) -> Bool {
    // Most lines have none of these bytes, and everything else takes longer.
    guard let line = lines.first, line.utf8.contains(UInt8(ascii: "<")), line.contains("<!"),
      PageMarker(line) == nil, line.prefix(4) != "    "
    else { return false }
    // A marker in a code span is only an example.
    let text = line.contains("`") ? line.replacing(#/(`+).*?\1/#, with: "") : line
    guard let start = text.range(of: "<!") else { return false }
    let comment = text[start.upperBound...]
    // A comment may continue on the following lines.
    let longer = ([comment] + lines.dropFirst()).joined(separator: " ")
    return (text.contains("->") ? [String(comment)] : [String(comment), longer])
      .contains { isMisspelled($0.split(separator: "->").first ?? "") }
  }

  private static func isMisspelled(_ comment: Substring) -> Bool {
    let words = comment.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let all = words.joined()
    if words.count <= 3, resembles(all, "enddiagram") || resembles(all, "diagramend") {
      return true
    }
    guard let first = words.first, resembles(first, "diagram") else { return false }
    if comment.contains("/") && words.count == 1 { return true }
    let names = DiagramFormat.ofPages.flatMap { [$0.word, $0.rawValue] }
    return words.count > 1
      && (comment.contains(#/^[\s-]*\w+\s*[:=]/#) || words.last.map(names.contains) == true)
  }

  private static func resembles(_ word: String, _ other: String) -> Bool {
    SpellingSuggestion.distance(from: Array(word), to: Array(other)) < 2
  }
}

/// A tracker of fenced code blocks, in which markers are only examples (CommonMark 0.31, §4.5).
struct CodeFence {
  private var open: (character: Character, length: Int)?

  /// A Boolean value that indicates whether the line that was read last is in a code block or is one
  /// of its fences.
  private(set) var isInside = false

  /// Reads the next line.
  mutating func read(_ line: Substring) {
    let text = line.drop { $0 == " " }
    let indent = line.count - text.count
    let character = text.first ?? " "
    let length = text.prefix { $0 == character }.count
    let isFence = indent <= 3 && (character == "`" || character == "~") && length >= 3
    let rest = text.dropFirst(length)
    if let open {
      isInside = true
      let closes =
        isFence && character == open.character && length >= open.length
        && rest.allSatisfy(\.isWhitespace)
      if closes { self.open = nil }
    } else {
      // An opening fence of backticks has no backticks after it; otherwise it would be a code span.
      let opens = isFence && (character == "~" || !rest.contains("`"))
      if opens { open = (character, length) }
      isInside = opens
    }
  }
}
