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

extension Walk {
  /// One event of a walk, and what it does.
  public struct Step: Hashable, Sendable {
    /// What a graph says an event does in a state.
    public enum Answer: Hashable, Sendable {
      /// It is taken.
      case transition(StateGraph.Transition)
      /// It is a mistake, and nothing moves.
      case rejection(StateGraph.Rejection)
    }

    /// What the event does.
    public let answer: Answer

    init(_ answer: Answer) {
      self.answer = answer
    }

    /// Creates the step that takes a transition.
    ///
    /// - Parameter transition: The transition.
    public init(_ transition: StateGraph.Transition) {
      answer = .transition(transition)
    }

    /// Creates the step that is rejected.
    ///
    /// - Parameter rejection: The rejection.
    public init(_ rejection: StateGraph.Rejection) {
      answer = .rejection(rejection)
    }

    /// The transition to take; `nil` where the event is to be rejected.
    public var transition: StateGraph.Transition? {
      if case .transition(let transition) = answer { transition } else { nil }
    }

    /// The label of the event to send.
    public var event: String {
      switch answer {
      case .transition(let transition): transition.event
      case .rejection(let rejection): rejection.event
      }
    }

    /// The condition that the step assumes, such as `paid and not late`; `nil` when there is none.
    public var `guard`: String? {
      switch answer {
      case .transition(let transition): transition.guard
      case .rejection(let rejection): rejection.guard
      }
    }

    /// The identifier of the state that the event arrives in.
    public var source: String {
      switch answer {
      case .transition(let transition): transition.source
      case .rejection(let rejection): rejection.state
      }
    }

    /// The identifier of the state to expect afterwards.
    public var target: String {
      switch answer {
      case .transition(let transition): transition.target
      case .rejection(let rejection): rejection.state
      }
    }
  }
}

extension Walk.Step: CustomStringConvertible {
  /// The step without its source: `coin [paid] -> unlocked`, or `push -> rejected`.
  public var description: String {
    let condition = self.guard.map { " [\($0)]" } ?? ""
    return "\(event)\(condition) -> \(transition == nil ? "rejected" : target)"
  }
}

/// A walk was made of transitions that do not follow each other.
public struct BrokenWalk: Error, Hashable, CustomStringConvertible {
  /// The position of the transition that does not fit, from zero.
  public let index: Int
  /// The identifier of the state that the walk has reached by then.
  public let state: String
  /// The transition that does not start there.
  public let transition: StateGraph.Transition

  /// What does not fit, and where.
  public var description: String {
    "step \(index + 1) of the walk is in state \(state), where this does not start: \(transition)"
  }
}
