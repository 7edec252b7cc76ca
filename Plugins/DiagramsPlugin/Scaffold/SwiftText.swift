/// Swift source in which each character is marked as code, as comment, or as text of a string literal.
struct SwiftText {
  enum Part { case code, comment, text }

  let characters: [Character]
  let parts: [Part]

  init(_ text: String) {
    characters = Array(text)
    parts = Self.parts(of: characters)
  }

  private static func parts(of characters: [Character]) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(characters.count)
    var depth = 0
    var quotes = 0
    var isLine = false
    func starts(_ sign: StaticString, at place: Int) -> Bool {
      let sign = "\(sign)"
      return place + sign.count <= characters.count
        && zip(sign, characters[place...]).allSatisfy { $0 == $1 }
    }
    func add(_ part: Part, _ count: Int = 1) {
      parts.append(contentsOf: repeatElement(part, count: count))
    }
    while parts.count < characters.count {
      let place = parts.count
      let character = characters[place]
      if isLine {
        isLine = character != "\n"
        add(isLine ? .comment : .code)
      } else if depth > 0 || (quotes == 0 && character == "/" && starts("/*", at: place)) {
        let isStart = starts("/*", at: place)
        let isEnd = starts("*/", at: place)
        depth += isStart ? 1 : isEnd ? -1 : 0
        add(.comment, isStart || isEnd ? 2 : 1)
      } else if quotes > 0 {
        if character == "\\", place + 1 < characters.count {
          add(.text, 2)
        } else if character == "\"", quotes == 1 || starts("\"\"\"", at: place) {
          add(.text, quotes)
          quotes = 0
        } else {
          // A string literal without a closing quote ends with its line.
          if quotes == 1, character == "\n" { quotes = 0 }
          add(.text)
        }
      } else if character == "/", starts("//", at: place) {
        isLine = true
        add(.comment, 2)
      } else if character == "\"" {
        quotes = starts("\"\"\"", at: place) ? 3 : 1
        add(.text, quotes)
      } else {
        add(.code)
      }
    }
    return parts
  }

  func isWord(_ place: Int) -> Bool {
    guard characters.indices.contains(place) else { return false }
    let character = characters[place]
    return character.isLetter || character.isNumber || character == "_" || character == "`"
  }

  /// Returns the word at a place, or an empty text.
  func word(from place: Int) -> String {
    var end = place
    while isWord(end) { end += 1 }
    return place < end ? String(characters[place..<end]) : ""
  }

  /// Returns the code from a place to the end of its line, without a comment.
  func line(from place: Int) -> String {
    let end = characters.indices[place...].first { characters[$0] == "\n" || parts[$0] == .comment }
    return String(characters[place..<(end ?? characters.count)]).trimmed
  }

  /// Returns the words before a place, from the start of its line or from the last brace or semicolon.
  func words(before place: Int) -> [String] {
    let start = characters.indices[..<place].last {
      parts[$0] == .code && "\n{};".contains(characters[$0])
    }
    return characters[(start.map { $0 + 1 } ?? 0)..<place].split(whereSeparator: \.isWhitespace)
      .map { String($0) }
  }

  /// Returns the attributes `@available(…)` before the keyword of a declaration.
  func availability(before place: Int) -> [String] {
    let start = characters.indices[..<place].last {
      parts[$0] == .code && "{};".contains(characters[$0])
    }
    var found: [String] = []
    var next = start.map { $0 + 1 } ?? 0
    while next < place {
      let word = parts[next] == .code ? word(from: next) : ""
      if word == "available", characters[max(next - 1, 0)] == "@",
        let end = closing(next + word.count)
      {
        found.append("@" + String(characters[next...end]))
        next = end + 1
      } else {
        // The attributes before belong to another declaration.
        if ["let", "var", "case", "func", "import", "typealias"].contains(word) { found = [] }
        next += max(word.count, 1)
      }
    }
    return found
  }

  /// Returns the place of the bracket that closes an opening bracket.
  func closing(_ open: Int) -> Int? {
    var depth = 0
    for place in characters.indices[open...] where parts[place] == parts[open] {
      if "([{".contains(characters[place]) { depth += 1 }
      if ")]}".contains(characters[place]) { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
