extension Statechart {
  /// What a transition leads from or to.
  public enum Vertex: Hashable, Sendable {
    /// An innermost state, by its identifier.
    case state(String)
    /// A composite state, by its identifier.
    case composite(String)

    /// The identifier of the state.
    public var identifier: String {
      switch self {
      case .state(let identifier), .composite(let identifier): identifier
      }
    }
  }
}
