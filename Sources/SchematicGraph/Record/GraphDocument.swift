extension StateGraph {
  /// Returns the graph as JSON, for programs that aren't written in Swift.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).json())
  /// ```
  ///
  /// ```json
  /// {
  ///   "format":"schematic-state-graph",
  ///   "version":2,
  ///   "initialState":"locked",
  ///   "states":[
  ///     {"identifier":"locked","label":"locked"},
  ///     {"identifier":"unlocked","label":"unlocked"}
  ///   ],
  ///   "composites":[],
  ///   "rules":[
  ///     {"source":"locked","target":"unlocked","event":"coin",
  ///       "conditions":[{"guard":"paid","holds":true}],"effect":"external","action":"unlock"}
  ///   ]
  /// }
  /// ```
  ///
  /// The document says the same as the record of a diagram: see <doc:TheRecord>. In place of states,
  /// composite states and rules, it has `regions` if machines run side by side: a list of such documents,
  /// each with a `name`. So does a composite state in which machines run side by side. Their combinations
  /// are not listed.
  ///
  /// - Of a rule, `source` and `target` are identifiers of states, and a rule by which nothing moves has
  ///   no `target`. It has `event`, `after` or `completion`. Its `effect` is `external`, `internal`,
  ///   `rejected`, `traps` or `ignored`.
  /// - `after` has `seconds`, or the `name` of a time that the subject of a machine says.
  /// - Members that would be empty are left out, but for the three lists.
  ///
  /// `state-graph-2.schema.json`, beside the source of this function, describes this as a JSON Schema.
  /// `version` increases if programs that read the format have to change. Members may be added without
  /// that, and a program ignores those that it doesn't know. Every entry of a list is on its own line, so a
  /// change of the rules changes only a few lines.
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func json() -> String {
    GraphDocument.value(of: self).lines().map { $0 + "\n" }.joined()
  }
}

/// The document of a graph for programs: see ``StateGraph/json()``.
private enum GraphDocument {
  static let format = "schematic-state-graph"
  static let version = 2.0

  static func value(of graph: StateGraph) -> JSONValue {
    let head = [("format", JSONValue.string(format)), ("version", .number(version))]
    return .object(JSONValue.members(head) + members(of: graph))
  }

  private static func members(of graph: StateGraph) -> [JSONValue.Member] {
    let head = JSONValue.members([
      ("initialState", .string(graph.initialState)),
      ("committing", graph.isCommitting ? .bool(true) : nil),
      ("omission", graph.omission.map(value)),
    ])
    guard graph.regions.isEmpty else {
      return head + JSONValue.members([("regions", value(of: graph.regions))])
    }
    let combined = Set(graph.composites.filter { !$0.regions.isEmpty }.map(\.identifier))
    let states = graph.states.filter { !combined.contains($0.parent ?? "") }
    let known = graph.rulesOfRegions
    let rules = graph.rules.filter { !known.contains($0) }
    return head
      + JSONValue.members([
        ("states", .array(states.map(value))), ("composites", .array(graph.composites.map(value))),
        ("rules", .array(rules.map(value))),
      ])
  }

  private static func value(of omission: GraphOmission) -> JSONValue {
    .object(of: [
      ("views", .array(omission.views.map(JSONValue.string))),
      ("states", .number(Double(omission.states))),
      ("transitions", .number(Double(omission.transitions))),
      ("refusals", .number(Double(omission.refusals))),
      ("exits", .array(omission.exits.map(JSONValue.string))),
    ])
  }

  private static func value(of regions: [StateGraph.Region]) -> JSONValue? {
    list(
      regions.map {
        .object(JSONValue.members([("name", .string($0.name))]) + members(of: $0.graph))
      })
  }

  private static func value(of state: StateGraph.State) -> JSONValue {
    .object(of: [
      ("identifier", .string(state.identifier)), ("label", .string(state.label)),
      ("parent", string(state.parent)), ("final", state.isFinal ? .bool(true) : nil),
      ("completion", string(state.completion?.rawValue)),
      ("behaviors", list(state.behaviors.map(value))),
    ])
  }

  private static func value(of composite: StateGraph.CompositeState) -> JSONValue {
    .object(of: [
      ("identifier", .string(composite.identifier)), ("label", .string(composite.label)),
      ("parent", string(composite.parent)), ("behaviors", list(composite.behaviors.map(value))),
      ("regions", value(of: composite.regions)),
    ])
  }

  private static func value(of behavior: StateGraph.StateBehavior) -> JSONValue {
    .object(of: [
      ("kind", .string(behavior.kind.rawValue)), ("delay", behavior.delay.map(value)),
      ("conditions", list(behavior.conditions.map(value))), ("label", string(behavior.label)),
    ])
  }

  private static func value(of rule: StateGraph.Rule) -> JSONValue {
    let trigger: [(String, JSONValue?)] =
      switch rule.trigger {
      case .event(let label): [("event", .string(label))]
      case .completion: [("completion", .bool(true))]
      case .timeout(let delay, let region):
        [("after", value(of: delay)), ("region", string(region))]
      }
    let effect: [(String, JSONValue?)] =
      switch rule.effect {
      case .external(let action): [("effect", .string("external")), ("action", string(action))]
      case .internal(let action): [("effect", .string("internal")), ("action", string(action))]
      case .rejected(let reason): [("effect", .string("rejected")), ("reason", string(reason))]
      case .traps(let message): [("effect", .string("traps")), ("message", string(message))]
      case .ignored: [("effect", .string("ignored"))]
      }
    let target = rule.effect.isRefusal ? nil : rule.target
    return .object(
      of: [("source", .string(rule.source)), ("target", string(target))] + trigger
        + [("conditions", list(rule.conditions.map(value)))] + effect
        + [("change", string(rule.change))])
  }

  private static func value(of delay: StateGraph.Delay) -> JSONValue {
    switch delay {
    case .fixed(let duration):
      let (seconds, attoseconds) = duration.components
      return .object(of: [("seconds", .number(Double(seconds) + Double(attoseconds) / 1e18))])
    case .named(let name): return .object(of: [("name", .string(name))])
    }
  }

  private static func value(of condition: StateGraph.Condition) -> JSONValue {
    switch condition {
    case .guard(let name, let holds):
      .object(of: [("guard", .string(name)), ("holds", .bool(holds))])
    case .payload(let text): .object(of: [("payload", .string(text))])
    }
  }

  private static func string(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

  private static func list(_ values: [JSONValue]) -> JSONValue? {
    values.isEmpty ? nil : .array(values)
  }
}
