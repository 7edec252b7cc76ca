/// The source files of a module, which tell what the compiler's symbol graph lacks: places, imports
/// and some declarations.
struct ScaffoldSources {
  /// A type, a function, an initializer, a case or a property that a file declares.
  struct Declaration: Hashable {
    /// The names of the types around the declaration, and then its own name.
    let path: [String]
    let file: String
    let line: Int
    /// The words before the keyword `func`, `var` or another, such as `private` and `mutating`.
    let words: [String]
    /// The code from the keyword to the first brace, or to the end of the line.
    let header: String
    /// A Boolean value that indicates whether the declaration is inside of an `#if`.
    let isConditional: Bool
    /// A Boolean value that indicates whether the declaration is inside of a function.
    let isLocal: Bool
    let isType: Bool
    /// A Boolean value that indicates whether the declaration is a function without a statement.
    var isEmpty = false
    /// The first word in the braces of a function or a property, such as `didSet`; empty if there is none.
    var firstWord = ""
    /// The names in the braces of a function or a property.
    var names: Set<String> = []
    /// A Boolean value that indicates whether the declaration is a property with `didSet` or `willSet`.
    var isObserved: Bool { ["didSet", "willSet"].contains(firstWord) }
    /// The attributes `@available(…)` of a type.
    var availability: [String] = []
  }

  /// The declarations of all files, in the order of paths and lines.
  let declarations: [Declaration]
  /// The modules of other packages that the files may import.
  var modules: Set<String> = []
  private let imports: [String: [String]]
  /// The code of each file, without comments.
  private let texts: [String: String]
  private let sleepers: Set<[String]>
  /// The names of called functions, each behind the names of the types around the call.
  private let calls: Set<[String]>
  private let root: String

