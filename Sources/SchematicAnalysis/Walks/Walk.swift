import SchematicGraph

/// A path through a graph: the events to send, one after another, and the effect of each.
///
/// ```swift
/// let walk = StateGraph(Turnstile.schema).walks()[0]
/// walk.events[0]          // "coin"
/// walk.steps[0].target    // "unlocked"
/// ```
///
/// A step may assume the answer of a guard: see ``Step/guard``. A test that drives a machine along
/// the walk must set up the subject accordingly.
public struct Walk: Hashable, Sendable {
  /// The identifier of the state in which the walk starts.
  package let start: String

  /// The steps, in order.
  public let steps: [Step]

  /// The purpose of the walk, such as `unlocked: push` if the walk takes this arrow of this state.
  ///
  /// The purpose is `nil` for a walk that has no single one, such as a tour.
  public let purpose: String?

  /// The labels of the events to send, in order.
  public var events: [String] { steps.filter { !$0.isCompletion }.map(\.event) }

  /// The identifier of the state in which the walk ends.
  package var end: String { steps.last?.target ?? start }

  /// Creates a walk from steps that are known to fit together.
  package init(start: String, steps: [Step], purpose: String? = nil) {
    self.start = start
    self.steps = steps
    self.purpose = purpose
  }

  /// Creates a walk by hand.
  ///
  /// - Parameters:
  ///   - start: The identifier of the state to start in.
  ///   - transitions: The transitions to take, in order.
  /// - Throws: ``WalkError`` if the source of a transition isn't the target of the previous one.
  /// - Complexity: O(*n*) in the number of transitions.
  package init(
    from start: String, taking transitions: [StateGraph.Rule]
  ) throws(WalkError) {
    var state = start
    for (index, transition) in transitions.enumerated() {
      guard transition.source == state else {
        throw WalkError(index: index, state: state, broken: transition)
      }
      state = transition.target
    }
    self.init(start: start, steps: transitions.map(Step.init))
  }

  /// Returns the first steps of the walk.
  ///
  /// - Parameter count: The number of steps. If the walk has fewer, all are returned.
  /// - Returns: The shorter walk.
  package func prefix(_ count: Int) -> Walk {
    Walk(start: start, steps: Array(steps.prefix(count)))
  }

  /// Returns the walk continued by steps that are known to fit.
  package func appending(_ more: some Sequence<Step>) -> Walk {
    Walk(start: start, steps: steps + more)
  }

  /// Returns the walk with a purpose.
  func serving(_ purpose: String) -> Walk {
    Walk(start: start, steps: steps, purpose: purpose)
  }
}

extension Walk: CustomStringConvertible {
  /// The walk on one line: `locked: coin [paid] -> unlocked, push -> locked`.
  public var description: String {
    steps.isEmpty ? start : "\(start): " + steps.map(\.description).joined(separator: ", ")
  }
}

extension Walk {
  /// One step of a walk: an event to send, or a completion, and the rule that applies.
  public struct Step: Hashable, Sendable {
    /// The rule that applies; in a graph with regions, one that combines the rules of the regions.
    package let rule: StateGraph.Rule

    /// The rules of the graph that apply: one, or one for each region that reacts.
    package let parts: [StateGraph.Rule]

    /// Creates the step that follows a rule.
    ///
    /// - Parameter rule: The rule.
    package init(_ rule: StateGraph.Rule) {
      self.rule = rule
      parts = [rule]
    }

    /// Creates the step of a rule that combines the given parts.
    init(_ rule: StateGraph.Rule, _ parts: [StateGraph.Rule]) {
      self.rule = rule
      self.parts = parts
    }

    /// Creates the step of a combined rule.
    package init(_ combined: CombinedRule) {
      rule = combined.rule
      parts = combined.parts
    }

    /// The label of the event to send; `completion` if the machine takes the step by itself, together
    /// with the step before.
    public var event: String { rule.event }

    /// A Boolean value that indicates whether the machine takes the step by itself.
    package var isCompletion: Bool { rule.trigger == .completion }

    /// The condition that the step assumes, such as `paid and not late`, or `nil` if there is none.
    public var `guard`: String? { rule.guard }

    /// The identifier of the state in which the event arrives.
    public var source: String { rule.source }

    /// The identifier of the state to expect after the step.
    public var target: String { rule.target }
  }
}

extension Walk.Step: CustomStringConvertible {
  /// The step without its source: `coin [paid] -> unlocked`, or `push -> rejected`.
  public var description: String {
    let end = rule.effect.isRejection ? "rejected" : rule.effect.isTrap ? "traps" : target
    return "\(rule.label.occasion()) -> \(end)"
  }
}

/// The error if a step doesn't fit into its walk, if no event takes it, or if an event is ambiguous.
public struct WalkError: Error, Hashable, CustomStringConvertible {
  /// The position of the step in the walk, from zero.
  package let index: Int

  /// The problem, with the step and the state that the walk has reached.
  public let description: String

  /// Creates the error for a transition whose source isn't the target of the previous one.
  fileprivate init(index: Int, state: String, broken transition: StateGraph.Rule) {
    self.index = index
    description =
      "step \(index + 1) of the walk is in state \(state), where this does not start: \(transition)"
  }

  /// Creates the error for a step that the rules don't take, whatever the guards answer.
  ///
  /// Either the walk was created from other rules, or several values share the node of a state and
  /// no reachable value takes the step.
  init(index: Int, state: String, untaken step: Walk.Step) {
    self.index = index
    description = """
      no event takes step \(index + 1), \(step), from \(state); make the walk from the graph of these \
      rules, and give values that behave differently a `casePath` each
      """
  }

  /// Creates the error for an event that takes no arrow of the state, or several.
  init(index: Int, state: String, event: String, takeable: [String], isAmbiguous: Bool) {
    self.index = index
    let names = takeable.map { "\"\($0)\"" }.joined(separator: ", ")
    let reason = isAmbiguous ? "takes several arrows" : "takes no arrow"
    let advice =
      takeable.isEmpty
      ? "nothing leads on from there" : isAmbiguous ? "write one of \(names)" : "it takes \(names)"
    description = """
      step \(index + 1) of the walk: in state \(state), the event \"\(event)\" \(reason); \(advice)
      """
  }
}
