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
