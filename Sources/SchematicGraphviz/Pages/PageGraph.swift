import SchematicGraph

/// A graph as the program of a page reads it: rows with the texts that it shows and what they are made
/// of, so that no text is taken apart there.
struct PageGraph: Encodable {
  private let initialState: String
  private let states: [Box]
  private let composites: [Box]
  private let rules: [Row]

  init(_ graph: StateGraph) {
    initialState = graph.initialState
    states = graph.states.map {
      Box(
        identifier: $0.identifier, label: $0.label, parent: $0.parent, behaviors: $0.behaviors,
        isFinal: $0.isFinal)
    }
    composites = graph.composites.map {
      Box(
        identifier: $0.identifier, label: $0.label, parent: $0.parent, behaviors: $0.behaviors,
        isFinal: false)
    }
    rules = graph.rules.map(Row.init)
  }

  /// A state or a composite state.
  private struct Box: Encodable {
    let identifier: String
    let label: String
    let parent: String?
    let behaviors: [StateGraph.StateBehavior]
    let isFinal: Bool

    private enum Key: String, CodingKey {
      case identifier, label, parent, final, entry, exit, `do`, after
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(identifier, forKey: .identifier)
      try members.encode(label, forKey: .label)
      try members.encodeIfPresent(parent, forKey: .parent)
      if isFinal { try members.encode(true, forKey: .final) }
      func labels(_ kind: StateGraph.StateBehavior.Kind) -> [String?] {
        behaviors.filter { $0.kind == kind }.map(\.label)
      }
      for (kind, key) in [(.entry, .entry), (.exit, .exit), (.task, .do)]
        as [(StateGraph.StateBehavior.Kind, Key)] where !labels(kind).isEmpty
      {
        try members.encode(labels(kind), forKey: key)
      }
      let times = behaviors.compactMap(\.duration).map(Time.init)
      if !times.isEmpty { try members.encode(times, forKey: .after) }
    }
  }

  /// A rule: an optional member is there if the rule has it.
  private struct Row: Encodable {
    let state: String
    let target: String
    let kind: String
    let event: String
    let after: Time?
    let `guard`: String?
    let conditions: [Condition]
    let action: String?
    let reason: String?
    let change: String?

    init(_ rule: StateGraph.Rule) {
      (state, target, event, `guard`) = (rule.source, rule.target, rule.event, rule.guard)
      conditions = rule.conditions.map(Condition.init)
      (action, change, reason) = (rule.action, rule.change, rule.label.effect.reason)
      kind =
        switch rule.effect {
        case .external: "moved"
        case .internal: "stayed"
        case .rejected: "rejected"
        case .traps: "traps"
        }
      after = if case .timeout(let duration, _) = rule.trigger { Time(duration) } else { nil }
    }
  }

  /// A time: the event of a diagram, its text in a trace, and the seconds.
  private struct Time: Encodable {
    let event: String
    let text: String
    let seconds: Double

    init(_ duration: Duration) {
      event = "\(StateGraph.Trigger.timeout(duration))"
      text = duration.label
      seconds = duration / .seconds(1)
    }
  }

  /// A condition: a guard with the answer that it must give, or words about a payload.
  private struct Condition: Encodable {
    let name: String
    let holds: Bool
    let isPayload: Bool

    init(_ condition: StateGraph.Condition) {
      switch condition {
      case .guard(let name, let holds): (self.name, self.holds, isPayload) = (name, holds, false)
      case .payload(let text): (name, holds, isPayload) = (text, true, true)
      }
    }
  }
}
