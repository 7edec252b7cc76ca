/// The source files of a module, for what the compiler's symbol graph doesn't tell: places, and types
/// that it doesn't list.
struct ScaffoldSources {
  /// A type, a method or a property that a file declares.
  struct Declaration: Hashable {
    /// The names of the types around it, and its own.
    let path: [String]
    let file: String
    let line: Int
    /// The code from the introducer to the first brace, or to the end of the line.
    let header: String
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

  /// Returns the lines that import modules in the file of a type.
  func imports(of type: Symbol) -> [String] {
    declaration(of: type).flatMap { imports[$0.file] } ?? []
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

/// Finds the types of a file, their methods and their properties.
private struct DeclarationFinder {
  let file: String
  private(set) var declarations: [ScaffoldSources.Declaration] = []
  private(set) var imports: [String] = []

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
        case "import":
          let rest = text.characters[place...].prefix { $0 != "\n" }
          if open.isEmpty { imports.append(String(rest).trimmed) }
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

  private mutating func add(
    _ path: [String], _ place: Int, _ line: Int, _ text: SwiftText, isLocal: Bool, isType: Bool
  ) {
    var end = place
    while end < text.characters.count {
      let character = text.characters[end]
      // The header of a type may be several lines long.
      if text.parts[end] == .code, character == "{" || (character == "\n" && !isType) { break }
      end += 1
    }
    let isWhole = end < text.characters.count && text.characters[end] == "\n"
    declarations.append(
      .init(
        path: path, file: file, line: line,
        header: String(text.characters[place..<end]) + (isWhole ? "\n" : ""), isLocal: isLocal,
        isType: isType))
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
