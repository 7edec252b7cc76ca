/// The document of a graph for programs: what ``StateGraph/json()`` prints.
///
/// - `states` and `composites` have `identifier`; `label`, unless it is the identifier without that of the
///   composite state around it; `parent`, `final`, `completion`, `behaviors` and `regions` if there are some;
/// - `rules` have `source`; `target` unless nothing is left; `event`, `after` or `completion`; `region`,
///   `conditions`, `change` if there are some; `effect` unless it is a transition; and `text`, an action,
///   a reason or a message.
///
/// The states and rules of regions are those of their machines; of their combinations, a list has only an
/// entry `combinationsOf` in their place.
enum GraphDocument {
  static let format = "schematic-state-graph"
  static let version = 2.0

  static func value(of graph: StateGraph) -> JSONValue {
    .object(
      JSONValue.members([("format", .string(format)), ("version", .number(version))])
        + content(of: graph))
  }

  private static func content(of graph: StateGraph) -> [JSONValue.Member] {
    let omission = graph.omission.map { omission in
      JSONValue.object(of: [
        ("views", strings(omission.views)), ("states", .number(Double(omission.states))),
        ("transitions", .number(Double(omission.transitions))),
        ("refusals", .number(Double(omission.refusals))), ("exits", strings(omission.exits)),
      ])
    }
    let head = JSONValue.members([
      ("initialState", .string(graph.initialState)), ("committing", flag(graph.isCommitting)),
      ("omission", omission),
    ])
    guard graph.regions.isEmpty else {
      return head + JSONValue.members([("regions", regions(graph.regions))])
    }
    let inner = Dictionary(
      graph.composites.filter { !$0.regions.isEmpty }.map {
        ($0.identifier, Set(InnerRegions.rules(of: $0)))
      },
      uniquingKeysWith: { first, _ in first })
    let owners = Dictionary(
      graph.states.map { ($0.identifier, $0.parent) }, uniquingKeysWith: { first, _ in first })
    func rules(inside state: String) -> Set<StateGraph.Rule>? {
      owners[state]?.flatMap { inner[$0] }
    }
    var placed: Set<String> = []
    let states = graph.states.compactMap { state -> JSONValue? in
      guard let parent = state.parent, inner[parent] != nil else { return value(of: state) }
      return placed.insert(parent).inserted
        ? .object(of: [("combinationsOf", .string(parent))]) : nil
    }
    return head
      + JSONValue.members([
        ("states", list(states)),
        ("composites", list(graph.composites.map(value))),
        (
          "rules",
          list(graph.rules.filter { rules(inside: $0.source)?.contains($0) != true }.map(value))
        ),
      ])
  }

  private static func regions(_ regions: [StateGraph.Region]) -> JSONValue? {
    list(
      regions.map {
        .object(JSONValue.members([("name", .string($0.name))]) + content(of: $0.graph))
      })
  }

  private static func value(of state: StateGraph.State) -> JSONValue {
    .object(
      of:
        names(state.identifier, state.label, state.parent) + [
          ("final", flag(state.isFinal)), ("completion", string(state.completion?.rawValue)),
          ("behaviors", list(state.behaviors.map(value))),
        ])
  }

  private static func value(of composite: StateGraph.CompositeState) -> JSONValue {
    .object(
      of:
        names(composite.identifier, composite.label, composite.parent) + [
          ("behaviors", list(composite.behaviors.map(value))),
          ("regions", regions(composite.regions)),
        ])
  }

  private static func names(
    _ identifier: String, _ label: String, _ parent: String?
  ) -> [(String, JSONValue?)] {
    let usual = GraphRecord.label(of: identifier, in: parent)
    let isUsual = label.unicodeScalars.elementsEqual(usual.unicodeScalars)
    return [
      ("identifier", .string(identifier)), ("label", isUsual ? nil : .string(label)),
      ("parent", string(parent)),
    ]
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
    let (effect, text): (String?, String?) =
      switch rule.effect {
      case .external(let action): (nil, action)
      case .internal(let action): ("internal", action)
      case .rejected(let reason): ("rejected", reason)
      case .traps(let message): ("traps", message)
      case .ignored: ("ignored", nil)
      }
    let target =
      rule.effect.isRefusal || rule.isInternal && rule.source == rule.target ? nil : rule.target
    return .object(
      of: [("source", .string(rule.source)), ("target", string(target))] + trigger + [
        ("conditions", list(rule.conditions.map(value))), ("effect", string(effect)),
        ("text", string(text)), ("change", string(rule.change)),
      ])
  }

  private static func value(of delay: StateGraph.Delay) -> JSONValue {
    switch delay {
    case .fixed(let duration): .string(duration.label)
    case .named(let name): .object(of: [("name", .string(name))])
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
  private static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }
  private static func flag(_ flag: Bool) -> JSONValue? { flag ? .bool(true) : nil }
  private static func list(_ values: [JSONValue]) -> JSONValue? {
    values.isEmpty ? nil : .array(values)
  }
}
