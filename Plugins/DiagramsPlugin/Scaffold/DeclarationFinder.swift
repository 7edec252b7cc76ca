/// A reader that finds the imports of a file, and its types with their methods, cases and properties.
struct DeclarationFinder {
  let file: String
  /// The source without comments.
  let code: String
  private(set) var declarations: [ScaffoldSources.Declaration] = []
  private(set) var imports: [String] = []
  /// The names of called functions, each behind the names of the types around the call.
  private(set) var calls: Set<[String]> = []
  /// The types whose code waits for time to pass, as the names of the types around it.
  private(set) var sleepers: Set<[String]> = []
  /// The `#if`s that are open, the outermost first, each with its `#` lines and its imports.
  private var conditions: [[String]] = []

  private enum Scope {
    case type([String])
    case function
    case other
  }

  init(_ source: String, file: String) {
    self.file = file
    let text = SwiftText(source)
    code = String(
      zip(text.characters, text.parts).lazy.filter { $0 == "\n" || $1 != .comment }.map(\.0))
    var line = 1
    var open: [Scope] = []
    var next = Scope.other
    var place = 0
    var previous = ""
    var owner = ""
    while place < text.characters.count {
      let character = text.characters[place]
      if character == "\n" { line += 1 }
      guard text.parts[place] == .code else {
        place += 1
        continue
      }
      if character == "{" {
        open.append(next)
        next = .other
      } else if character == "}" {
        _ = open.popLast()
      }
      let word = text.word(from: place)
      guard !word.isEmpty else {
        if !character.isWhitespace { (owner, previous) = (previous, String(character)) }
        place += 1
        continue
      }
      let path = open.reversed().lazy.compactMap { Self.path($0) }.first ?? []
      let end = place + word.count
      if previous != "func", previous != "case", end < text.characters.count,
        text.characters[end] == "("
      {
        // A call of something else's function has no path.
        calls.insert(previous == "." && owner != "self" ? [word] : path + [word])
      }
      if previous == ".",
        ["asyncAfter", "makeTimerSource"].contains(word) || (word == "sleep" && owner == "Task")
      {
        sleepers.insert(path)
      }
      if previous == "#" { addCondition(word, text.line(from: place)) }
      let isInFunction = open.contains { if case .function = $0 { true } else { false } }
      if previous != ".", let name = Self.name(after: place + word.count, in: text) {
        switch word {
        case "struct", "enum", "class", "actor", "protocol", "extension":
          // `class func` declares a method, and `class` after a colon is a constraint.
          guard !["func", "var", "let"].contains(name), previous != ":" else { break }
          let names = path + name.split(separator: ".").map(String.init)
          next = .type(names)
          if word != "extension" {
            add(names, place, line, text, isLocal: isInFunction, isType: true)
          }
        case "func", "init":
          next = .function
          add(path + [name], place, line, text, isLocal: isInFunction, isType: false)
        case "var", "let":
          guard case .type = open.last else { break }
          next = .function
          add(path + [name], place, line, text, isLocal: isInFunction, isType: false)
        case "case":
          // Elsewhere, `case` is part of a statement, such as `switch`.
          guard case .type = open.last else { break }
          addCases(after: place + word.count, path, line, text, isLocal: isInFunction)
        case "import":
          guard open.isEmpty else { break }
          let words = text.words(before: place)
            .map { Self.accessWords.contains($0) ? "internal" : $0 }
          addImport((words + [text.line(from: place)]).joined(separator: " "))
        default: break
        }
      } else if word == "init", previous != "." {
        next = .function
        add(path + [word], place, line, text, isLocal: isInFunction, isType: false)
      } else if ["init", "deinit", "get", "set", "subscript"].contains(word) {
        next = .function
      }
      (owner, previous) = (previous, word)
      place += word.count
    }
  }

  private static func path(_ scope: Scope) -> [String]? {
    guard case .type(let path) = scope else { return nil }
    return path
  }

  /// Returns the name after a place, which may have dots: `Outer.Inner`.
  private static func name(after place: Int, in text: SwiftText) -> String? {
    var place = place
    while place < text.characters.count, text.characters[place] == " " { place += 1 }
    var name = text.word(from: place)
    guard !name.isEmpty else { return nil }
    place += name.count
    while place < text.characters.count, text.characters[place] == "." {
      let next = text.word(from: place + 1)
      name += ".\(next)"
      place += next.count + 1
    }
    return name
  }

  // In the scaffolded file, `internal` replaces these words, because the file declares nothing public.
  // An import without any word could contradict the imports of other files.
  private static let accessWords: Set = ["public", "package", "fileprivate", "private"]

