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
