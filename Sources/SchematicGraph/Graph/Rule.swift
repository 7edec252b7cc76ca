extension StateGraph {
  /// A row of the transition table: an event in a state, under a guard, and its outcome.
  ///
  /// ```swift
  /// let rule = StateGraph(Turnstile.schema).rules[0]
  /// rule.description  // "locked -> unlocked: coin [paid] / unlock"
  /// ```
  public struct Rule: Hashable, Sendable {
    /// The identifier of the state that the event arrives in.
    public var state: String
    /// The label of the event.
    public var event: String
    /// The condition under which the rule applies, such as `paid` or `not paid`; `nil` when there
    /// is none.
    public var `guard`: String?
    /// The effect of the event.
    public var outcome: Outcome
    /// What becomes of the values that the state carries, such as `attempt + 1`; `nil` if they go with
    /// the machine as they are, or if there are none.
    ///
    /// See ``StateGraph/Transition/change``.
    public var change: String?

    /// The effect of an event.
    public enum Outcome: Hashable, Sendable {
      /// An external transition: the state is left, and a state is entered.
      case moves(to: String, action: String? = nil)
      /// An internal transition: no state is left and none is entered.
      ///
      /// The machine stays in its state; where it does not, the rules are mistaken.
      case stays(as: String, action: String? = nil)
      /// A mistake: nothing moves.
      case rejected(reason: String? = nil)
      /// A trap: the rules stop the program, by a precondition for example.
      case traps(message: String? = nil)
    }

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - state: The identifier of the state that the event arrives in.
    ///   - event: The label of the event.
    ///   - guard: The condition under which the rule applies.
    ///   - outcome: The effect of the event.
    ///   - change: What becomes of the values that the state carries.
    public init(
      state: String, event: String, guard: String? = nil, outcome: Outcome, change: String? = nil
    ) {
      self.state = state
      self.event = event
      self.guard = `guard`
      self.outcome = outcome
      self.change = change
    }

    /// The identifier of the state afterwards; `nil` where the event is rejected or traps.
    public var target: String? { outcome.target }

    /// The label of the action; `nil` when it has none.
    public var action: String? {
      switch outcome {
      case .moves(_, let action), .stays(_, let action): action
      case .rejected, .traps: nil
      }
    }

    /// The reason of a rejection; `nil` where none is given, or the event is taken.
    public var reason: String? {
      if case .rejected(let reason) = outcome { reason } else { nil }
    }

    /// A Boolean value that indicates whether the event is taken without leaving a state.
    public var isInternal: Bool {
      if case .stays = outcome { true } else { false }
    }

    /// A Boolean value that indicates whether the event is a mistake.
    public var isRejection: Bool {
      if case .rejected = outcome { true } else { false }
    }

    /// A Boolean value that indicates whether the event stops the program.
    public var isTrap: Bool {
      if case .traps = outcome { true } else { false }
    }
  }
}

extension StateGraph.Rule.Outcome {
  /// The identifier of the state afterwards; `nil` where the event is rejected or traps.
  var target: String? {
    switch self {
    case .moves(let target, _), .stays(let target, _): target
    case .rejected, .traps: nil
    }
  }
}

// MARK: - Views

extension StateGraph {
  /// An arrow of the diagram: the rule by which an event is taken in a state, under a guard.
  public struct Transition: Hashable, Sendable {
    /// The identifier of the state that the event arrives in.
    public var source: String
    /// The identifier of the state afterwards.
    public var target: String
    /// The label of the event.
    public var event: String
    /// The condition under which the transition is taken, such as `paid` or `not paid`; `nil` when
    /// there is none.
    public var `guard`: String?
    /// The label of the action; `nil` when it has none.
    public var action: String?
    /// A Boolean value that indicates whether no state is left and none is entered.
    public var isInternal: Bool
    /// What becomes of the values that the state carries, such as `attempt + 1` or `attempt = 0`; `nil` if
    /// they go with the machine as they are, or if there are none.
    ///
    /// It is what the explored values show, and nobody else knows: of one value alone, `attempt = 1` is
    /// all that can be said. What has no short description has a fingerprint: `attempt = … (1d0f3b2a)`.
    /// A field of which the state afterwards has a single value is not mentioned. Where no regions show
    /// the parts of states, it begins with those that the transition enters again: `re-enters playback`.
    public var change: String?

