/// A path through a graph: the events to send, one after the other, and the effect of each.
///
/// ```swift
/// let walk = StateGraph(Turnstile.schema).shortestWalk(to: "unlocked")!
/// walk.events       // ["coin"]
/// walk.end          // "unlocked"
/// print(walk)       // locked: coin [paid] -> unlocked
/// ```
///
/// A step may assume an answer of a guard: see ``Step/guard``. The test that drives a machine along the
/// walk arranges the subject for it.
public struct Walk: Hashable, Sendable {
  /// The identifier of the state that the walk starts in.
  public let start: String

  /// The steps, in order.
  public let steps: [Step]

  /// The labels of the events to send, in order.
  public var events: [String] { steps.map(\.event) }

  /// The identifier of the state that the walk ends in.
  public var end: String { steps.last?.target ?? start }

  /// Creates a walk whose steps are known to fit.
  init(start: String, steps: [Step]) {
    self.start = start
    self.steps = steps
  }

  /// Creates a walk by hand.
  ///
  /// - Parameters:
  ///   - start: The identifier of the state to start in.
  ///   - transitions: The transitions to take, in order.
  /// - Throws: ``WalkError`` when a transition does not start where the one before it ended.
  /// - Complexity: O(*n*) in the number of transitions.
  public init(
    from start: String, taking transitions: [StateGraph.Transition]
  ) throws(WalkError) {
    var state = start
    for (index, transition) in transitions.enumerated() {
      guard transition.source == state else {
        throw WalkError(index: index, state: state, broken: transition)
      }
      state = transition.target
    }
    self.init(start: start, steps: transitions.map { Step(.init($0)) })
  }

  /// Returns the first steps of the walk.
  ///
  /// - Parameter count: The number of steps; all where the walk has fewer.
  /// - Returns: The shorter walk.
  public func prefix(_ count: Int) -> Walk {
    Walk(start: start, steps: Array(steps.prefix(count)))
  }

  /// Returns the walk continued by steps that are known to fit.
  package func appending(_ more: some Sequence<Step>) -> Walk {
    Walk(start: start, steps: steps + more)
  }
}

extension Walk: CustomStringConvertible {
  /// The walk on one line: `locked: coin [paid] -> unlocked, push -> locked`.
  public var description: String {
    steps.isEmpty ? start : "\(start): " + steps.map(\.description).joined(separator: ", ")
  }
}

extension Walk {
  /// An event of a walk, and its effect: a rule that is followed.
  public struct Step: Hashable, Sendable {
    /// The rule that applies.
    public let rule: StateGraph.Rule

    /// Creates the step that follows a rule.
    ///
    /// - Parameter rule: The rule.
    public init(_ rule: StateGraph.Rule) {
      self.rule = rule
    }

    /// The label of the event to send.
    public var event: String { rule.event }

    /// The condition that the step assumes, such as `paid and not late`; `nil` when there is none.
    public var `guard`: String? { rule.guard }

    /// The identifier of the state that the event arrives in.
    public var source: String { rule.state }

    /// The identifier of the state to expect afterwards.
    public var target: String { rule.target ?? rule.state }

    /// The transition to take; `nil` where the event is to be rejected.
    public var transition: StateGraph.Transition? { StateGraph.Transition(rule) }

    /// The rejection to expect; `nil` where the event is to be taken.
    public var rejection: StateGraph.Rejection? { StateGraph.Rejection(rule) }
  }
}

extension Walk.Step: CustomStringConvertible {
  /// The step without its source: `coin [paid] -> unlocked`, or `push -> rejected`.
  public var description: String {
    "\(rule.label.trigger()) -> \(rule.isRejection ? "rejected" : rule.isTrap ? "traps" : target)"
  }
}

/// A step that does not fit into its walk, or that the rules of a schema do not take.
public struct WalkError: Error, Hashable, CustomStringConvertible {
  /// The position of the step in the walk, from zero.
  public let index: Int

  /// The step, the state that the walk has reached by then, and what to do.
  public let description: String

  /// Creates the error of a transition that does not start where the one before it ended.
  fileprivate init(index: Int, state: String, broken transition: StateGraph.Transition) {
    self.index = index
    description =
      "step \(index + 1) of the walk is in state \(state), where this does not start: \(transition)"
  }

  /// Creates the error of a step that the rules do not take, whatever the guards answer.
  ///
  /// Either the walk was made from other rules, or the node of a state stands for several values, and
  /// none that can be reached takes the step.
  init(index: Int, state: String, untaken step: Walk.Step) {
    self.index = index
    description = """
      no event takes step \(index + 1), \(step), from \(state); make the walk from the graph of these \
      rules, and give values that behave differently a graphIdentifier each
      """
  }
}