  /// Reads files.
  ///
  /// - Parameters:
  ///   - texts: The text of each file, by its path.
  ///   - root: The folder that messages leave out of paths.
  init(_ texts: [String: String], root: String) {
    let readers = texts.sorted { $0.key < $1.key }.map { DeclarationFinder($0.value, file: $0.key) }
    declarations = readers.flatMap(\.declarations)
    calls = readers.reduce(into: []) { $0.formUnion($1.calls) }
    imports = Dictionary(readers.map { ($0.file, $0.imports) }) { first, _ in first }
    self.texts = Dictionary(readers.map { ($0.file, $0.code) }) { first, _ in first }
    sleepers = readers.reduce(into: []) { $0.formUnion($1.sleepers) }
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

  /// Returns the literals with which the files that declare a type compare something.
  func literals(of type: Symbol) -> ComparedLiterals { ComparedLiterals(in: texts(of: type)) }

  /// Returns the case of an enum with which a property of it starts, such as `idle` in `var state: State = .idle`.
  func initialCase(of type: Symbol) -> String? {
    let starts = [type.name, type.path].flatMap { [": \($0) = .", " = \($0)."] }
    let lines = texts(of: type).lazy.flatMap { $0.split(separator: "\n") }.filter {
      $0.split { !$0.isLetter }.contains("var")
    }
    for line in lines {
      guard let start = starts.compactMap({ line.firstRange(of: $0) }).first else { continue }
      return String(line[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether the code of a type, or of one that it holds, waits for time to pass.
  func sleeps(_ type: Symbol, holding held: [SwiftType]) -> Bool {
    let names = Set(held.flatMap(\.components).map(\.name))
    return sleepers.contains {
      $0.starts(with: type.pathComponents) || $0.last.map(names.contains) == true
    }
  }

  /// Returns a number or a text that an extension in the files lets conform to a protocol, such as `Double`.
  func standardType(conformingTo name: String) -> String? {
    let words = texts.values.flatMap { $0.split(separator: "\n") }
      .filter { $0.contains("extension ") }
      .map { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    return ["Double", "Float", "Int", "String"].first { type in
      words.contains { line in
        guard let place = line.firstIndex(of: "extension") else { return false }
        return line[place...].dropFirst().first == type && line.contains(name)
      }
    }
  }

  /// Returns the texts of the files that declare a type or extend it.
  private func texts(of type: Symbol) -> [String] {
    let declared = declarations.filter {
      $0.path.starts(with: type.pathComponents) && !$0.isLocal
    }
    return declared.map(\.file).uniqued().compactMap { texts[$0] }
  }

  /// Returns the attributes `@available(…)` of a type and of the types around it.
  func availability(of type: Symbol) -> [String] {
    type.pathComponents.indices.reduce(into: []) { all, last in
      let path = type.pathComponents[...last]
      let found = declarations.first { $0.isType && !$0.isLocal && $0.path[...] == path }
      // The compiler knows that name only by a setting of the machine's target.
      for attribute in found?.availability ?? []
      where !all.contains(attribute) && !attribute.contains("anyAppleOS") {
        all.append(attribute)
      }
    }
  }

  /// Returns a Boolean value that indicates whether a property starts with an identifier that is another one each time.
  func startsWithUUID(_ property: Symbol) -> Bool {
    declarations.contains { $0.path == property.pathComponents && $0.header.contains("UUID()") }
  }

  /// Returns the attributes `@_spi(…)` without which nobody sees all of the files of a type.
  func interfaces(of type: Symbol) -> [String] {
    texts(of: type).flatMap { $0.split { $0.isWhitespace } }.filter { $0.hasPrefix("@_spi(") }
      .map(String.init).uniqued()
  }

  /// Returns the place of a type as compilers write it, or the type's name if it isn't found.
  func place(of type: Symbol) -> String {
    declaration(of: type).map(place) ?? type.path
  }

  /// Returns the places and words by which a type, or one around it, is hidden from other files.
  func hiding(_ type: Symbol, in index: SymbolIndex) -> [String] {
    (index.enclosingTypes(of: type) + [type]).compactMap { type in
      type.hidingWord.map { "\(place(of: type)): \(type.path) is \($0)" }
    }
  }

  /// Returns the place of a member of a type, or the place of the type if the member isn't found.
  func place(of member: String, in type: Symbol) -> String {
    let found = declarations.first { declaration in
      !declaration.isType && declaration.path.last == member
        && type.pathComponents.suffix(declaration.path.count - 1)
          .elementsEqual(declaration.path.dropLast())
    }
    return found.map(place) ?? place(of: type)
  }

  /// Returns a Boolean value that indicates whether the body of a method is empty.
  func isEmpty(_ method: Symbol, _ title: String) -> Bool {
    declarations.contains {
      $0.isEmpty && $0.path.dropLast() == method.pathComponents.dropLast()
        && SwiftDeclaration(reading: $0.header).title == title
    }
  }

  /// Returns a Boolean value that indicates whether only others set a property to tell a machine something: the property
  /// has an observer or a setter, or a view shows it and the machine reads it.
  func isInput(_ property: Symbol, of type: Symbol, isShown: Bool) -> Bool {
    let name = SwiftDeclaration(property).name
    let texts = texts(of: type)
    let reacts = declarations.contains { declaration in
      declaration.path == property.pathComponents
        && (declaration.isObserved || ["get", "set"].contains(declaration.firstWord))
    }
    guard property.isSettable, reacts || isShown else { return false }
    // What a setter or an observer does is no reason to leave the property alone.
    let all = texts.flatMap { $0.split(separator: "\n") }
    let lines = all.filter { !$0.contains("newValue") && !$0.contains("oldValue") }
    let isRead = lines.contains { line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return words.contains { $0 == name } && !words.contains("var")
    }
    return (reacts || isRead) && !lines.contains { Self.sets(name, in: $0) }
  }

  /// Returns a Boolean value that indicates whether a line gives a property a new value, and not only the argument of
  /// an initializer.
  private static func sets(_ name: String, in line: Substring) -> Bool {
    let words = line.split { !$0.isLetter && !$0.isNumber && !"_=!.+-(?$".contains($0) }
    let paths = ["", "self.", "self?.", "$0."].map { $0 + name }
    return words.indices.contains { place in
      if words[place].hasSuffix("\(name).toggle(") { return true }
      guard paths.contains(String(words[place])), place + 1 < words.count,
        ["=", "+=", "-="].contains(words[place + 1])
      else { return false }
      return words.last != name[...] && !(place > 0 && ["var", "let"].contains(words[place - 1]))
    }
  }

  /// Returns a Boolean value that indicates whether a method is called outside of its type.
  func isCalledOutside(_ method: Symbol, _ name: String) -> Bool {
    calls.contains { $0.last == name && $0.dropLast() != method.pathComponents.dropLast() }
  }

  /// Returns a Boolean value that indicates whether only the methods of its type call a method.
  func isHelper(_ method: Symbol, _ name: String) -> Bool {
    calls.contains(Array(method.pathComponents.dropLast()) + [name])
      && !isCalledOutside(method, name)
  }

  func place(_ declaration: Declaration) -> String {
    "\(relative(declaration.file)):\(declaration.line)"
  }

  func relative(_ file: String) -> String {
    file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
  }

  /// Returns a symbol graph completed with the methods, initializers, cases and stored properties of
  /// the files.
  ///
  /// The compiler leaves out declarations that name a type of an internally imported module.
  func completing(_ graph: SymbolGraph) -> SymbolGraph {
    var (symbols, relationships) = (graph.symbols, graph.relationships)
    let listed = Set(symbols.filter(\.isType).map(\.pathComponents))
    symbols += declarations.compactMap { declaration in
      declaration.isType && !declaration.isLocal && !declaration.isConditional
        && !listed.contains(declaration.path) ? Symbol(type: declaration) : nil
    }
    let types = Dictionary(
      symbols.filter(\.isType).map { ($0.pathComponents, $0) }
    ) { first, _ in first }
    let known = Set(graph.symbols.map(Self.key))
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

  /// Returns the names by which a symbol is found.
  ///
  /// The name of a case has no labels here.
  private static func key(_ symbol: Symbol) -> [String] {
    let isCase = symbol.kind.identifier == "swift.enum.case"
    return symbol.pathComponents.dropLast()
      + [String(isCase ? symbol.name.prefix { $0 != "(" } : symbol.name[...]).unquoted]
  }

  /// Returns the imports in the file of a type.
  ///
  /// An `#if` around imports is one element.
  func imports(of type: Symbol) -> [String] {
    declaration(of: type).flatMap { imports[$0.file] } ?? []
  }

  /// Returns the modules that the file of a type imports, except those inside of an `#if`.
  func importedModules(of type: Symbol) -> [String] { Self.modules(in: imports(of: type)) }

  /// Returns the modules that the files of all types with a name import.
  func importedModules(ofTypeAt path: [String]) -> [String] {
    let types = declarations.filter { $0.isType && $0.path.suffix(path.count) == path[...] }
    return Self.modules(in: types.flatMap { imports[$0.file] ?? [] })
  }

  private static func modules(in imports: [String]) -> [String] {
    imports.filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  /// Returns a Boolean value that indicates whether a property is stored.
  ///
  /// In the symbol graph, a stored property with a private setter or with observers looks like a
  /// computed one.
  func isStored(_ property: SwiftDeclaration, _ symbol: Symbol) -> Bool {
    guard property.hasAccessors else { return true }
    let path = Array(symbol.pathComponents.dropLast()) + [property.name]
    let found = declarations.first { $0.path == path }
    guard let header = found?.header else { return false }
    return found?.isObserved == true || header.contains("=") || header.hasSuffix("\n")
  }
}

extension Symbol {
  /// Creates the symbol of a method, an initializer, a case or a stored property; returns `nil` for anything else.
  fileprivate init?(_ declaration: ScaffoldSources.Declaration) {
    let read = SwiftDeclaration(reading: declaration.header)
    let (kind, name): (String, String)
    switch declaration.header.prefix(while: \.isLetter) {
    case "func": (kind, name) = ("swift.method", read.title)
    case "init": (kind, name) = ("swift.init", read.title)
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
    self.init(declaration, path: declaration.path.dropLast() + [name], kind: kind)
  }

  /// Creates the symbol of a type that isn't generic; returns `nil` for an extension.
  fileprivate init?(type declaration: ScaffoldSources.Declaration) {
    let word = String(declaration.header.prefix(while: \.isLetter))
    let name = declaration.header.dropFirst(word.count).prefix { $0 != ":" && $0 != "{" }
    guard ["struct", "enum", "class", "actor"].contains(word), !name.contains("<") else {
      return nil
    }
    self.init(declaration, path: declaration.path, kind: "swift.\(word)")
  }

  private init(_ declaration: ScaffoldSources.Declaration, path: [String], kind: String) {
    pathComponents = path
    self.kind = Kind(identifier: kind)
    identifier = Identifier(precise: path.joined(separator: "."))
    names = Names(title: path.last ?? "")
    let words = declaration.words
    let text = (words + [declaration.header]).joined(separator: " ")
    declarationFragments = [Fragment(kind: "text", spelling: text, preciseIdentifier: nil)]
    accessLevel = words.first { ["private", "fileprivate"].contains($0) } ?? "internal"
    swiftGenerics = nil
  }
}

extension String {
  /// The name without backticks.
  var unquoted: String { replacing("`", with: "") }

  /// The text without spaces at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
