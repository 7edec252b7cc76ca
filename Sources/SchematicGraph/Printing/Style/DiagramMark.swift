/// What a picture says about a state or a transition beyond that it is there.
public enum DiagramMark: Hashable, Sendable {
  /// The state that a machine is in, or the transition that it took last.
  case current
  /// Taken, as often as was counted.
  case taken(times: Int)
  /// Never taken.
  case neverTaken
  /// New in a comparison.
  case added
  /// Gone in a comparison.
  case removed
  /// Different in a comparison.
  case changed
}
