extension StateGraph.State: CustomStringConvertible {
  /// The identifier, the label where it differs, where it lies, and whether the state is final.
  public var description: String {
    identifier + notation(label: label, of: identifier) + (parent.map { " in \($0)" } ?? "")
      + (isFinal ? " (final)" : "")
  }
}

extension StateGraph.CompositeState: CustomStringConvertible {
  /// The identifier, the label where it differs, and where it lies.
  public var description: String {
    identifier + notation(label: label, of: identifier) + (parent.map { " in \($0)" } ?? "")
  }
}

extension StateGraph.Transition: CustomStringConvertible {
  /// The transition in UML's notation: `locked -> unlocked: coin [paid] / unlock`.
  public var description: String {
    let effect = action.map { " / \($0)" } ?? ""
    return "\(source) -> \(target): \(event)\(notation(guard: `guard`))\(effect)"
      + (isInternal ? " (internal)" : "")
  }
}

extension StateGraph.Rejection: CustomStringConvertible {
  /// The rejection in the same notation: `locked: push / rejected: pay first`.
  public var description: String {
    let why = reason.map { ": \($0)" } ?? ""
    return "\(state): \(event)\(notation(guard: `guard`)) / rejected\(why)"
  }
}

private func notation(label: String, of identifier: String) -> String {
  label == identifier ? "" : " \"\(label)\""
}

private func notation(guard name: String?) -> String {
  name.map { " [\($0)]" } ?? ""
}
