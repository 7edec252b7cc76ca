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
  ///   "regions":[],
  ///   "rules":[
  ///     {"source":"locked","target":"unlocked","event":"coin",
  ///       "conditions":[{"guard":"paid","holds":true}],"effect":"external","action":"unlock"}
  ///   ]
  /// }
  /// ```
  ///
  /// The document says the same as the record of a diagram: see <doc:TheRecord>.
  ///
  /// - The `parent` of a state is the composite state or the region around it, and the `parent` of
  ///   a region is the state that consists of it. If the machine as a whole consists of regions,
  ///   these regions have no `parent`, and there is no `initialState`.
  /// - A rule has `source` and `target`, the identifiers of states. A rejection, a trap and an
  ///   ignored timeout have no `target`. `entry` lists the states in which regions of the target
  ///   are entered, unless these are their initial states; or it is `history`. Each rule has one of
  ///   `event`, `after` and `completion`. Its `effect` is `external`, `internal`, `rejected`,
  ///   `traps` or `ignored`.
  /// - `after` has `seconds`, or the `name` of a time that the subject of a machine gives.
  /// - Empty members are left out, except for `states`, `composites`, `regions`, `rules`, and the lists
  ///   of an `omission`.
  ///
  /// `state-graph-2.schema.json`, beside the source of this function, describes this as a JSON Schema.
  /// `version` increases if programs that read the format have to change. Members may be added
  /// without a new version, so a program must ignore members that it doesn't know. Each state, composite
  /// state, region and rule is on its own line, so a change of the rules changes only a few lines.
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func json() -> String {
    document.lines.map { $0 + "\n" }.joined()
  }

  /// The graph for programs: see ``json()``.
  package var document: JSONValue { GraphDocument.value(of: self) }
}

private enum GraphDocument {
  static let format = "schematic-state-graph"
  static let version = 2.0

  static func value(of graph: StateGraph) -> JSONValue {
    let head = [("format", JSONValue.string(format)), ("version", .number(version))]
    return .object(JSONValue.members(head) + members(of: graph))
  }

  private static func members(of graph: StateGraph) -> [JSONValue.Member] {
    return JSONValue.members([
      ("initialState", graph.isDivided ? nil : .string(graph.initialState)),
      ("committing", graph.isCommitting ? .bool(true) : nil),
      ("omission", graph.omission.map(value)),
      ("states", .array(graph.states.map(value))),
      ("composites", .array(graph.composites.map(value))),
      ("regions", .array(graph.regions.map(value))),
      ("rules", .array(graph.rules.map(value))),
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

  private static func value(of region: StateGraph.Region) -> JSONValue {
    .object(of: [
      ("identifier", .string(region.identifier)), ("name", .string(region.name)),
      ("parent", string(region.parent)), ("initialState", .string(region.initialState)),
    ])
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
    ])
  }

  private static func value(of behavior: StateGraph.StateBehavior) -> JSONValue {
    .object(of: [
      ("kind", .string(behavior.kind.rawValue)), ("delay", behavior.delay.map(value)),
      ("sends", string(behavior.sends)),
      ("conditions", list(behavior.conditions.map(value))), ("label", string(behavior.label)),
    ])
  }

  private static func value(of rule: StateGraph.Rule) -> JSONValue {
    let trigger: [(String, JSONValue?)] =
      switch rule.trigger {
      case .event(let label): [("event", .string(label))]
      case .completion: [("completion", .bool(true))]
      case .timeout(let delay, let event): [("after", value(of: delay)), ("sends", string(event))]
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
    let entry: JSONValue? =
      switch rule.entry {
      case .initial: nil
      case .states(let states): .array(states.map(JSONValue.string))
      case .history: .string("history")
      }
    return .object(
      of: [("source", .string(rule.source)), ("target", string(target)), ("entry", entry)] + trigger
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
    case .in(let state, let holds): .object(of: [("in", .string(state)), ("holds", .bool(holds))])
    case .payload(let text): .object(of: [("payload", .string(text))])
    }
  }

  private static func string(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

  private static func list(_ values: [JSONValue]) -> JSONValue? {
    values.isEmpty ? nil : .array(values)
  }
}
