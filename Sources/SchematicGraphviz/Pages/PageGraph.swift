import SchematicGraph

/// A graph as the program of a page reads it: rows with the texts that it shows and what they are made
/// of, so that no text is taken apart there.
struct PageGraph: Encodable {
  private let initialState: String
  private let states: [Box]
  private let composites: [Box]
  private let rules: [Row]

  /// Creates the rows of a graph, with their lines of code if there are links.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - links: The links to lines of code.
  ///   - parts: The labels of what combinations consist of, by their identifiers.
  init(_ graph: StateGraph, _ links: CodeLinks? = nil, parts: [String: [String]] = [:]) {
    initialState = graph.initialState
    let nearest = links.map { _ in NearestLines(in: graph) }
    let collapsed = graph.collapsedStates
    states = graph.states.map { state in
      Box(
        identifier: state.identifier, label: state.label, parent: state.parent,
        behaviors: state.behaviors, isFinal: state.isFinal, isPassed: state.completion == .passed,
        isCollapsed: collapsed.contains(state.identifier), parts: parts[state.identifier],
        line: nearest.flatMap { links?.place(of: $0.lines(of: state.identifier, state.behaviors)) })
    }
    composites = graph.composites.map {
      Box(
        identifier: $0.identifier, label: $0.label, parent: $0.parent, behaviors: $0.behaviors,
        isFinal: false, isPassed: false, isCollapsed: false, parts: nil, line: nil)
    }
    rules = graph.rules.map { Row($0, links?.place(of: $0.lines)) }
  }

  /// A state or a composite state.
  private struct Box: Encodable {
    let identifier: String
    let label: String
    let parent: String?
    let behaviors: [StateGraph.StateBehavior]
    let isFinal: Bool
    /// A Boolean value that indicates whether a machine leaves the state at once.
    let isPassed: Bool
    /// A Boolean value that indicates whether the state stands for a composite state.
    let isCollapsed: Bool
    /// The labels of what a combination consists of.
    let parts: [String]?
    let line: CodeLinks.Place?

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(identifier, forKey: Key(stringValue: "identifier"))
      try members.encode(label, forKey: Key(stringValue: "label"))
      try members.encodeIfPresent(parent, forKey: Key(stringValue: "parent"))
      if isFinal { try members.encode(true, forKey: Key(stringValue: "final")) }
      if isPassed { try members.encode(true, forKey: Key(stringValue: "passed")) }
      if isCollapsed { try members.encode(true, forKey: Key(stringValue: "collapsed")) }
      try members.encodeIfPresent(parts, forKey: Key(stringValue: "parts"))
      try members.encodeIfPresent(line, forKey: Key(stringValue: "line"))
      for (kind, behaviors) in Dictionary(grouping: behaviors, by: \.kind) {
        let key = Key(stringValue: kind.rawValue)
        if kind == .timeout {
          try members.encode(behaviors.compactMap(\.delay).map(Time.init), forKey: key)
        } else {
          try members.encode(behaviors.map(Behavior.init), forKey: key)
        }
      }
    }
  }

  /// An entry, exit or task: its label, and the conditions under which it is done.
  private struct Behavior: Encodable {
    let label: String?
    let `guard`: String?

    init(_ behavior: StateGraph.StateBehavior) {
      label = behavior.label
      `guard` = RuleLabel(trigger: "", conditions: behavior.conditions).guard
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
    let line: CodeLinks.Place?

    init(_ rule: StateGraph.Rule, _ line: CodeLinks.Place?) {
      self.line = line
      (state, target, event, `guard`) = (rule.source, rule.target, rule.event, rule.guard)
      conditions = rule.conditions.map(Condition.init)
      (action, change, reason) = (rule.action, rule.change, rule.label.effect.reason)
      kind =
        switch rule.effect {
        case .external: "moved"
        case .internal: "stayed"
        case .rejected: "rejected"
        case .traps: "traps"
        case .ignored: "ignored"
        }
      after = if case .timeout(let delay, _) = rule.trigger { Time(delay) } else { nil }
    }
  }

  /// A delay: the event of a diagram, its text in a trace, and its seconds or its name.
  private struct Time: Encodable {
    let event: String
    let text: String
    let seconds: Double?
    let name: String?

    init(_ delay: StateGraph.Delay) {
      event = "\(StateGraph.Trigger.timeout(delay))"
      text = "\(delay)"
      switch delay {
      case .fixed(let duration): (seconds, name) = (duration / .seconds(1), nil)
      case .named(let name): (seconds, self.name) = (nil, name)
      }
    }
  }

  /// A condition: a guard with the answer that it must give, or words about a payload.
  private struct Condition: Encodable {
    let name: String
    let holds: Bool
    let isPayload: Bool

    init(_ condition: StateGraph.Condition) {
      (name, holds) = (condition.name, condition.holds)
      isPayload = if case .payload = condition { true } else { false }
    }
  }
}
