import Schematic

/// The properties in which two values differ that should be equal, because the same rules made both.
///
/// A property that is an identifier, an instant or an address has another value each time. A diagram
/// that shows it would change from run to run.
struct VaryingProperties {
  /// A property that differs.
  struct Difference: Hashable {
    /// The names on the way to the property, with dots between them.
    let path: String
    let use: Use
    var decides: Bool { use != .identifies }
  }

  /// What a machine may do with values.
  ///
  /// It decides with Booleans and cases, and it may count with small numbers, or decide. Any other value identifies
  /// something, or tells a time.
  enum Use { case decides, counts, identifies }

  let differences: [Difference]

  var paths: [String] { differences.map(\.path).uniqued() }

  /// Compares two values, such as two machines after the same events.
  init(_ one: some Graphable, _ other: some Graphable, ignoring ignored: IgnoredProperties) {
    let identity = VisitedSet.identity(of: one)
    // A value that differs from itself, such as one with a NaN, differs from any other, too.
    guard identity != VisitedSet.identity(of: other), identity == VisitedSet.identity(of: one)
    else {
      differences = []
      return
    }
    if let differences = Self.differences(one, other, ignored) {
      self.differences = differences
    } else {
      let values = PayloadField.fields(of: other)
      differences = PayloadField.fields(of: one).filter { !values.contains($0) }
        .map { Difference(path: $0.name, use: .decides) }
    }
  }

  /// Compares the ignored properties of two values that are otherwise equal.
  init(hiddenIn one: some Graphable, _ other: some Graphable) {
    differences = Self.differences(one, other, .none) ?? []
  }

  /// Returns the properties in which two values differ, or `nil` if nobody can look into them.
  private static func differences(
    _ one: some Graphable, _ other: some Graphable, _ ignored: IgnoredProperties
  ) -> [Difference]? {
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
  ) -> [Difference] {
    guard objects.admit(one) else { return [] }
    let isEqual =
      VisitedSet.identity(of: one, ignoring: ignored)
      == VisitedSet.identity(of: other, ignoring: ignored)
    guard !isEqual else { return [] }
    let own =
      names.isEmpty
      ? []
      : [Difference(path: names.joined(separator: "."), use: use(of: one, other))]
    let (parts, others) = (ReflectedValue(one), ReflectedValue(other))
    guard names.count < deepest, !parts.isUnordered, parts.elements == nil else { return own }
    let pairs = zip(parts.parts(ignored), others.parts(ignored))
    let inner = pairs.flatMap { part, other -> [Difference] in
      guard part.label == other.label else { return [] }
      return differences(
        part.value, other.value, part.ignored, &objects,
        below: names + (parts.kind == .optional ? [] : [part.label].compactMap(\.self)))
    }
    return inner.isEmpty ? own : inner
  }

  private static func use(of one: Any, _ other: Any) -> Use {
    guard let one = ReflectedValue.unwrapped(one), let other = ReflectedValue.unwrapped(other)
    else { return .decides }
    if let one = one as? any BinaryInteger, let other = other as? any BinaryInteger {
      let areSmall = [Int(clamping: one), Int(clamping: other)].allSatisfy { -limit..<limit ~= $0 }
      return areSmall ? .counts : .identifies
    }
    if let one = one as? any Collection, let other = other as? any Collection {
      // The elements identify something if there are as many of them.
      return one.count != other.count ? .decides : .identifies
    }
    return one is Bool || ReflectedCase.isEnum(one) ? .decides : .identifies
  }

  /// The number from which on numbers are those that chance or a clock gives.
  private static let limit = 10_000
}

extension IgnoredProperties {
  /// Remembers a property that differs each time.
  func record(_ difference: VaryingProperties.Difference) {
    switch difference.use {
    case .decides: break
    case .counts: record(uncertain: difference.path)
    case .identifies: record(varying: difference.path)
    }
  }
}

extension GraphFinding {
  /// Returns the finding about a property that has another value each time.
  ///
  /// - Parameters:
  ///   - difference: The property.
  ///   - place: The state and the event of the step, or `nil` if the machine is made so.
  ///   - isOfMachine: `true` for a hand-written machine, whose properties can be ignored.
  /// - Returns: The finding.
  static func varyingProperty(
    _ difference: VaryingProperties.Difference, in place: (state: String, event: String)?,
    isOfMachine: Bool
  ) -> GraphFinding {
    let path = difference.path
    let found =
      place.map { state, event in
        "event \(event) in state \(state) gives `\(path)` another value each time"
      } ?? "`\(path)` has another value each time the machine is made"
    let result =
      switch (isOfMachine, difference.decides) {
      case (true, false): "\(isLeftOut) `ignoring: [\"\(path)\"]`"
      case (true, true): "\(mayDiffer) `ignoring: [\"\(path)\"]`"
      case (false, _): "may differ in each run; let the event carry the value"
      }
    return GraphFinding(
      .varyingProperty, state: place?.state ?? "", event: place?.event ?? "",
      "\(found), so the diagram \(result)")
  }

  private static let mayDiffer = "may differ in each run; leave it out with"
  private static let isLeftOut = "leaves it out; say so with"

  /// The finding after it was seen that the property decides nothing, and the diagram leaves it out.
  var leavingOut: GraphFinding {
    guard kind == .varyingProperty else { return self }
    return GraphFinding(
      kind, state: state, event: event,
      description.replacing(Self.mayDiffer, with: Self.isLeftOut))
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
