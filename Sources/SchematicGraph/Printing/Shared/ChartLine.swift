/// What an arrow's label or a line inside a state says, in UML's notation: `event [guard] / action`.
///
/// (OMG UML 2.5.1, §14.2.4.9.) Each notation has its own rules for the names in it.
struct ChartLine {
  let event: String
  let `guard`: String?
  /// What stands after the slash: an action, or that the event is rejected and why.
  let effect: String?

  init(_ transition: Statechart.Transition) {
    event = transition.event
    `guard` = transition.guard
    effect = transition.action
  }

  init(_ rejection: StateGraph.Rejection) {
    event = rejection.event
    `guard` = rejection.guard
    effect = rejection.reason.map { "rejected: \($0)" }
  }

  /// Returns the line.
  ///
  /// - Parameter encode: Writes a name by the rules of a notation.
  /// - Returns: The line; nothing stands for a missing guard or action.
  func text(_ encode: (String) -> String) -> String {
    encode(event) + (`guard`.map { " [\(encode($0))]" } ?? "")
      + (effect.map { " / \(encode($0))" } ?? "")
  }
}
