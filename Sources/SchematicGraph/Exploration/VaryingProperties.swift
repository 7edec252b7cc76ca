import Schematic

/// The properties in which two values differ that should be equal, because the same rules made both.
///
/// A property that is an identifier, an instant or an address has another value each time. A diagram
/// that shows it would change from run to run.
struct VaryingProperties {
  /// The names on the way to each property, with dots between them.
  let paths: [String]

  /// Compares two values, such as two machines after the same events.
  init(_ one: some Graphable, _ other: some Graphable, ignoring ignored: IgnoredProperties) {
    let identity = VisitedSet.identity(of: one)
    // A value that differs from itself, such as one with a NaN, differs from any other, too.
    guard identity != VisitedSet.identity(of: other), identity == VisitedSet.identity(of: one)
    else {
      paths = []
      return
    }
    if let paths = Self.differences(one, other, ignored) {
      self.paths = paths
    } else {
      let values = PayloadField.fields(of: other)
      paths = PayloadField.fields(of: one).filter { !values.contains($0) }.map(\.name)
    }
  }

  /// Compares the ignored properties of two values that are otherwise equal.
  init(hiddenIn one: some Graphable, _ other: some Graphable) {
    paths = Self.differences(one, other, .none) ?? []
  }

  /// Returns the properties in which two values differ, or `nil` if nobody can look into them.
  private static func differences(
    _ one: some Graphable, _ other: some Graphable, _ ignored: IgnoredProperties
  ) -> [String]? {
    func inspected(_ value: any Graphable) -> Any? {
      guard let value = value as? any ExplorationIdentity else { return value }
      return value.whole
    }
    guard let one = inspected(one), let other = inspected(other) else { return nil }
    var objects: Set<ObjectIdentifier> = []
    return differences(one, other, ignored, &objects, below: []).uniqued()
  }

  /// The maximum number of levels to which values are compared.
  private static let deepest = 16

  private static func differences(
    _ one: Any, _ other: Any, _ ignored: IgnoredProperties, _ objects: inout Set<ObjectIdentifier>,
    below names: [String]
  ) -> [String] {
    guard objects.admit(one) else { return [] }
    let isEqual =
      VisitedSet.identity(of: one, ignoring: ignored)
      == VisitedSet.identity(of: other, ignoring: ignored)
    guard !isEqual else { return [] }
    let name = names.isEmpty ? [] : [names.joined(separator: ".")]
    let (parts, others) = (ReflectedValue(one), ReflectedValue(other))
    guard names.count < deepest, !parts.isUnordered, parts.elements == nil else { return name }
    let pairs = zip(parts.parts(ignored), others.parts(ignored))
    let inner = pairs.flatMap { part, other -> [String] in
      guard part.label == other.label else { return [] }
      return differences(
        part.value, other.value, part.ignored, &objects,
        below: names + (parts.kind == .optional ? [] : [part.label].compactMap(\.self)))
    }
    return inner.isEmpty || inner == [""] ? name : inner
  }
}

extension GraphFinding {
  /// Returns the finding about a property that has another value each time.
  ///
  /// - Parameters:
  ///   - path: The names on the way to the property.
  ///   - place: The state and the event of the step, or `nil` if the machine is made so.
  ///   - isOfMachine: `true` for a hand-written machine, whose properties can be ignored.
  /// - Returns: The finding.
  static func varyingProperty(
    _ path: String, in place: (state: String, event: String)?, isOfMachine: Bool
  ) -> GraphFinding {
    let found =
      place.map { state, event in
        "event \(event) in state \(state) gives `\(path)` another value each time"
      } ?? "`\(path)` has another value each time the machine is made"
    let advice =
      isOfMachine
      ? "leave it out with `ignoring: [\"\(path)\"]`" : "let the event carry the value"
    return GraphFinding(
      .varyingProperty, state: place?.state ?? "", event: place?.event ?? "",
      "\(found), so the diagram may differ in each run; \(advice)")
  }

  static func unknownProperty(_ path: String, of machine: String, known: [String]) -> GraphFinding {
    let name = path.split(separator: ".").last.map(String.init) ?? path
    let near = SpellingSuggestion.nearest(to: name, in: known)
    return GraphFinding(
      .unknownProperty,
      """
      no \(machine) that was explored has the property \(path), which is to be ignored; \
      \(near.map { "write \($0)" } ?? "remove it, or name a stored property")
      """
    )
  }
}
