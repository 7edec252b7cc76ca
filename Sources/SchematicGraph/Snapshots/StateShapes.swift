/// The states of a type, and the types of what they carry.
struct StateShapes {
  /// A text for each state, such as `idle` or `fetching(part: Double)`, sorted.
  let texts: [String]

  /// Reads the values that stand for the cases of a type.
  init<State: Graphable>(of type: State.Type) {
    texts = State.graphCases.map { $0.graphIdentifier + Self.payload(of: $0) }.uniqued().sorted()
  }

  /// Returns the differences from texts that were saved, in words.
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

  /// Returns what each state carries; several texts where the values of one state carry different
  /// types.
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
    guard let reflected = ReflectedCase(of: state) else { return fields(of: state) }
    if let nested = reflected.nested { return payload(of: nested) }
    let parts = reflected.values.map { label, value in
      (label.map { "\($0): " } ?? "") + shape(of: value)
    }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
  }

  /// Returns the name of a type and, of a structure without a text of its own, its properties.
  private static func shape(of value: Any) -> String {
    "\(type(of: value))" + (value is any CustomStringConvertible ? "" : fields(of: value))
  }

  private static func fields(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct, !mirror.children.isEmpty else { return "" }
    let parts = mirror.children.map { "\($0.label ?? "_"): \(shape(of: $0.value))" }
    return "{\(parts.joined(separator: ", "))}"
  }
}
