/// The text of a behavior in DOT labels: `entry / show spinner`.
///
/// A condition on what the state carries stands in between: `entry [attempt = 0] / greet`.
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
    let name = behavior.shownLabel.map(DOTLabel.encode)
    let label = name.map { $0 == unnamed ? likeUnnamed : $0 } ?? unnamed
    if behavior.kind == .timeout { return "\(behavior.kind.rawValue) \(label)" }
    return RuleLabel.text(
      event: behavior.kind.rawValue,
      guard: StateGraph.Condition.text(of: behavior.conditions).map(DOTTransitionText.encode),
      effect: label, change: nil)
  }

  /// Returns the behavior in a line that is still encoded, or `nil` if the line doesn't contain
  /// one.
  ///
  /// Composite states list timeouts, and no rules.
  private static func decode(
    _ line: String, ofComposite isComposite: Bool = false
  ) -> StateGraph.StateBehavior? {
    let timeout = StateGraph.StateBehavior.Kind.timeout
    if isComposite, let delay = line.after("\(timeout.rawValue) ") {
      return StateGraph.Delay(notation: DOTLabel.decode(delay)).map { .init(after: $0) }
    }
    let (head, conditions, label) = DOTTransitionText.parts(of: Substring(line).unicodeScalars)
    guard let label, let kind = StateGraph.StateBehavior.Kind(rawValue: String(head)),
      kind != timeout
    else { return nil }
    let text = String(label)
    return StateGraph.StateBehavior(
      kind, text == unnamed ? nil : DOTLabel.decode(text), if: conditions)
  }

  /// Returns the encoded line of a rule in a form that no behavior has.
  static func distinguished(_ line: String) -> String {
    guard let kind = StateGraph.StateBehavior.Kind.read(like: line),
      let rest = line.after(kind.rawValue)
    else { return line }
    return quoted(kind) + rest
  }

  /// Returns the encoded line of a rule, without the quotes that distinguish it from a behavior.
  private static func rule(_ line: String) -> String {
    for kind in StateGraph.StateBehavior.Kind.allCases {
      guard let rest = line.after(quoted(kind)) else { continue }
      let plain = kind.rawValue + rest
      if StateGraph.StateBehavior.Kind.read(like: plain) == kind { return plain }
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

  private static func quoted(_ kind: StateGraph.StateBehavior.Kind) -> String {
    let quote = DOTCharacter.entity("\"")
    return quote + kind.rawValue + quote
  }
}
