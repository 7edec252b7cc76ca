/// The text of rules in labels of DOT, in UML's notation: `event [guard] / action`.
///
/// (OMG UML 2.5.1, §14.2.4.9.) A change of the state's payload is at the end, in braces.
enum DOTTransitionText {
  /// Returns the line that shows a rule, quoted by the rules of labels but without quotes.
  static func encode(_ label: RuleLabel) -> String {
    var label = label
    // An event from outside that is a mistake for no reason needs no word.
    if label.effect == .rejected(), !label.trigger.isTimeout { label.effect = .external() }
    let event = "\(label.trigger)"
    return RuleLabel.text(
      event: event.isEmpty ? nil : DOTLabel.encode(event), guard: label.guard.map(DOTLabel.encode),
      effect: text(of: label.effect), change: label.change.map { DOTLabel.encode("{\($0)}") })
  }

  private static func text(of effect: StateGraph.Effect) -> String? {
    switch effect {
    case .rejected(let reason?): "rejected: " + DOTLabel.encode(reason)
    case .traps(let message?): "traps: " + DOTLabel.encode(message)
    default: effect.text.map(DOTLabel.encode)
    }
  }

  /// Returns encoded lines one above the other, aligned at the left, with padding before each.
  static func stack(_ lines: [String], padding: String = "") -> String {
    lines.map { padding + ($0.isEmpty ? " " : $0) + "\\l" }.joined()
  }
}
