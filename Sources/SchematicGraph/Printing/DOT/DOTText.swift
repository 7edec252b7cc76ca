/// The lines of text in labels of DOT, quoted by the rules of labels but without quotes.
enum DOTText {
  /// Returns the line that shows a rule, in UML's notation: `event [guard] / action {change}`.
  static func line(_ label: RuleLabel) -> String {
    let event = "\(label.trigger)"
    return RuleLabel.text(
      event: event.isEmpty ? nil : DOTLabel.encode(event), guard: label.guard.map(DOTLabel.encode),
      effect: label.effect.text.map(DOTLabel.encode),
      change: label.change.map { DOTLabel.encode("{\($0)}") })
  }

  /// Returns the line that shows a behavior: `entry [attempt = 0] / greet`.
  static func line(_ behavior: StateGraph.StateBehavior) -> String {
    behavior.text(DOTLabel.encode)
  }

  /// Returns the label of a composite state: its name, and its behaviors below.
  static func title(_ name: String, _ behaviors: [StateGraph.StateBehavior]) -> String {
    let name = DOTLabel.encode(name)
    return behaviors.isEmpty ? name : stack([name] + behaviors.map(line))
  }

  /// Returns lines one above the other, aligned at the left, with padding before each.
  static func stack(_ lines: [String], padding: String = "") -> String {
    lines.map { padding + ($0.isEmpty ? " " : $0) + "\\l" }.joined()
  }
}
