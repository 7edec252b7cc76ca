/// The members of a machine that have to do with its state: they read it, change it, or change what decides it.
struct StateInfluence {
  /// The names that the members of the type use, directly or through other members, by the names of the members.
  private var used: [String: Set<String>] = [:]
  /// The properties that have to do with the state.
  private var properties: Set<String>

  /// Reads the members of a type.
  ///
  /// - Parameters:
  ///   - state: The name of the property that is the state, or contains it.
  ///   - type: The type.
  ///   - index: The symbols of the module.
  ///   - sources: The files of the module.
  init(on state: String, of type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources) {
    properties = [state]
    // A class has the members of its superclass, too.
    let owners = Set(
      ["swift.method", "swift.property"].flatMap { index.members(of: type, kind: $0) }
        .map { Array($0.pathComponents.dropLast()) } + [type.pathComponents])
    let declared = sources.declarations.filter {
      !$0.isType && !$0.isLocal && owners.contains(Array($0.path.dropLast()))
    }
    // An initializer gives each property a value.
    let members = declared.filter { $0.path.last != "init" }
    for member in members { used[member.path.last ?? "", default: []].formUnion(member.names) }
    for name in used.keys { used[name] = names(from: name) }
    let stored = index.members(of: type, kind: "swift.property")
      .map { (symbol: $0, declaration: SwiftDeclaration($0)) }
      .filter { symbol, declaration in
        // What many methods use to work in turn, or to tell others, decides nothing.
        sources.isStored(declaration, symbol)
          && !declaration.isUnowned
          && !Self.tools.contains { declaration.type?.unwrapped.text.contains($0) == true }
          && (!declaration.words.contains("let") || index.isObject(declaration.type))
      }.map(\.declaration)
    let names = Set(stored.map(\.name))
    let objects = Set(stored.filter { index.isObject($0.type) }.map(\.name))
    let functions = Set(members.filter { $0.header.hasPrefix("func") }.compactMap(\.path.last))
    let starts = declared.filter { $0.path.last == "init" }.map(\.names)
    var count = 0
    while properties.count > count {
      count = properties.count
      for (name, others) in used where includes(name) {
        properties.formUnion(others.union([name]).intersection(names))
      }
      // An object that knows the machine from its start calls it later.
      for start in starts
      where start.contains(DeclarationFinder.givenAway)
        || start.intersection(functions).contains(where: includes)
      {
        properties.formUnion(start.intersection(objects))
      }
    }
  }

  private static let tools = [
    "Lock", "Mutex", "Queue", "Logger", "Semaphore", "NotificationCenter",
  ]

  /// Returns a Boolean value that indicates whether a member has to do with the state, as far as its code tells.
  func includes(_ member: String) -> Bool {
    guard let names = used[member] else { return true }
    // Whoever gets the machine may do anything with it.
    return properties.contains(member) || names.contains(DeclarationFinder.givenAway)
      || !names.isDisjoint(with: properties)
  }

  /// Returns the names that a member and those that it uses use.
  private func names(from member: String) -> Set<String> {
    var found: Set<String> = []
    var next = [member]
    while let name = next.popLast() {
      for other in used[name] ?? [] where found.insert(other).inserted { next.append(other) }
    }
    return found
  }
}
