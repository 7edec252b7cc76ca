extension StateGraph {
  /// A row of the transition table: a state, a trigger, conditions and an effect.
  ///
  /// ```swift
  /// let rule = StateGraph(Turnstile.schema).rules[0]
  /// rule.description  // "locked -> unlocked: coin [paid] / unlock"
  /// ```
  public struct Rule: Hashable, Sendable {
    /// The identifier of the state in which the rule applies.
    public var source: String
    /// The identifier of the target state, which is the source if nothing moves.
    public var target: String
    /// The states in which the regions of the target are entered, if it has regions.
    package var entry = Entry.initial
    /// The trigger, the conditions, the effect and the change.
    package var label: RuleLabel
    /// The lines of code that make the rule; if there are none, the nearest known lines.
    package var lines = SourceLines()

    /// Creates a rule.
    ///
    /// ```swift
    /// StateGraph.Rule(
    ///   source: "locked", target: "unlocked", trigger: "coin", conditions: [.guard("paid")],
    ///   effect: .external(action: "unlock"))
    /// ```
    ///
    /// - Parameters:
    ///   - source: The identifier of the state in which the rule applies.
    ///   - target: The identifier of the target state, or `nil` for the source.
    ///   - trigger: The trigger; a string literal is the label of an event.
    ///   - conditions: The conditions that must all hold.
    ///   - effect: The effect.
    ///   - change: The change of the values that the state carries, such as `attempt + 1`.
    ///   - entry: The states in which regions of the target are entered.
    package init(
      source: String, target: String? = nil, trigger: Trigger, conditions: [Condition] = [],
      effect: Effect = .external(), change: String? = nil, entry: Entry = .initial
    ) {
      self.init(
        RuleLabel(trigger: trigger, conditions: conditions, effect: effect, change: change),
        from: source, to: target ?? source)
      self.entry = entry
    }

    /// Creates a rule from its label and the states at its ends.
    package init(
      _ label: RuleLabel, from source: String, to target: String, entry: Entry = .initial
    ) {
      self.source = source
      self.target = label.effect.isRefusal ? source : target
      self.label = label
      self.entry = entry
    }

    /// Returns the same rule with another source and another target.
    package func moved(from source: String, to target: String) -> Rule {
      var rule = Rule(label, from: source, to: target, entry: entry)
      rule.lines = lines
      return rule
    }

    /// The trigger: an event, a timeout, or a completion.
    public var trigger: Trigger {
      get { label.trigger }
      set { label.trigger = newValue }
    }

    /// The conditions that must all hold for the rule to apply; empty if there are none.
    public var conditions: [Condition] {
      get { label.conditions }
      set { label.conditions = newValue }
    }

    /// The effect of the event.
    public var effect: Effect {
      get { label.effect }
      set { label.effect = newValue }
    }

    /// The change of the values that the state carries, such as `attempt + 1` or `attempt = 0`, or
    /// `nil` if they stay the same or there are none.
    ///
    /// The change describes the explored values. A field that always becomes 1 is written
    /// `attempt = 1`. A change without a short description only names the field: `attempt changes`. If the target state has only one value of a field, the field isn't
    /// mentioned.
    package var change: String? {
      get { label.change }
      set { label.change = newValue }
    }

    /// A digest of what the words of the conditions and of the change leave out, or `nil` if they tell all.
    ///
    /// No diagram shows it. Two rules that say the same, and mean different values, aren't equal.
    package var untold: String? {
      get { label.untold }
      set { label.untold = newValue }
    }
  }

  /// The states in which a transition enters the regions of its target.
  package enum Entry: Hashable, Sendable {
    /// Each region starts in its initial state.
    case initial
    /// Some regions start in these states instead, given by their identifiers.
    case states([String])
    /// Each region goes on in the state in which it was left last (UML's deep history: OMG UML 2.5.1,
    /// §14.2.3.4.7).
    case history
  }

  /// The effect of an event.
  public enum Effect: Hashable, Sendable {
    /// An external transition: the source is left, and the target is entered.
    case external(action: String? = nil)
    /// An internal transition, which leaves and enters no state.
    ///
    /// The machine stays in its state; if it doesn't, the rules are wrong.
    case `internal`(action: String? = nil)
    /// A rejection: the event is a mistake, and nothing moves.
    ///
    /// The graph contains rejections: if the rules begin to ignore the event instead, the graph differs.
    case rejected(reason: String? = nil)
    /// A trap: the rules stop the program, by a precondition for example.
    case traps(message: String? = nil)
    /// A timeout whose event the state ignores: nothing moves.
    ///
    /// If the state ignores an event that is sent from outside, the graph has no rule for it.
    case ignored
  }
}

extension StateGraph.Rule {
  /// The trigger as text: the label of an event, `after 30 s`, or `completion`.
  public var event: String { trigger.description }

  /// The conditions as diagrams show them, such as `paid and not late`; `nil` if there are none.
  public var `guard`: String? { label.guard }

  /// The label of the action, or `nil` if there is none.
  public var action: String? { effect.action }

  /// The label of the action and, if it is a list, each of its parts.
  package var actions: [String] { action?.actionNames ?? [] }

  /// A Boolean value that indicates whether the rule is an internal transition, which leaves no state.
  package var isInternal: Bool { effect.isInternal }
}

extension StateGraph.Effect {
  package var action: String? {
    switch self {
    case .external(let action), .internal(let action): action
    case .rejected, .traps, .ignored: nil
    }
  }

