/// Something about the rules that came to light while they were explored.
///
/// A finding is no error: the graph is there and shows what the rules do.
public struct GraphFinding: Hashable, Sendable, CustomStringConvertible {
  /// What was found.
  public let kind: Kind
  /// The identifier of the state where it was found; empty where it concerns no state.
  public let state: String
  /// What was found, where, and what to do about it.
  public let description: String

  package init(kind: Kind, state: String, description: String) {
    self.kind = kind
    self.state = state
    self.description = description
  }
}
