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
        let identifier = String(text.prefix { $0 != "(" })
        return (identifier, [String(text.dropFirst(identifier.count))])
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
  /// If the type is a struct without its own description, its properties follow.
  private static func shape(of tree: ValueTree) -> String {
    typeText(of: tree.value)
      + (tree.value is any CustomStringConvertible ? "" : fields(of: tree))
  }

  private static func fields(of tree: ValueTree) -> String {
    guard tree.kind == .struct, !tree.children.isEmpty else { return "" }
    let parts = tree.children.map { "\($0.label ?? "_"): \(shape(of: $0))" }
    return "{\(parts.joined(separator: ", "))}"
  }
}
