/// The text of a behavior in DOT labels: `entry / show spinner`.
///
/// A line in the compartment of a state is either this or a rule. If the line of a rule whose event
/// is called `entry`, `exit` or `do` could be mistaken for this, the event is in quotes, which are
/// written as entities; quotes in a name aren't.
enum DOTBehaviorText {
  /// Represents a missing label.
  ///
  /// A label that reads like this has its bracket written as an entity.
  private static let unnamed = StateGraph.StateBehavior.unnamed
  private static let likeUnnamed = DOTCharacter.entity("(") + unnamed.dropFirst()

  /// Returns the line that shows a behavior, quoted by the rules of labels but without quotes.
  static func encode(_ behavior: StateGraph.StateBehavior) -> String {
    let label = (behavior.duration?.label ?? behavior.label).map(DOTLabel.encode)
    return behavior.kind.prefix
      + (label.map { $0 == unnamed ? likeUnnamed : $0 } ?? unnamed)
  }

  /// Returns the behavior in a line that is still encoded, or `nil` if the line doesn't contain
  /// one.
  ///
  /// Composite states list timeouts, and no rules.
  private static func decode(
    _ line: String, ofComposite isComposite: Bool = false
  ) -> StateGraph.StateBehavior? {
    for kind in StateGraph.StateBehavior.Kind.allCases where kind != .timeout || isComposite {
      guard let label = line.after(kind.prefix) else { continue }
      if kind == .timeout {
        return Duration(label: DOTLabel.decode(label)).map(StateGraph.StateBehavior.init(after:))
      }
      return StateGraph.StateBehavior(kind, label == unnamed ? nil : DOTLabel.decode(label))
    }
    return nil
  }

  /// Returns the encoded line of a rule in a form that no behavior has.
  static func distinguished(_ line: String) -> String {
    for kind in StateGraph.StateBehavior.Kind.allCases where kind != .timeout {
      if let effect = line.after(kind.prefix) { return quotedPrefix(of: kind) + effect }
    }
    return line
  }

  /// Returns the encoded line of a rule, without the quotes that distinguish it from a behavior.
  private static func rule(_ line: String) -> String {
    for kind in StateGraph.StateBehavior.Kind.allCases where kind != .timeout {
      if let effect = line.after(quotedPrefix(of: kind)) { return kind.prefix + effect }
    }
    return line
  }

  /// Returns the behaviors stored in the attribute of a composite state.
  static func behaviors(keptBy attribute: String) -> [StateGraph.StateBehavior] {
    DOTLabel.lines(of: attribute, endedBy: ["l"]).compactMap { decode($0, ofComposite: true) }
  }

  /// Returns the behaviors and the rules in the lines of a compartment, as they are read.
  static func compartment(
    _ label: String
  ) -> (behaviors: [StateGraph.StateBehavior], rules: [RuleLabel]) {
    let lines = DOTLabel.lines(of: label, endedBy: ["l"])
    return (
      lines.compactMap { decode($0) },
      lines.filter { decode($0) == nil }.map { DOTTransitionText.decode(rule($0)) }
    )
  }

  /// Returns the label of a composite state: its name, and its behaviors below.
  static func title(
    _ name: String, _ behaviors: [StateGraph.StateBehavior]
  ) -> String {
    let name = DOTLabel.encode(name)
    return behaviors.isEmpty
      ? name : DOTTransitionText.stack([name] + behaviors.map(encode))
  }

  /// Returns the name and the behaviors in the label of a composite state, as it is read.
  static func title(
    in label: String
  ) -> (name: String, behaviors: [StateGraph.StateBehavior]) {
    let lines = DOTLabel.lines(of: label, endedBy: ["l"])
    let behaviors = lines.dropFirst().compactMap { decode($0, ofComposite: true) }
    guard !behaviors.isEmpty, behaviors.count == lines.count - 1 else {
      return (DOTLabel.decode(label), [])
    }
    // A space alone holds the place of an empty name.
    return (lines[0] == " " ? "" : DOTLabel.decode(lines[0]), behaviors)
  }

  private static func quotedPrefix(of kind: StateGraph.StateBehavior.Kind) -> String {
    let quote = DOTCharacter.entity("\"")
    return "\(quote)\(kind.rawValue)\(quote) / "
  }
}