  /// The reason of a rejection, or the message of a trap; `nil` if there is none.
  package var reason: String? {
    switch self {
    case .rejected(let text), .traps(let text): text
    case .external, .internal, .ignored: nil
    }
  }

  package var isInternal: Bool { if case .internal = self { true } else { false } }
  package var isRejection: Bool { if case .rejected = self { true } else { false } }
  package var isTrap: Bool { if case .traps = self { true } else { false } }
  /// A Boolean value that indicates whether nothing moves: the event is rejected, or it traps, or a
  /// timeout sends it and the state ignores it.
  package var isRefusal: Bool { isRejection || isTrap || self == .ignored }

  /// The text after the slash, such as `unlock` or `rejected: pay first`; `nil` if there is none.
  package var text: String? {
    switch self {
    case .external(let action), .internal(let action): action
    case .rejected(let reason): "rejected" + (reason.map { ": \($0)" } ?? "")
    case .traps(let message): "traps" + (message.map { ": \($0)" } ?? "")
    case .ignored: "ignored"
    }
  }
}

/// The label of a rule: trigger, conditions, effect and change, without the states at its ends.
package struct RuleLabel: Hashable, Sendable {
  package var trigger: StateGraph.Trigger
  package var conditions: [StateGraph.Condition] = []
  package var effect: StateGraph.Effect = .external()
  package var change: String?
  /// A digest of what the words of the conditions and of the change leave out; no diagram shows it.
  package var untold: String?

  package init(
    trigger: StateGraph.Trigger, conditions: [StateGraph.Condition] = [],
    effect: StateGraph.Effect = .external(), change: String? = nil
  ) {
    self.trigger = trigger
    self.conditions = conditions
    self.effect = effect
    self.change = change
  }

  /// The conditions as one text; `nil` if there are none.
  package var `guard`: String? { StateGraph.Condition.text(of: conditions) }

  /// Returns the trigger, and the guard in brackets: `coin [paid]`.
  ///
  /// - Parameter encode: Returns a text encoded for a notation such as Mermaid.
  /// - Returns: The text; nothing is written for a missing guard.
  package func occasion(_ encode: (String) -> String = { $0 }) -> String {
    Self.text(event: encode("\(trigger)"), guard: `guard`.map(encode), effect: nil, change: nil)
  }

  /// Returns the label in UML's notation, `event [guard] / action` (OMG UML 2.5.1, §14.2.4.9):
  /// `coin [paid] / unlock` or `push / rejected: pay first`.
  ///
  /// A change follows in braces, in which UML writes constraints (§7.6.4): `fail / wait {attempt + 1}`.
  ///
  /// - Parameter encode: Returns a text encoded for a notation such as Mermaid.
  /// - Returns: The text; nothing is written for a missing guard, action or change.
  package func text(_ encode: (String) -> String = { $0 }) -> String {
    text(encode, event: "\(trigger)")
  }

  /// Returns the label as an arrow shows it, without the word `completion`: `[paid] / eject`.
  ///
  /// - Parameter encode: Returns a text encoded for a notation such as Mermaid.
  /// - Returns: The text; empty for a completion without a guard, an effect and a change.
  func arrowText(_ encode: (String) -> String) -> String {
    text(encode, event: trigger == .completion ? nil : "\(trigger)")
  }

  /// Returns the label with another text for its trigger, or without one.
  func text(_ encode: (String) -> String, event: String?) -> String {
    Self.text(
      event: event.map(encode), guard: `guard`.map(encode), effect: effect.text.map(encode),
      change: change.map { encode("{\($0)}") })
  }

  /// Returns a label made from texts that are already encoded for a notation; `change` has its braces.
  package static func text(
    event: String?, guard: String?, effect: String?, change: String?
  ) -> String {
    [event, `guard`.map { "[\($0)]" }, effect.map { "/ \($0)" }, change].compactMap { $0 }
      .joined(separator: " ")
  }
}

extension StateGraph.Rule: CustomStringConvertible {
  /// The rule in UML's notation: `locked -> unlocked: coin [paid] / unlock`, or
  /// `locked: push / rejected: pay first`.
  public var description: String {
    let ends = effect.isRefusal ? source : "\(source) -> \(target)\(entry)"
    return "\(ends): \(label.text())\(isInternal ? " (internal)" : "")"
  }
}

extension StateGraph.Entry {
  /// The identifiers of the given states; empty for `initial` and `history`.
  package var states: [String] { if case .states(let states) = self { states } else { [] } }
}

extension StateGraph.Entry: CustomStringConvertible {
  /// The text after a target: ` [trip/light/on]` or ` [H*]`; empty if all regions start in their initial
  /// states.
  package var description: String {
    switch self {
    case .initial: ""
    case .states(let states): " [\(states.joined(separator: " and "))]"
    case .history: " [H*]"
    }
  }
}

extension [StateGraph.Rule] {
  /// Returns the rules without repetitions; each has the lines of all rules that are equal to it.
  func withoutRepetitions() -> [StateGraph.Rule] {
    merged(by: \.self) { $0.lines.merge($1.lines) }
  }

  /// Returns the rules in the order of their source states: for each state, transitions, then
  /// rejections, then traps, then ignored timeouts.
  func inOrder(of states: [StateGraph.State]) -> [StateGraph.Rule] {
    let places = Dictionary(firstOf: zip(states.map(\.identifier), states.indices))
    return stablySorted {
      4 * places[$0.source, default: states.count]
        + ($0.effect.isRejection ? 1 : $0.effect.isTrap ? 2 : $0.effect.isRefusal ? 3 : 0)
    }
  }
}
