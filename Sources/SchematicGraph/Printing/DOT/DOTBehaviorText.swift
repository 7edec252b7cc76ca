/// The text of a behavior in DOT labels: `entry / show spinner`.
///
/// A condition on what the state carries stands in between: `entry [attempt = 0] / greet`.
enum DOTBehaviorText {
  /// Returns the line that shows a behavior, quoted by the rules of labels but without quotes.
  static func encode(_ behavior: StateGraph.StateBehavior) -> String {
    behavior.text(DOTLabel.encode)
  }

  /// Returns the label of a composite state: its name, and its behaviors below.
  static func title(
    _ name: String, _ behaviors: [StateGraph.StateBehavior]
  ) -> String {
    let name = DOTLabel.encode(name)
    return behaviors.isEmpty
      ? name : DOTTransitionText.stack([name] + behaviors.map(encode))
  }
}