    /// Creates a transition.
    ///
    /// - Parameters:
    ///   - source: The identifier of the state that the event arrives in.
    ///   - target: The identifier of the state afterwards.
    ///   - event: The label of the event.
    ///   - guard: The condition under which the transition is taken.
    ///   - action: The label of the action.
    ///   - isInternal: `true` where no state is left and none is entered.
    ///   - change: What becomes of the values that the state carries.
    public init(
      source: String,
      target: String,
      event: String,
      guard: String? = nil,
      action: String? = nil,
      isInternal: Bool = false,
      change: String? = nil
    ) {
      self.source = source
      self.target = target
      self.event = event
      self.guard = `guard`
      self.action = action
      self.isInternal = isInternal
      self.change = change
    }
  }
}

extension StateGraph {
  /// An event that is a mistake in a state.
  ///
  /// Nothing moves. It belongs to the graph because a rule that turns from rejecting an event into
  /// ignoring it has changed.
  public struct Rejection: Hashable, Sendable {
    /// The identifier of the state that the event arrives in.
    public var state: String
    /// The label of the event.
    public var event: String
    /// The condition under which the event is rejected; `nil` when there is none.
    public var `guard`: String?
    /// The reason, in the words of the rules; `nil` when they give none.
    public var reason: String?

    /// Creates a rejection.
    ///
    /// - Parameters:
    ///   - state: The identifier of the state that the event arrives in.
    ///   - event: The label of the event.
    ///   - guard: The condition under which the event is rejected.
    ///   - reason: The reason.
    public init(state: String, event: String, guard: String? = nil, reason: String? = nil) {
      self.state = state
      self.event = event
      self.guard = `guard`
      self.reason = reason
    }
  }
}

extension StateGraph.Rule {
  /// Creates the rule by which a transition is taken.
  ///
  /// - Parameter transition: The transition.
  public init(_ transition: StateGraph.Transition) {
    self.init(
      state: transition.source, event: transition.event, guard: transition.guard,
      outcome: transition.isInternal
        ? .stays(as: transition.target, action: transition.action)
        : .moves(to: transition.target, action: transition.action), change: transition.change)
  }

  /// Creates the rule by which an event is rejected.
  ///
  /// - Parameter rejection: The rejection.
  public init(_ rejection: StateGraph.Rejection) {
    self.init(
      state: rejection.state, event: rejection.event, guard: rejection.guard,
      outcome: .rejected(reason: rejection.reason))
  }
}

extension StateGraph.Transition {
  /// Creates the transition that a rule makes; `nil` where the rule rejects its event.
  ///
  /// - Parameter rule: The rule.
  public init?(_ rule: StateGraph.Rule) {
    guard let target = rule.target else { return nil }
    self.init(
      source: rule.state, target: target, event: rule.event, guard: rule.guard,
      action: rule.action, isInternal: rule.isInternal, change: rule.change)
  }
}

extension StateGraph.Rejection {
  /// Creates the rejection of a rule; `nil` where the rule takes its event.
  ///
  /// - Parameter rule: The rule.
  public init?(_ rule: StateGraph.Rule) {
    guard rule.isRejection else { return nil }
    self.init(state: rule.state, event: rule.event, guard: rule.guard, reason: rule.reason)
  }
}

// MARK: - Text

