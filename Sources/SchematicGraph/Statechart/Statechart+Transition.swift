extension Statechart {
  /// An arrow of a statechart.
  public struct Transition: Hashable, Sendable {
    /// Where it leads from; a composite state stands for all states inside that are not final.
    public let source: Vertex
    /// Where it leads to; a composite state stands for the state inside in which it starts.
    public private(set) var target: Vertex
    /// The label of the event.
    public let event: String
    /// The condition under which the transition is taken; `nil` when there is none.
    public let `guard`: String?
    /// The label of the action; `nil` when it has none.
    public let action: String?
    /// Whether no state is left and none is entered.
    public let isInternal: Bool

    /// Creates what a transition of a graph is drawn as.
    init(_ transition: StateGraph.Transition, from source: Vertex) {
      self.source = source
      target = .state(transition.target)
      event = transition.event
      `guard` = transition.guard
      action = transition.action
      isInternal = transition.isInternal
    }

    /// Returns the transition with another target.
    func with(target: Vertex) -> Transition {
      var transition = self
      transition.target = target
      return transition
    }
  }
}
