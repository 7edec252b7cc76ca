extension StateGraph {
  /// An arrow of the diagram: what one event does in one state, under one guard.
  public struct Transition: Hashable, Sendable {
    /// The identifier of the state that the event arrives in.
    public let source: String
    /// The identifier of the state afterwards.
    public let target: String
    /// The label of the event.
    public let event: String
    /// The condition under which the transition is taken, such as `paid` or `not paid`; `nil` when
    /// there is none.
    public let `guard`: String?
    /// The label of the action; `nil` when it has none.
    public let action: String?
    /// Whether no state is left and none is entered.
    public let isInternal: Bool

    /// Creates a transition.
    ///
    /// - Parameters:
    ///   - source: The identifier of the state that the event arrives in.
    ///   - target: The identifier of the state afterwards.
    ///   - event: The label of the event.
    ///   - guard: The condition under which the transition is taken.
    ///   - action: The label of the action.
    ///   - isInternal: Whether no state is left and none is entered.
    public init(
      source: String,
      target: String,
      event: String,
      guard: String? = nil,
      action: String? = nil,
      isInternal: Bool = false
    ) {
      self.source = source
      self.target = target
      self.event = event
      self.guard = `guard`
      self.action = action
      self.isInternal = isInternal
    }
  }
}