  private mutating func addImport(_ line: String) {
    guard let last = conditions.indices.last else { return imports.append(line) }
    conditions[last].append(line)
  }

  /// Keeps an `#if` with its imports, and drops an `#if` without any.
  private mutating func addCondition(_ word: String, _ line: String) {
    switch word {
    case "if": conditions.append(["#\(line)"])
    case "elseif", "else": if !conditions.isEmpty { addImport("#\(line)") }
    case "endif":
      guard let lines = conditions.popLast() else { return }
      let isImport: (String) -> Bool = { !$0.hasPrefix("#") || $0.contains("\n") }
      guard lines.contains(where: isImport) else { return }
      let indented = lines.map {
        isImport($0) ? "  " + $0.replacing("\n", with: "\n  ") : $0
      }
      addImport((indented + ["#endif"]).joined(separator: "\n"))
    default: return
    }
  }

  private mutating func addCases(
    after place: Int, _ path: [String], _ line: Int, _ text: SwiftText, isLocal: Bool
  ) {
    var depth = 0
    var cases = [""]
    for place in place..<text.characters.count where text.parts[place] != .comment {
      let character = text.characters[place]
      if text.parts[place] == .code {
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
        let isLast = cases.last?.trimmed.isEmpty == false
        if depth <= 0, character == "}" || character == ";" || (character == "\n" && isLast) {
          break
        }
        if depth == 0, character == "," {
          cases.append("")
          continue
        }
      }
      cases[cases.count - 1].append(character)
    }
    for text in cases.map(\.trimmed) {
      let name = String(text.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) })
      declarations.append(
        .init(
          path: path + [name], file: file, line: line, words: [], header: "case \(text)",
          isConditional: !conditions.isEmpty, isLocal: isLocal, isType: false))
    }
  }

  /// The word by which a declaration says that it gives the machine to somebody else, or replaces it.
  static let givenAway = "(self)"

  /// Returns the words of the code in the braces after the header of a declaration; a `where` may come between.
  private static func names(inBracesAfter end: Int, _ text: SwiftText) -> Set<String> {
    let places = text.characters.indices[min(end, text.characters.count)...]
    let next = places.first { text.parts[$0] == .code && !text.characters[$0].isWhitespace }
    guard let next, text.characters[next] == "{" || text.word(from: next) == "where",
      let open = places.first(where: { text.parts[$0] == .code && text.characters[$0] == "{" }),
      let close = text.closing(open)
    else { return [] }
    var names: Set<String> = []
    var place = open
    var previous: Character = "{"
    while place < close {
      let word = text.parts[place] == .code ? text.word(from: place) : ""
      if word == "self" {
        let rest = text.line(from: place + word.count)
        let isSet =
          previous == "=" && !text.words(before: place).contains { ["let", "var"].contains($0) }
        let isGiven = (isSet || "(:,".contains(previous)) && !rest.hasPrefix(".")
        if isGiven || rest.hasPrefix("= ") { names.insert(givenAway) }
      }
      if !word.isEmpty {
        names.insert(word)
        previous = "a"
      } else if text.parts[place] == .code, !text.characters[place].isWhitespace {
        previous = text.characters[place]
      }
      place += max(word.count, 1)
    }
    return names
  }

  private mutating func add(
    _ path: [String], _ place: Int, _ line: Int, _ text: SwiftText, isLocal: Bool, isType: Bool
  ) {
    var end = place
    var depth = 0
    while end < text.characters.count {
      let character = text.characters[end]
      if text.parts[end] == .code {
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
        // The header of a type may take several lines, and so may brackets.
        if depth <= 0, character == "{" || (character == "\n" && !isType) { break }
      }
      end += 1
    }
    let isWhole = end < text.characters.count && text.characters[end] == "\n"
    let statement = text.characters.indices.dropFirst(end + 1).first {
      text.parts[$0] != .comment && !text.characters[$0].isWhitespace
    }
    declarations.append(
      .init(
        path: path, file: file, line: line, words: text.words(before: place),
        header: String(text.characters[place..<end]) + (isWhole ? "\n" : ""),
        isConditional: !conditions.isEmpty, isLocal: isLocal, isType: isType,
        isEmpty: !isType && !isWhole && statement.map { text.characters[$0] } == "}",
        firstWord: isType || isWhole ? "" : statement.map { text.word(from: $0) } ?? "",
        names: isType ? [] : Self.names(inBracesAfter: end, text),
        availability: isType ? text.availability(before: place) : []))
  }
}
