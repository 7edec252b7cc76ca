import Schematic

/// The properties in which two values differ that should be equal, because the same rules made both.
///
/// A property that is an identifier, an instant or an address has another value each time. A diagram
/// that shows it would change from run to run.
struct VaryingProperties {
  /// The names on the way to each property, with dots between them.
  let paths: [String]

  /// Compares two values, such as two machines after the same events.
  init(_ one: Any, _ other: Any, ignoring ignored: IgnoredProperties = .none) {
    var objects: Set<ObjectIdentifier> = []
    paths = Self.paths(one, other, ignored, &objects, below: []).uniqued()
  }

  /// The maximum number of levels to which values are compared.
  private static let deepest = 16

  private static func paths(
    _ one: Any, _ other: Any, _ ignored: IgnoredProperties, _ objects: inout Set<ObjectIdentifier>,
    below names: [String]
  ) -> [String] {
    func identity(_ value: Any) -> AnyHashable {
      ObjectContent.identity(of: value, ignoring: ignored).identity
    }
    guard objects.admit(one), identity(one) != identity(other) else { return [] }
    let own = names.isEmpty ? [] : [names.joined(separator: ".")]
    let (parts, others) = (ReflectedValue(one), ReflectedValue(other))
    // Nobody can name an element of a list, so the list differs.
    guard names.count < deepest, !parts.isUnordered, parts.elements == nil else { return own }
    let pairs = zip(parts.parts(ignored), others.parts(ignored))
    let inner = pairs.flatMap { part, other -> [String] in
      guard part.label == other.label else { return [] }
      return paths(
        part.value, other.value, part.ignored, &objects,
        below: names + (parts.kind == .optional ? [] : [part.label].compactMap(\.self)))
    }
    return inner.isEmpty ? own : inner
  }
}

extension GraphFinding {
  /// Returns the finding about a property of a schema's state that has another value each time.
  static func varyingProperty(_ path: String, in state: String, on event: String) -> GraphFinding {
    GraphFinding(
      .varyingProperty, state: state, event: event,
      """
      event \(event) in state \(state) gives `\(path)` another value each time, so the diagram may differ in each \
      run; let the event carry the value
      """
    )
  }

  /// Returns the finding about a property of a hand-written machine that has another value each time.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - state: The state to which the same events lead, or `nil` if the machine has just been made.
  /// - Returns: The finding.
  static func varyingProperty(_ path: String, after state: String?) -> GraphFinding {
    // A name may be anywhere in the machine, and a state that is looked at alone has no more of the way than its end.
    let end = path.split(separator: ".").suffix(2).joined(separator: ".")
    let moment = state.map { "the events that lead to state \($0)" } ?? "it is made"
    return GraphFinding(
      .varyingProperty, state: state ?? "",
      """
      `\(path)` of the machine has another value each time after \(moment), so nothing more is drawn; if it decides \
      nothing, leave it out with `ignoring: ["\(end)"]`, or else let the machine be given the value
      """
    )
  }

  static func unknownProperty(_ path: String, of machine: String, known: [String]) -> GraphFinding {
    let name = path.split(separator: ".").last.map(String.init) ?? path
    let near = SpellingSuggestion.nearest(to: name, in: known.filter { $0 != name })
    return GraphFinding(
      .unknownProperty,
      """
      no \(machine) that was explored has the property \(path), which is to be ignored; \
      \(near.map { "write \($0)" } ?? "remove it, or name a stored property")
      """
    )
  }
}
