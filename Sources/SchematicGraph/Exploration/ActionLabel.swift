import Schematic

/// The text that a diagram shows for what a step returned.
enum ActionLabel {
  /// Returns the label or the name of the case; `nil` for nothing.
  static func text(of action: Any) -> String? {
    if action is Void { return nil }
    if let action = action as? any Graphable { return action.graphLabel }
    let mirror = Mirror(reflecting: action)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { text(of: $0.value) }
    case .enum: return caseName(of: action)
    default: return String(describing: action)
    }
  }

  private static func caseName(of action: some Any) -> String {
    CasePath(of: action, carrying: { _ in nil }).components.joined(separator: ".")
  }
}
