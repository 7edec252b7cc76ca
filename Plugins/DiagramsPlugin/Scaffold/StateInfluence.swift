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
    let members = sources.declarations.filter {
      !$0.isType && !$0.isLocal && owners.contains(Array($0.path.dropLast()))
        // An initializer gives each property a value.
        && $0.path.last != "init"
    }
    for member in members { used[member.path.last ?? "", default: []].formUnion(member.names) }
    for name in used.keys { used[name] = names(from: name) }
    let stored = Set(
      index.members(of: type, kind: "swift.property").filter { property in
        let declaration = SwiftDeclaration(property)
        // What many methods use to work in turn, or to tell others, decides nothing.
        return sources.isStored(declaration, property)
          && !["weak", "unowned"].contains(where: declaration.words.contains)
          && !Self.tools.contains { declaration.type?.unwrapped.text.contains($0) == true }
          && (!declaration.words.contains("let") || index.isObject(declaration.type))
      }.map { SwiftDeclaration($0).name })
    var count = 0
    while properties.count > count {
      count = properties.count
      for (name, names) in used where includes(name) {
        properties.formUnion(names.union([name]).intersection(stored))
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
