extension StateGraph {
  /// A node of the diagram.
  public struct State: Hashable, Sendable {
    /// The name that identifies the state, such as `fetching` or `active.playing`.
    public let identifier: String
    /// The text that the diagram shows; two states may share it.
    public let label: String
    /// Whether a machine that reaches the state is finished.
    public let isFinal: Bool
    /// The identifier of the composite state that the state lies in; `nil` where it lies in none.
    public let parent: String?

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - identifier: The name that identifies the state.
    ///   - label: The text to show; the identifier unless you say otherwise.
    ///   - isFinal: Whether a machine that reaches the state is finished.
    ///   - parent: The identifier of the composite state that the state lies in.
    public init(
      identifier: String, label: String? = nil, isFinal: Bool = false, parent: String? = nil
    ) {
      self.identifier = identifier
      self.label = label ?? identifier
      self.isFinal = isFinal
      self.parent = parent
    }
  }
}
