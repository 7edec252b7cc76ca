extension StateGraph {
  /// An event that is a mistake in a state.
  ///
  /// Not a transition: nothing moves. It belongs to the graph because it is behaviour, and because
  /// a rule that turns from rejecting into ignoring has changed.
  public struct Rejection: Hashable, Sendable {
    /// The identifier of the state that the event arrives in.
    public let state: String
    /// The label of the event.
    public let event: String
    /// The condition under which the event is rejected; `nil` when there is none.
    public let `guard`: String?
    /// Why, in the words of the rules; `nil` when they give no reason.
    public let reason: String?

    /// Creates a rejection.
    ///
    /// - Parameters:
    ///   - state: The identifier of the state that the event arrives in.
    ///   - event: The label of the event.
    ///   - guard: The condition under which the event is rejected.
    ///   - reason: Why.
    public init(state: String, event: String, guard: String? = nil, reason: String? = nil) {
      self.state = state
      self.event = event
      self.guard = `guard`
      self.reason = reason
    }
  }
}