/// The label of a rule: event, guard, effect and change, without the states at its ends.
package struct TransitionLabel: Hashable, Sendable {
  package var event: String
  package var `guard`: String?
  package var effect: Effect
  /// What becomes of the values that the state carries.
  package var change: String?

  /// The effect of an event, without the state that it leads to.
  package enum Effect: Hashable, Sendable {
    case external(action: String?)
    case `internal`(action: String?)
    case rejected(reason: String?)
    case traps(message: String?)
  }

  package init(event: String, guard: String?, effect: Effect, change: String? = nil) {
    self.event = event
    self.guard = `guard`
    self.effect = effect
    self.change = change
  }

  package init(_ rule: StateGraph.Rule) {
    event = rule.event
    `guard` = rule.guard
    change = rule.change
    effect =
      switch rule.outcome {
      case .moves(_, let action): .external(action: action)
      case .stays(_, let action): .internal(action: action)
      case .rejected(let reason): .rejected(reason: reason)
      case .traps(let message): .traps(message: message)
      }
  }

  /// The label of the action; `nil` when it has none.
  package var action: String? {
    switch effect {
    case .external(let action), .internal(let action): action
    case .rejected, .traps: nil
    }
  }

  /// The reason of a rejection; `nil` where none is given, or the event is taken.
  package var reason: String? { if case .rejected(let reason) = effect { reason } else { nil } }

  /// A Boolean value that indicates whether the event stops the program.
  package var isTrap: Bool { if case .traps = effect { true } else { false } }

  /// A Boolean value that indicates whether nothing moves: the event is rejected, or it traps.
  package var isRefusal: Bool {
    switch effect {
    case .rejected, .traps: true
    case .external, .internal: false
    }
  }

  /// Returns the event, and the guard in brackets: `coin [paid]`.
  ///
  /// - Parameter encode: Writes a name by the rules of a notation.
  /// - Returns: The text; nothing is written for a missing guard.
  package func trigger(_ encode: (String) -> String = { $0 }) -> String {
    Self.text(event: encode(event), guard: `guard`.map(encode), effect: nil, change: nil)
  }

  /// Returns the label in UML's notation, `event [guard] / action` (OMG UML 2.5.1, §14.2.4.9):
  /// `coin [paid] / unlock` or `push / rejected: pay first`.
  ///
  /// A change follows in braces, in which UML writes constraints (§7.6.4): `fail / wait {attempt + 1}`.
  ///
  /// - Parameter encode: Writes a name by the rules of a notation.
  /// - Returns: The text; nothing is written for a missing guard, action or change.
  package func text(_ encode: (String) -> String = { $0 }) -> String {
    Self.text(
      event: encode(event), guard: `guard`.map(encode), effect: effect.text.map(encode),
      change: change.map { encode("{\($0)}") })
  }

  /// Returns a label of names that are written by the rules of a notation; those of the change include
  /// its braces.
  package static func text(
    event: String?, guard: String?, effect: String?, change: String?
  ) -> String {
    [event, `guard`.map { "[\($0)]" }, effect.map { "/ \($0)" }, change].compactMap { $0 }
      .joined(separator: " ")
  }
}

extension TransitionLabel.Effect {
  /// The text after the slash; `nil` where there is none.
  package var text: String? {
    switch self {
    case .external(let action), .internal(let action): action
    case .rejected(let reason): "rejected" + (reason.map { ": \($0)" } ?? "")
    case .traps(let message): "traps" + (message.map { ": \($0)" } ?? "")
    }
  }
}

extension StateGraph.Rule: CustomStringConvertible {
  /// Creates the rule of a label between two states.
  package init(_ label: TransitionLabel, from state: String, to target: String) {
    let outcome: Outcome =
      switch label.effect {
      case .external(let action): .moves(to: target, action: action)
      case .internal(let action): .stays(as: target, action: action)
      case .rejected(let reason): .rejected(reason: reason)
      case .traps(let message): .traps(message: message)
      }
    self.init(
      state: state, event: label.event, guard: label.guard, outcome: outcome, change: label.change)
  }

  /// The rule without its states.
  package var label: TransitionLabel { TransitionLabel(self) }

  /// The rule in UML's notation: `locked -> unlocked: coin [paid] / unlock`, or
  /// `locked: push / rejected: pay first`.
  public var description: String {
    let ends = target.map { "\(state) -> \($0)" } ?? state
    return "\(ends): \(label.text())\(isInternal ? " (internal)" : "")"
  }
}

extension StateGraph.Transition: CustomStringConvertible {
  /// The transition in UML's notation: `locked -> unlocked: coin [paid] / unlock`.
  public var description: String { StateGraph.Rule(self).description }
}

extension StateGraph.Rejection: CustomStringConvertible {
  /// The rejection in the same notation: `locked: push / rejected: pay first`.
  public var description: String { StateGraph.Rule(self).description }
}
