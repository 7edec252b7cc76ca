extension StateGraph: Hashable {
  /// Returns whether two graphs describe the same behavior under the same labels, in any order.
  ///
  /// - Parameters:
  ///   - lhs: A graph.
  ///   - rhs: Another graph.
  /// - Returns: `true` when a diagram of one is a diagram of the other.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public static func == (lhs: StateGraph, rhs: StateGraph) -> Bool {
    lhs.initialState == rhs.initialState && lhs.isCommitting == rhs.isCommitting
      && lhs.omission == rhs.omission
      && Set(lhs.states) == Set(rhs.states)
      && Set(lhs.composites) == Set(rhs.composites)
      && Set(lhs.rules) == Set(rhs.rules)
      && Set(lhs.regions) == Set(rhs.regions)
  }

  /// Feeds the parts that equality compares into a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(initialState)
    hasher.combine(isCommitting)
    hasher.combine(omission)
    hasher.combine(Set(states))
    hasher.combine(Set(composites))
    hasher.combine(Set(rules))
    hasher.combine(Set(regions))
  }
}

extension StateGraph {
  /// A short name for the behavior that the graph describes: equal graphs have the same one.
  ///
  /// Save it with a state, and a later version of the program can notice that the rules have
  /// changed.
  ///
  /// ```swift
  /// let saved = (state: machine.state, rules: StateGraph(Turnstile.schema).fingerprint)
  /// ```
  ///
  /// It has sixteen hexadecimal digits, the same in every run and on every system, and doesn't
  /// depend on how graphs are printed.
  ///
  /// - Complexity: O(*n* log *n*) in the number of states and transitions.
  public var fingerprint: String {
    var records = [["initial", initialState]]
    if isCommitting { records.append(["committing"]) }
    records += states.map {
      ["state", $0.identifier, $0.label, "\($0.isFinal)"] + ($0.parent.map { [$0] } ?? [])
        + ($0.completion.map { ["completion", $0.rawValue] } ?? [])
    }
    records += composites.map { ["composite", $0.identifier, $0.label, Self.field($0.parent)] }
    records += rules.map(Self.record)
    records += states.flatMap { Self.records(of: $0.behaviors, "state", $0.identifier) }
    records += composites.flatMap { Self.records(of: $0.behaviors, "composite", $0.identifier) }
    records += regions.map { ["region", $0.identifier, Self.field($0.parent), $0.initialState] }
    if let omission { records.append(["omission", "\(omission)"] + omission.exits) }
    // With its length before it, no field can be taken for two.
    let lines = records.map { $0.map { "\($0.utf8.count):\($0)" }.joined() }
    return Fingerprint(of: lines.sorted().joined(separator: "\n")).description
  }

  private static func record(of rule: Rule) -> [String] {
    let kind = rule.effect.isRefusal ? "refusal" : rule.isInternal ? "internal" : "external"
    let fields = [
      kind, rule.source, rule.target, rule.event, field(rule.guard), field(rule.effect.text),
    ]
    return fields + (rule.change.map { [$0] } ?? [])
      + (rule.entry == .initial ? [] : ["entry", "\(rule.entry)"])
  }

  /// Returns a record for each behavior of a state.
  private static func records(
    of behaviors: [StateBehavior], _ kind: String, _ state: String
  ) -> [[String]] {
    behaviors.enumerated().map { number, behavior in
      [
        "behavior", kind, state, "\(number)", behavior.kind.rawValue,
        field(behavior.shownLabel),
      ] + (Condition.text(of: behavior.conditions).map { [$0] } ?? [])
    }
  }

  /// Returns a field that distinguishes missing text from empty text.
  private static func field(_ text: String?) -> String {
    text.map { "=\($0)" } ?? ""
  }
}

/// A short name for a text, by which files that were made from it are known.
///
/// The 64-bit FNV-1a hash (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>): the same on
/// every run and system. It guards against forgetting, not against forgery.
package struct Fingerprint: Hashable, CustomStringConvertible {
  /// The number of hexadecimal digits.
  package static let length = 16

  /// The hash as hexadecimal digits.
  package let description: String

  /// The first half of the digits, which is enough to distinguish a few texts.
  var short: String { String(description.prefix(Self.length / 2)) }

  /// Computes the fingerprint of a text.
  package init(of text: String) {
    var text = text
    self = text.withUTF8 { Fingerprint(of: UnsafeRawBufferPointer($0)) }
  }

  /// Computes the fingerprint of the content of a file.
  package init(of bytes: UnsafeRawBufferPointer) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    description = String(repeating: "0", count: Self.length - digits.count) + digits
  }

  /// Creates a fingerprint from digits that were saved.
  package init(digits: String) {
    description = digits
  }
}
