import Foundation

/// What the compiler knows of the code of some modules: types, functions and properties, and what each of them uses.
struct CheckedCode {
  /// A line of code, and the file in which it is.
  struct Place {
    let file: String
    let offset: Int

    /// The file, as it is called from this folder, and the line.
    var line: String {
      let text = FileManager.default.contents(atPath: file) ?? Data()
      let number = text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
      return "\(file.trimmingPrefix(FileManager.default.currentDirectoryPath + "/")):\(number)"
    }
  }

  struct Declaration {
    /// The name that the compiler gives to nothing else.
    let usr: String
    /// A struct, an enum, a class, an actor, a function, a property, or a case.
    let kind: String
    let name: String
    /// The name with the labels of arguments, `write(_:at:)`.
    let fullName: String
    let place: Place
    let module: String
    /// The name of the type that it belongs to, with its module; empty if it belongs to none.
    var owner: String
    /// The type around it that other files can't see, or else the declaration itself if they can't see that.
    let hidden: Place?
    /// What the compiler says in a word, such as `public`, `static` or `mutating_attr`.
    let marks: Set<String>
    let parameters: [Parameter]
    /// The type of a function or a property, as the linker names it.
    let type: String

    /// Whether it is a property of each instance, and not computed.
    var isStored: Bool { marks.contains("has_storage_attr") && !marks.contains("static") }

    /// Whether somebody wrote it to list cases; the compiler's own lists have all.
    var isListOfCases: Bool {
      kind == "argument" || name == "graphCases" && !marks.contains("implicit")
    }

    /// Whether an instance of the type around it may be another one after a call.
    func isMethod(changing owner: Declaration) -> Bool {
      // What other files can't call, only other methods call, which are seen themselves.
      let others: Set = ["static", "implicit", "private", "fileprivate"]
      guard kind == "func_decl", marks.isDisjoint(with: others) else { return false }
      // Nobody knows from outside whether a method changes an object.
      return owner.kind == "class_decl"
        || !marks.isDisjoint(with: ["mutating_attr", "consuming_attr"])
    }
  }

  typealias Parameter = (label: String?, name: String?, type: String, marks: Set<String>)

  /// The types of the modules, by their names.
  private(set) var types: [String: Declaration] = [:]
  /// Functions, properties and cases, by the compiler's names.
  private(set) var declarations: [String: Declaration] = [:]
  /// What each declaration calls, reads and sets.
  private(set) var uses: [String: Set<String>] = [:]
  /// The types of the machines' sources that each declaration makes, and of the enums of which it takes all cases.
  private(set) var typesUsed: [String: Set<String>] = [:]
  /// The names of types that people write, by those that the linker knows.
  private(set) var names: [String: String] = [:]
  private(set) var modules: Set<String> = []

  /// The place of a node in the tree.
  private struct Scope {
    let file: String
    let module: String
    var owner = ""
    var hidden: Place?
    var offset = 0
    /// The declaration to which the code belongs; none if it is the program's own.
    var user = ""
  }

  /// Adds the code of a module.
  mutating func read(_ trees: [Any], of module: String) throws {
    modules.insert(module)
    var found = CheckedCode()
    for case let tree as Node in trees {
      found.read(tree["items"], Scope(file: tree.text("filename"), module: module))
    }
    var linked = Set(found.typesUsed.values.joined()).union(found.types.keys)
    for found in found.declarations.values {
      linked.formUnion([found.owner, found.type] + found.parameters.map(\.type))
    }
    names.merge(try BuiltPackage.demangled(linked.subtracting([""]))) { old, _ in old }
    for (name, type) in found.types { types[names[name] ?? name] = type }
    for (usr, found) in found.declarations {
      declarations[usr] = found
      declarations[usr]?.owner = Self.bare(names[found.owner] ?? "")
    }
    uses.merge(found.uses) { $0.union($1) }
    typesUsed.merge(found.typesUsed) { $0.union($1) }
  }

  /// Returns what belongs to a type, in the order in which it was written.
  func members(of type: String) -> [Declaration] {
    declarations.values.filter { $0.owner == type && !type.isEmpty }
      .sorted { ($0.place.file, $0.place.offset) < ($1.place.file, $1.place.offset) }
  }

