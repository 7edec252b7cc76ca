/// The source files of a module, for what the compiler's symbol graph doesn't tell: places, and types
/// that it doesn't list.
struct ScaffoldSources {
  /// A type, a method, a case or a property that a file declares.
  struct Declaration: Hashable {
    /// The names of the types around it, and its own.
    let path: [String]
    let file: String
    let line: Int
    /// The words before the introducer in its line, such as `private` and `mutating`.
    let words: [String]
    /// The code from the introducer to the first brace, or to the end of the line.
    let header: String
    /// A Boolean value that indicates whether the declaration is inside of an `#if`.
    let isConditional: Bool
    /// A Boolean value that indicates whether the declaration is inside of a function.
    let isLocal: Bool
    let isType: Bool
  }

  /// All types and their members, in the order of files and lines.
  let declarations: [Declaration]
  private let imports: [String: [String]]
  private let root: String

  /// Reads files.
  ///
  /// - Parameters:
  ///   - texts: The text of each file, by its path.
  ///   - root: The folder that messages leave out of paths.
  init(_ texts: [String: String], root: String) {
    let readers = texts.sorted { $0.key < $1.key }.map { DeclarationFinder($0.value, file: $0.key) }
    declarations = readers.flatMap(\.declarations)
    imports = Dictionary(readers.map { ($0.file, $0.imports) }) { first, _ in first }
    self.root = root.hasSuffix("/") ? root : root + "/"
  }

  /// Returns the declaration of a type.
  func declaration(of type: Symbol) -> Declaration? {
    declarations.first { $0.isType && !$0.isLocal && $0.path == type.pathComponents }
  }

  /// Returns a Boolean value that indicates whether the values of a type can't be copied.
  func isNoncopyable(_ type: Symbol) -> Bool {
    declaration(of: type)?.header.contains("~Copyable") == true
  }

  /// Returns the place of a type as compilers write it, or its name.
  func place(of type: Symbol) -> String {
    declaration(of: type).map(place) ?? type.path
  }

  /// Returns the place of a member of a type, or that of the type.
  func place(of member: String, in type: Symbol) -> String {
    let found = declarations.first { declaration in
      !declaration.isType && declaration.path.last == member
        && type.pathComponents.suffix(declaration.path.count - 1)
          .elementsEqual(declaration.path.dropLast())
    }
    return found.map(place) ?? place(of: type)
  }

  func place(_ declaration: Declaration) -> String {
    "\(relative(declaration.file)):\(declaration.line)"
  }

  func relative(_ file: String) -> String {
    file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
  }

  /// Returns a symbol graph with the methods, cases and stored properties that it lacks.
  ///
  /// The compiler leaves out those that name a type of a module which is imported internally.
  func completing(_ graph: SymbolGraph) -> SymbolGraph {
    let types = Dictionary(
      graph.symbols.filter(\.isType).map { ($0.pathComponents, $0) }
    ) { first, _ in first }
    let known = Set(graph.symbols.map(Self.key))
    var (symbols, relationships) = (graph.symbols, graph.relationships)
    for declaration in declarations
    where !declaration.isType && !declaration.isLocal && !declaration.isConditional {
      guard let type = types[Array(declaration.path.dropLast())],
        let symbol = Symbol(declaration), !known.contains(Self.key(symbol))
      else { continue }
      symbols.append(symbol)
      relationships.append(
        .init(kind: "memberOf", source: symbol.id, target: type.id, targetFallback: nil))
    }
    return SymbolGraph(symbols: symbols, relationships: relationships)
  }

  /// Returns the names by which a symbol is found, those of a case without its labels.
  private static func key(_ symbol: Symbol) -> [String] {
    let isCase = symbol.kind.identifier == "swift.enum.case"
    return symbol.pathComponents.dropLast()
      + [String(isCase ? symbol.name.prefix { $0 != "(" } : symbol.name[...]).unquoted]
  }

  /// Returns what imports modules in the file of a type: lines, and an `#if` as a whole.
  func imports(of type: Symbol) -> [String] {
    declaration(of: type).flatMap { imports[$0.file] } ?? []
  }

