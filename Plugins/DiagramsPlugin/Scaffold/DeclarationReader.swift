extension SwiftDeclaration {
  /// Reads a declaration of a symbol graph.
  init(_ symbol: Symbol) {
    var reader = DeclarationReader(symbol.declarationFragments)
    self = reader.declaration()
  }

  /// Reads a declaration in source code.
  init(reading text: String) {
    var reader = DeclarationReader(text)
    self = reader.declaration()
  }
}

extension SwiftType {
  /// Reads a type in Swift, such as an argument of a generic type.
  init(reading text: String) {
    var reader = DeclarationReader(text)
    self = reader.type().type
  }
}

/// A reader of declarations that goes from token to token.
private struct DeclarationReader {
  private struct Token {
    let text: String
    let id: String?

    var isWord: Bool { text.first.map { $0.isLetter || $0.isNumber || "_`".contains($0) } ?? false }
  }

  private let tokens: [Token]
  private var position = 0

  init(_ fragments: [Symbol.Fragment]) {
    tokens = fragments.flatMap { fragment in
      fragment.kind == "typeIdentifier"
        ? [Token(text: fragment.spelling, id: fragment.preciseIdentifier)]
        : Self.words(of: fragment.spelling).map { Token(text: $0, id: nil) }
    }
  }

  init(_ text: String) {
    self.init([Symbol.Fragment(kind: "text", spelling: text, preciseIdentifier: nil)])
  }

