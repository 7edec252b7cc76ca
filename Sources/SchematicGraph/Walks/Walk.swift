/// A way through a graph: events to send, one after the other, and what to expect of each.
///
/// ```swift
/// let walk = StateGraph(Turnstile.schema).shortestWalk(to: "unlocked")!
/// walk.events       // ["coin"]
/// walk.end          // "unlocked"
/// print(walk)       // locked: coin [paid] -> unlocked
/// ```
///
/// A step may assume an answer of a guard: see ``Step/guard``. Who drives a machine along the walk
/// arranges the subject for it.
public struct Walk: Hashable, Sendable {
  /// The identifier of the state that the walk starts in.
  public let start: String

  /// What happens, in order.
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
  ///   - transitions: What to take, in order.
  /// - Throws: ``BrokenWalk`` when a transition does not start where the one before it ended.
  /// - Complexity: O(*n*) in the number of transitions.
  public init(
    from start: String, taking transitions: [StateGraph.Transition]
  ) throws(BrokenWalk) {
    var state = start
    for (index, transition) in transitions.enumerated() {
      guard transition.source == state else {
        throw BrokenWalk(index: index, state: state, transition: transition)
      }
      state = transition.target
    }
    self.init(start: start, steps: transitions.map { Step(.transition($0)) })
  }

  /// Returns the first steps of the walk.
  ///
  /// - Parameter count: How many; all where the walk has fewer.
  /// - Returns: The shorter walk.
  public func prefix(_ count: Int) -> Walk {
    Walk(start: start, steps: Array(steps.prefix(count)))
  }

  /// Returns the walk with steps that are known to fit put after it.
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