  /// Returns the modules that the file of a type imports, but for those inside of an `#if`.
  func importedModules(of type: Symbol) -> [String] {
    imports(of: type).filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  /// Returns a Boolean value that indicates whether a property is stored.
  ///
  /// The symbol graph writes one that others can't set like a computed one, and one that is observed,
  /// too.
  func isStored(_ property: SwiftDeclaration, in type: Symbol) -> Bool {
    guard property.hasAccessors else { return true }
    let found = declarations.first { $0.path == type.pathComponents + [property.name] }
    guard let header = found?.header else { return false }
    return header.contains("=") || header.hasSuffix("\n")
  }
}

extension Symbol {
  /// Creates the symbol of a method, a case or a stored property; returns `nil` for anything else.
  fileprivate init?(_ declaration: ScaffoldSources.Declaration) {
    let read = SwiftDeclaration(reading: declaration.header)
    let (kind, name): (String, String)
    switch declaration.header.prefix(while: \.isLetter) {
    case "func": (kind, name) = ("swift.method", read.title)
    case "case": (kind, name) = ("swift.enum.case", read.name)
    case "var", "let":
      guard declaration.header.contains("=") || declaration.header.hasSuffix("\n") else {
        return nil
      }
      (kind, name) = ("swift.property", read.name)
    default: return nil
    }
    let words = declaration.words
    guard !words.contains("static"), !words.contains("class") else { return nil }
    pathComponents = declaration.path.dropLast() + [name]
    self.kind = Kind(identifier: kind)
    identifier = Identifier(precise: pathComponents.joined(separator: "."))
    names = Names(title: name)
    let text = (words + [declaration.header]).joined(separator: " ")
    declarationFragments = [Fragment(kind: "text", spelling: text, preciseIdentifier: nil)]
    accessLevel = words.first { ["private", "fileprivate"].contains($0) } ?? "internal"
    swiftGenerics = nil
  }
}

/// Finds the types of a file, their methods, their cases and their properties.
private struct DeclarationFinder {
  let file: String
  private(set) var declarations: [ScaffoldSources.Declaration] = []
  private(set) var imports: [String] = []
  /// The `#if`s around a place, each with its own lines and those that import modules.
  private var conditions: [[String]] = []

  private enum Scope {
    case type([String])
    case function
    case other
  }

  init(_ source: String, file: String) {
    self.file = file
    let text = SwiftText(source)
    var line = 1
    var open: [Scope] = []
    var next = Scope.other
    var place = 0
    var previous = ""
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
        if !character.isWhitespace { previous = String(character) }
        place += 1
        continue
      }
      if previous == "#" { addCondition(word, text.line(from: place)) }
      let path = open.reversed().lazy.compactMap { Self.path($0) }.first ?? []
      let isInFunction = open.contains { if case .function = $0 { true } else { false } }
      if previous != ".", let name = Self.name(after: place + word.count, in: text) {
        switch word {
        case "struct", "enum", "class", "actor", "extension":
          // `class func` is a method, and `class` may stand in a list of constraints.
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
          // Elsewhere the word begins a branch.
          guard case .type = open.last else { break }
          addCases(after: place + word.count, path, line, text, isLocal: isInFunction)
        case "import":
          guard open.isEmpty else { break }
          let words = text.words(before: place)
            .map { Self.accessWords.contains($0) ? "internal" : $0 }
          addImport((words + [text.line(from: place)]).joined(separator: " "))
        default: break
        }
      } else if ["init", "deinit", "get", "set", "subscript"].contains(word) {
        next = .function
      }
      previous = word
      place += word.count
    }
  }

  private static func path(_ scope: Scope) -> [String]? {
    guard case .type(let path) = scope else { return nil }
    return path
  }

  /// Returns the name after a word, with dots.
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

  // Nothing that the new file declares is public, and a module must be imported alike by all files.
  private static let accessWords: Set = ["public", "package", "fileprivate", "private"]

  private mutating func addImport(_ line: String) {
    guard let last = conditions.indices.last else { return imports.append(line) }
    conditions[last].append(line)
  }

  /// Keeps an `#if` with what it imports; drops it if that is nothing.
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
        // The header of a type may be several lines long, and so may brackets.
        if depth <= 0, character == "{" || (character == "\n" && !isType) { break }
      }
      end += 1
    }
    let isWhole = end < text.characters.count && text.characters[end] == "\n"
    declarations.append(
      .init(
        path: path, file: file, line: line, words: text.words(before: place),
        header: String(text.characters[place..<end]) + (isWhole ? "\n" : ""),
        isConditional: !conditions.isEmpty, isLocal: isLocal, isType: isType))
  }
}

extension String {
  /// The name without the marks that make a word of Swift a name.
  var unquoted: String { replacing("`", with: "") }

  /// The text without spaces at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
