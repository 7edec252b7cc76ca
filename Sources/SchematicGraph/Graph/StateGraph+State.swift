extension StateGraph {
  /// A node of the diagram.
  public struct State: Hashable, Sendable {
    /// The name that identifies the state, such as `fetching` or `active.playing`.
    public let identifier: String
    /// The text that the diagram shows; two states may share it.
    public let label: String

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - identifier: The name that identifies the state.
    ///   - label: The text to show; the identifier unless you say otherwise.
    public init(identifier: String, label: String? = nil) {
      self.identifier = identifier
      self.label = label ?? identifier
    }
  }
}
