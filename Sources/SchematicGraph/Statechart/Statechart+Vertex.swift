extension Statechart {
  /// What a transition leads from or to.
  public enum Vertex: Hashable, Sendable {
    /// An innermost state, by its identifier.
    case state(String)
    /// A composite state, by its identifier.
    case composite(String)
  }
}