  private mutating func read(_ value: Any?, _ scope: Scope, among siblings: [Any] = []) {
    for node in value as? [Any] ?? [] { read(node, scope, among: value as? [Any] ?? []) }
    guard let node = value as? Node else { return }
    var scope = scope
    let (kind, usr) = (node.text("_kind"), node.text("usr"))
    scope.offset = node.part("range")["start"] as? Int ?? scope.offset
    switch kind {
    // A type inside of a function belongs to the function.
    case "struct_decl", "enum_decl", "class_decl",
      "protocol" where scope.user.isEmpty:
      let type = declaration(node, kind, scope)
      // What the compiler calls `s:3App6UploadV`, the linker calls `$s3App6UploadV`.
      (scope.owner, scope.hidden) = ("$s" + usr.dropFirst(2), type.hidden)
      types[scope.owner] = type
      return read(node["members"], scope)
    case "extension_decl":
      scope.owner = node.text("extended_type")
      return read(node["members"], scope)
    // What a property begins with stands beside it.
    case "pattern_binding_decl" where scope.user.isEmpty:
      for entry in node.parts("pattern_entries") {
        let pattern = entry.part("pattern")
        let name = pattern.name ?? pattern.part("sub_pattern").name
        let variables = siblings.compactMap { $0 as? Node }.filter {
          $0.text("_kind") == "var_decl"
        }
        scope.user = variables.first { $0.name == name }?.text("usr") ?? ""
        for value in entry.values { read(value, scope) }
      }
      return
    case "func_decl", "constructor_decl", "destructor_decl", "subscript_decl", "var_decl",
      "enum_element_decl":
      guard scope.user.isEmpty, !usr.isEmpty else { break }
      declarations[usr] = declaration(node, kind, scope)
      scope.user = usr
      // Whoever calls a method may call the one that overrides it.
      for base in node["override"] as? [String] ?? [] { uses[base, default: []].insert(usr) }
    // The code of a list is told from the code around it.
    case "argument" where node.text("label") == "events":
      let list = "\(scope.file):\(scope.offset): events"
      declarations[list] = declaration(node.part("expr"), kind, scope)
      uses[scope.user, default: []].insert(list)
      scope.user = list
    default: break
    }
    let (used, type) = (node.text("decl_usr"), node.text("type"))
    if !used.isEmpty { uses[scope.user, default: []].insert(used) }
    let (decl, lists) = (node.part("decl"), ["allCases", "graphCases"])
    // The getter of a list that is stored uses the list itself.
    let isWhole = lists.contains(decl.text("base_name")) && decl.text("decl_usr") != scope.user
    if isWhole || kind == "default_argument_expr"
      || UndrawnCode.typesOfMachines.contains(where: type.contains)
    {
      typesUsed[scope.user, default: []].insert(type)
    }
    for (key, child) in node where !Self.plain.contains(key) { read(child, scope) }
  }

  /// The parts of a node that have no code.
  private static let plain: Set = ["attrs", "decl_context", "inherits", "name", "range", "type"]

  private func declaration(_ node: Node, _ kind: String, _ scope: Scope) -> Declaration {
    let name = node.name ?? "init"
    let labels = (node.part("name")["args"] as? [String])?.map { $0.isEmpty ? "_:" : "\($0):" }
    let access = node.text("access")
    let place = Place(file: scope.file, offset: scope.offset)
    return Declaration(
      usr: node.text("usr"), kind: kind, name: name,
      fullName: kind == "func_decl" || labels != nil ? "\(name)(\((labels ?? []).joined()))" : name,
      place: place, module: scope.module, owner: scope.owner,
      hidden: scope.hidden ?? (access.hasSuffix("private") ? place : nil),
      marks: Self.marks(of: node).union([access]),
      parameters: node.part("params").parts("params").map {
        ($0["apiName"] as? String, $0.name, $0.text("interface_type"), Self.marks(of: $0))
      }, type: (node["interface_type"] ?? node["type"]) as? String ?? "")
  }

  private static func marks(of node: Node) -> Set<String> {
    let attributes = node.parts("attrs").map { $0["type"] as? String ?? $0.text("_kind") }
    let conformances = node.part("inherits").parts("conformances").map { $0.text("protocol") }
    let flags = node.filter { $0.value as? Bool == true }.keys
    let others = ["default_arg", "generic_signature"].filter { node[$0] != nil }
    // Nobody wrote what a macro expands to.
    let expanded = node.part("range")["buffer_id"] == nil ? [] : ["implicit"]
    return Set(attributes + conformances + flags + others + expanded)
  }

  /// Returns the name of a type as its own module calls it: `Store.State` for `App.(Store in _5F).State`.
  static func short(_ type: String) -> String {
    let name = type.replacing(/\((\w+) in \w+\)/) { $0.output.1 }
    return String(name.drop { $0 != "." }.dropFirst())
  }

  /// Returns the name of a type without what it is made of: `App.Store` for `App.Store<Swift.Int>?`.
  static func bare(_ type: String) -> String { String(type.prefix { $0 != "<" && $0 != "?" }) }
}

/// A node of the compiler's tree.
private typealias Node = [String: Any]

extension Node {
  fileprivate func text(_ key: String) -> String { self[key] as? String ?? "" }
  fileprivate func part(_ key: String) -> Node { self[key] as? Node ?? [:] }
  fileprivate func parts(_ key: String) -> [Node] { self[key] as? [Node] ?? [] }
  fileprivate var name: String? { part("name").part("base_name")["name"] as? String }
}
