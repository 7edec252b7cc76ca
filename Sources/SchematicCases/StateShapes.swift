/// The states of a type, and the types of their payloads.
struct StateShapes {
  /// A description of each state, such as `idle` or `fetching(part: Double)`, sorted.
  let texts: [String]

  /// Reads the values that represent the cases of a type.
  init<State: Graphable>(of type: State.Type) {
    texts = State.graphCases.map { $0.graphIdentifier + Self.payload(of: $0) }.uniqued().sorted()
  }

  /// Returns descriptions of the differences from saved states.
  func differences(from saved: [String]) -> [String] {
    let (old, new) = (Self.payloads(in: saved), Self.payloads(in: texts))
    let gone = old.keys.filter { new[$0] == nil }.sorted().map { "state \($0) is gone" }
    let added = new.keys.filter { old[$0] == nil }.sorted().map { "state \($0) is new" }
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
