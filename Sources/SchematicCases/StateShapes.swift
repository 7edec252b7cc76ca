/// The states of a type, and the types of their payloads.
struct StateShapes {
  /// A description of each state, such as `idle` or `fetching(part: Double)`, sorted.
  let texts: [String]

  /// Reads the values that represent the cases of a type, and the states of the regions in them.
  ///
  /// A struct of regions has no such values, so `sample` shows its regions.
  init<State: Graphable>(of type: State.Type, _ sample: State? = nil) {
    let values =
      State.graphCases + (type is any GraphableRegions.Type ? [sample] : []).compactMap(\.self)
    texts = values.flatMap { Self.texts(of: $0) }.uniqued().sorted()
  }

  /// Reads the values that represent the cases of a state's type.
  init<State: Graphable>(of state: State) { self.init(of: State.self, state) }

  /// Returns the description of a state, and of the states of the regions that it carries: `trip/light/on`.
  private static func texts(of state: some Graphable) -> [String] {
    let own = state.graphIdentifier
    let inside = regions(of: state).flatMap { path, region in
      let path = (own.isEmpty ? path : [own] + path).joined(separator: "/")
      return StateShapes(of: region).texts.map { "\(path)/\($0)" }
    }
    return (own.isEmpty ? [] : [own + payload(of: state)]) + inside
  }

  /// Returns the states of the regions that a state carries, each with the names that lead to it.
  private static func regions(of state: any Graphable) -> [(path: [String], state: any Graphable)] {
    let tree = ValueTree(state)
    if state is any GraphableRegions {
      return tree.states.map { ([$0.name], $0.state) }
    }
    let nested = tree.nested.map { regions(of: $0) } ?? []
    return nested
      + tree.besideNested.enumerated().flatMap { number, part in
        ((part.tree.value as? any GraphableRegions).map { regions(of: $0) } ?? [])
          .map { ([part.label ?? "\(number)"] + $0.path, $0.state) }
      }
  }

  /// Returns descriptions of the differences from saved states.
  func differences(from saved: [String], includingNew: Bool) -> [String] {
    let (old, new) = (Self.payloads(in: saved), Self.payloads(in: texts))
    let gone = old.keys.filter { new[$0] == nil }.sorted().map { "state \($0) is gone" }
    let added =
      includingNew ? new.keys.filter { old[$0] == nil }.sorted().map { "state \($0) is new" } : []
    let changed = new.keys.sorted().compactMap { state -> String? in
      guard let was = old[state], let now = new[state], was != now else { return nil }
      return "state \(state) carries \(Self.words(now)), was \(Self.words(was))"
    }
    return gone + added + changed
  }

  /// Returns the payload of each state, with several descriptions if values of one state carry
  /// different types.
  private static func payloads(in texts: [String]) -> [String: [String]] {
    Dictionary(
      texts.map { text in
        let identifier = String(text.prefix { !"({".contains($0) })
        let payload = String(text.dropFirst(identifier.count))
        // The states in a struct are in the identifier or have lines of their own, and `contents` has the rest.
        return (identifier, [payload.hasPrefix("{") ? "" : payload])
      }, uniquingKeysWith: +)
  }

  private static func words(_ payloads: [String]) -> String {
    payloads.map { $0.isEmpty ? "nothing" : $0 }.joined(separator: " or ")
  }

  private static func payload(of state: some Graphable) -> String {
    let tree = ValueTree(state)
    guard tree.caseName != nil else { return fields(of: tree) }
    let parts = tree.besideNested.map { label, tree in
      (label.map { "\($0): " } ?? "") + shape(of: tree)
    }
    let own = parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
    return own + (tree.nested.map { payload(of: $0) } ?? "")
  }

  /// Returns the name of a value's type.
  ///
  /// If the type is a struct without its own description, its properties follow, unless they are regions.
  private static func shape(of tree: ValueTree) -> String {
    typeText(of: tree.value)
      + (tree.value is any CustomStringConvertible ? "" : fields(of: tree))
  }

  private static func fields(of tree: ValueTree) -> String {
    guard tree.kind == .struct, !(tree.value is any GraphableRegions), !tree.children.isEmpty else {
      return ""
    }
    let parts = tree.children.map { "\($0.label ?? "_"): \(shape(of: $0))" }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// Returns what is in each place of states: a type, or a dot and a case; of a state only a dot and its identifier.
  ///
  /// A state itself has no name. `items[]/kind` are all cases in the elements of a list, `tags{}` in a set, `last?` in an optional.
  static func contents(of states: [Any]) -> [String: String] {
    var (texts, isCut): ([String: [String]], Bool) = ([:], false)
    func read(_ tree: ValueTree, at place: String) {
      isCut = isCut || tree.isCut
      let state = tree.value as? any Graphable
      let name = state?.graphIdentifier ?? (tree.isEnum ? tree.caseName : nil)
      // The type around an element tells its type, and a struct of regions has no name.
      let isInside = place.last.map("?]}".contains) == true
      let text = name.map { ".\($0)" } ?? (isInside ? "." : typeText(of: tree.value))
      if text != "." { texts[place, default: []].append(text) }
      if tree.kind == .optional || tree.isList || tree.isUnordered {
        let mark = tree.isUnordered ? "{}" : tree.isList ? "[]" : "?"
        tree.partsReadHere.forEach { read($0, at: place + mark) }
      } else if tree.object == nil,
        state != nil || tree.kind != .struct || !(tree.value is any CustomStringConvertible)
      {
        // An object that is in two places is two when it is read. A struct that describes itself, such as a date, may
        // consist of other parts on another system.
        let parts = tree.caseName == nil ? tree.partsReadHere.map { ($0.label, $0) } : tree.carried
        for (number, (label, part)) in parts.enumerated() {
          read(part, at: (place.isEmpty ? "" : place + "/") + (label ?? "_\(number)"))
        }
      }
    }
    for state in states { read(ValueTree(state), at: "") }
    // The order of a set may be another one when it is read.
    for (place, all) in texts where place.contains("{}") { texts[place] = all.sorted() }
    return isCut ? [:] : texts.mapValues { $0.uniqued().joined(separator: ", ") }
  }

  /// Returns descriptions of what is read as something else; `onlyCases` leaves out other types, and what is gone.
  static func misread(_ saved: [String: String], as read: [Any], onlyCases: Bool) -> [String] {
    let texts = contents(of: read)
    return saved.sorted { $0.key < $1.key }.compactMap { place, was in
      let now = texts[place]
      guard now != was, !onlyCases || now != nil && was.hasPrefix(".") else { return nil }
      return "\(place.isEmpty ? "the state" : place) was \(was), and is read as \(now ?? "nothing")"
    }
  }
}
