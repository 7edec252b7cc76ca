/// A walk has a step that the rules do not take, whatever the guards answer.
///
/// Either the walk was made from other rules, or the node of a state stands for several values, and
/// none that can be reached takes the step.
public struct UnplannableStep: Error, Hashable, CustomStringConvertible {
  /// The position of the step in the walk, from zero.
  public let index: Int
  /// The step.
  public let step: Walk.Step
  /// The state value in which the rules were asked, as text.
  public let state: String

  /// Which step, where, and what to do.
  public var description: String {
    """
    no event takes step \(index + 1), \(step), from \(state); make the walk from the graph of these \
    rules, and give values that behave differently a graphIdentifier each
    """
  }
}
