extension StateGraph: Hashable {
  /// Returns whether two graphs describe the same behavior under the same labels.
  ///
  /// The order of states, composite states, regions and rules doesn't count.
  ///
  /// - Parameters:
  ///   - lhs: A graph.
  ///   - rhs: Another graph.
  /// - Returns: `true` if the graphs are equal.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public static func == (lhs: StateGraph, rhs: StateGraph) -> Bool {
    lhs.compared == rhs.compared
  }

  /// Feeds the parts that equality compares into a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(compared)
  }

  /// The parts that equality compares.
  private struct Compared: Hashable {
    let initialState: String, isCommitting: Bool, omission: GraphOmission?, states: Set<State>
    let composites: Set<CompositeState>, rules: Set<Rule>, regions: Set<Region>
  }

  private var compared: Compared {
    Compared(
      initialState: initialState, isCommitting: isCommitting, omission: omission,
      states: Set(states), composites: Set(composites), rules: Set(rules), regions: Set(regions))
  }
}

extension StateGraph {
  /// A short text that identifies the behavior of the graph: equal graphs have the same fingerprint.
  ///
  /// Save it with a state, and a later version of the program can notice that the rules have
  /// changed.
  ///
  /// ```swift
  /// let saved = (state: machine.state, rules: StateGraph(Turnstile.schema).fingerprint)
  /// ```
  ///
  /// The fingerprint has sixteen hexadecimal digits, the same in every run and on every system. It
  /// doesn't depend on the style or the format of diagrams. But it depends on the texts of triggers and
  /// conditions, such as `after 1 min 30 s`. If a version of this package writes them in another way, the
  /// fingerprint differs.
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
    // The length before each field keeps different lists of fields apart.
    let lines = records.map { $0.map { "\($0.utf8.count):\($0)" }.joined() }
    return Fingerprint(of: lines.sorted().joined(separator: "\n")).description
  }

  private static func record(of rule: Rule) -> [String] {
    let kind = rule.effect.isRefusal ? "refusal" : rule.isInternal ? "internal" : "external"
    let fields = [
      kind, rule.source, rule.target, rule.event, field(rule.guard), field(rule.effect.text),
    ]
    return fields + (rule.change.map { [$0] } ?? [])
      + (rule.untold.map { ["untold", $0] } ?? [])
      + (rule.entry == .initial ? [] : ["entry", "\(rule.entry)"])
  }

  /// Returns a record for each behavior of a state or composite state.
  private static func records(
    of behaviors: [StateBehavior], _ kind: String, _ state: String
  ) -> [[String]] {
    behaviors.enumerated().map { number, behavior in
      [
        "behavior", kind, state, "\(number)", behavior.kind.rawValue,
        field(behavior.shownLabel),
      ] + (Condition.text(of: behavior.conditions).map { [$0] } ?? [])
        + (behavior.untold.map { ["untold", $0] } ?? [])
    }
  }

  /// Returns a field that distinguishes missing text from empty text.
  private static func field(_ text: String?) -> String {
    text.map { "=\($0)" } ?? ""
  }
}