  /// Returns the words, literals and signs of a text.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var rest = text[...]
    while let first = rest.first {
      let length: Int
      if first.isWhitespace {
        rest.removeFirst()
        continue
      } else if first.isLetter || first.isNumber || "_`".contains(first) {
        length = rest.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }.count
      } else if first == "\"" {
        length = min(rest.dropFirst().prefix { $0 != "\"" }.count + 2, rest.count)
      } else {
        length = ["->", "..."].first { rest.hasPrefix($0) }?.count ?? 1
      }
      words.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return words
  }

  private var next: String { position < tokens.count ? tokens[position].text : "" }

  private mutating func take(_ text: String) -> Bool {
    guard next == text else { return false }
    position += 1
    return true
  }

  // MARK: Declarations

  mutating func declaration() -> SwiftDeclaration {
    var words: [String] = []
    let introducers: Set = [
      "func", "init", "case", "var", "let", "typealias", "struct", "enum", "actor",
    ]
    while position < tokens.count, !introducers.contains(next) {
      words.append(next)
      position += 1
    }
    let introducer = next
    words.append(introducer)
    if introducer != "init" { position += 1 }
    let name = next
    position += 1
    let isFailable = introducer == "init" && (take("?") || take("!"))
    let isGeneric = next == "<"
    if isGeneric { skipBrackets() }
    var type: SwiftType?
    if ["var", "let"].contains(introducer), take(":") { type = self.type().type }
    if introducer == "typealias", take("=") { type = self.type().type }
    let parameters = next == "(" ? self.parameters() : []
    var effects: Set<String> = []
    while ["async", "throws", "rethrows"].contains(next) {
      effects.insert(next)
      position += 1
      if next == "(" { skipBrackets() }
    }
    let result = take("->") ? self.type().type : nil
    return SwiftDeclaration(
      name: name, parameters: parameters, isMutating: words.contains("mutating"),
      isAsync: effects.contains("async"),
      canThrow: effects.contains("throws") || effects.contains("rethrows"), isGeneric: isGeneric,
      isStatic: words.contains("static") || words.contains("class"), isFailable: isFailable,
      type: type, result: result, hasAccessors: next == "{", words: words)
  }

  private mutating func parameters() -> [SwiftParameter] {
    var parameters: [SwiftParameter] = []
    position += 1
    while position < tokens.count, !take(")") {
      var names: [String] = []
      let start = position
      while position < tokens.count, tokens[position].isWord {
        names.append(next)
        position += 1
      }
      if !take(":") {
        // A value of an enum case may have no label.
        names = []
        position = start
      }
      let (type, words) = self.type()
      var defaultValue = take("=") ? next : nil
      if defaultValue != nil { skipDefault() }
      // Any number of arguments may be none.
      if case .other(let text) = type, text.hasSuffix("...") { defaultValue = "..." }
      let label = names.first.flatMap { $0 == "_" ? nil : $0 }
      parameters.append(
        SwiftParameter(
          label: label, name: names.last.flatMap { $0 == "_" ? nil : $0 } ?? "value", type: type,
          defaultValue: defaultValue, isInout: words.contains("inout")))
      _ = take(",")
    }
    return parameters
  }

  private mutating func skipDefault() {
    while position < tokens.count, ![",", ")"].contains(next) {
      if ["(", "[", "{"].contains(next) { skipBrackets() } else { position += 1 }
    }
  }

  private mutating func skipBrackets() {
    var depth = 0
    repeat {
      if ["(", "[", "{", "<"].contains(next) { depth += 1 }
      if [")", "]", "}", ">"].contains(next) { depth -= 1 }
      position += 1
    } while depth > 0 && position < tokens.count
  }

  // MARK: Types

  /// Reads a type and the words before it, such as `inout`.
  mutating func type() -> (type: SwiftType, words: [String]) {
    var words: [String] = []
    let prefixes: Set = [
      "inout", "borrowing", "consuming", "sending", "isolated", "__owned", "__shared", "repeat",
      "each", "nonisolated",
    ]
    while next == "@" || prefixes.contains(next) {
      if take("@") {
        words.append("@\(next)")
        position += 1
        if next == "(", words.last == "@isolated" { skipBrackets() }
      } else {
        words.append(next)
        position += 1
      }
    }
    let start = position
    var type = base(from: start)
    while true {
      if take("?") || take("!") {
        type = .optional(type)
      } else if next == "..." || next == "&" {
        while position < tokens.count, ![",", ")", "=", "]", ">"].contains(next) { position += 1 }
        type = .other(text(from: start))
      } else {
        return (type, words)
      }
    }
  }

  private mutating func base(from start: Int) -> SwiftType {
    if take("any") { return .any(base(from: position)) }
    if next == "some" || next == "~" {
      position += 1
      // A list is a sequence.
      if case .named(let path) = type().type, let element = path.last?.arguments.first,
        ["Sequence", "Collection"].contains(path.last?.name)
      {
        return .array(element)
      }
      return .other(text(from: start))
    }
    if take("[") {
      let key = type().type
      let value = take(":") ? type().type : nil
      _ = take("]")
      return value.map { .dictionary(key, $0) } ?? .array(key)
    }
    if next == "(" { return tuple(from: start) }
    return name()
  }

  private mutating func tuple(from start: Int) -> SwiftType {
    position += 1
    var elements: [SwiftType.Element] = []
    while position < tokens.count, !take(")") {
      var label: String?
      if tokens[position].isWord, position + 1 < tokens.count, tokens[position + 1].text == ":" {
        label = next
        position += 2
      } else if position + 2 < tokens.count, next == "_", tokens[position + 2].text == ":" {
        position += 3
      }
      elements.append(.init(label: label, type: type().type))
      _ = take(",")
    }
    while ["async", "throws", "rethrows"].contains(next) {
      position += 1
      if next == "(" { skipBrackets() }
    }
    if take("->") {
      let result = type().type
      return .function(
        parameters: elements.map(\.type), result: result, text: text(from: start))
    }
    // Brackets around a single type make no tuple.
    return elements.count == 1 ? elements[0].type : .tuple(elements)
  }

  private mutating func name() -> SwiftType {
    var path: [SwiftType.Component] = []
    repeat {
      let token = position < tokens.count ? tokens[position] : Token(text: "", id: nil)
      position += 1
      var arguments: [SwiftType] = []
      if take("<") {
        while position < tokens.count, !take(">") {
          arguments.append(type().type)
          _ = take(",")
        }
      }
      // The compiler may write a nested type as one token, such as `Outer.Inner`.
      for name in token.text.split(separator: ".").dropLast() {
        path.append(.init(name: String(name), id: nil, arguments: []))
      }
      path.append(
        .init(
          name: token.text.split(separator: ".").last.map(String.init) ?? "", id: token.id,
          arguments: arguments))
    } while take(".")
    return .named(path)
  }

  private func text(from start: Int) -> String {
    var text = ""
    for token in tokens[start..<min(position, tokens.count)] {
      let needsSpace =
        token.isWord
        && (text.last.map { $0.isLetter || $0.isNumber || ">)],:".contains($0) } ?? false)
        || token.text == "->" || token.text == "&" || (text.hasSuffix("->") || text.hasSuffix("&"))
        || (text.last == "," || text.last == ":")
      text += (needsSpace && !text.isEmpty ? " " : "") + token.text
    }
    return text
  }
}
