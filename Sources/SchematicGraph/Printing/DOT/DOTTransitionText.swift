/// The text of rules in labels of DOT, in UML's notation: `event [guard] / action`.
///
/// (OMG UML 2.5.1, §14.2.4.9.) If a bracket or slash in a name could be mistaken for notation, it
/// is written as an entity. Both are drawn the same, and every line reads back as the names it was
/// written from. An event from outside that is rejected without a reason reads back as one without an
/// action. A change of the state's payload is at the end, in braces.
enum DOTTransitionText {
  /// Returns the line that shows a rule, quoted by the rules of labels but without quotes.
  static func encode(_ label: RuleLabel) -> String {
    let event = "\(label.trigger)"
    let text = RuleLabel.text(
      event: event.isEmpty ? nil : encode(event), guard: label.guard.map(encode),
      effect: effect(of: label), change: nil)
    guard let change = label.change else {
      // A brace at the end belongs to a change alone.
      return text.unicodeScalars.last == "}"
        ? String(text.unicodeScalars.dropLast()) + DOTCharacter.entity("}") : text
    }
    var encoded = ""
    for scalar in DOTLabel.encode(change).unicodeScalars {
      if scalar == "{" {
        encoded += DOTCharacter.entity(scalar)
      } else {
        encoded.unicodeScalars.append(scalar)
      }
    }
    return (text.isEmpty ? "" : "\(text) ") + "{\(encoded)}"
  }

  /// Divides a line into what comes before its change, and the change, which is still encoded.
  private static func divideChange(
    _ line: Substring.UnicodeScalarView
  ) -> (head: Substring.UnicodeScalarView, change: Substring.UnicodeScalarView?) {
    guard line.last == "}", let start = line.lastIndex(of: "{") else { return (line, nil) }
    let head = line[..<start]
    return (head.last == " " ? head.dropLast() : head, line[start...].dropFirst().dropLast())
  }

  /// Returns encoded lines one above the other, aligned at the left, with padding before each.
  static func stack(_ lines: [String], padding: String = "") -> String {
    lines.map { padding + ($0.isEmpty ? " " : $0) + "\\l" }.joined()
  }

  /// Returns the rules in the lines of a label, as it is read; there is always at least one.
  static func all(in label: String) -> [RuleLabel] {
    DOTLabel.lines(of: label, endedBy: ["l"]).map { decode(withoutPadding($0)) }
  }

  private static func withoutPadding(_ line: String) -> String {
    let (scalars, padding) = (line.unicodeScalars, DOTStyle.padding.unicodeScalars)
    return scalars.starts(with: padding) ? String(scalars.dropFirst(padding.count)) : line
  }

  /// Returns the rule in a line of a label that is still encoded.
  static func decode(_ line: String) -> RuleLabel {
    let (text, change) = divideChange(Substring(line).unicodeScalars)
    let (head, conditions, tail) = parts(of: text)
    // A space alone holds the place of an empty line.
    let isEmpty = head.elementsEqual(" ".unicodeScalars)
    let trigger = StateGraph.Trigger(notation: isEmpty ? "" : DOTLabel.decode(String(head)))
    let isRejected =
      trigger.isTimeout && tail?.elementsEqual(silentlyRejected.unicodeScalars) == true
    return RuleLabel(
      trigger: trigger, conditions: conditions,
      effect: isRejected ? .rejected() : tail.map(effect) ?? .external(),
      change: change.map { DOTLabel.decode(String($0)) })
  }

  /// Divides a line without a change into what comes before its condition, the condition, and what
  /// follows the slash, which are still encoded.
  static func parts(
    of line: Substring.UnicodeScalarView
  ) -> (
    head: Substring.UnicodeScalarView, conditions: [StateGraph.Condition],
    tail: Substring.UnicodeScalarView?
  ) {
    let (head, tail) = divide(line, at: " / ")
    guard head.last == "]" else { return (head, [], tail) }
    let (name, inside) = divide(head.dropLast(), at: " [")
    guard let inside else { return (head, [], tail) }
    return (name, StateGraph.Condition.conditions(in: DOTLabel.decode(String(inside))), tail)
  }

  /// Divides a line at the first separator, whose leading space is missing at the line's start.
  private static func divide(
    _ line: Substring.UnicodeScalarView,
    at separator: String
  ) -> (head: Substring.UnicodeScalarView, tail: Substring.UnicodeScalarView?) {
    let mark = separator.unicodeScalars
    let bareMark = mark.dropFirst()
    if line.starts(with: bareMark) {
      return (line.prefix(0), line.dropFirst(bareMark.count))
    }
    let start = line.indices.first { line[$0...].starts(with: mark) }
    guard let start else { return (line, nil) }
    return (line[..<start], line[start...].dropFirst(mark.count))
  }

  /// The prefix of the reason of a rejection.
  ///
  /// An action that begins like this has its colon written as an entity.
  private static let rejected = "rejected: "
  private static let likeRejected = "rejected&#58; "

  /// The word for a timeout whose event is rejected without a reason.
  ///
  /// An action of a timeout that reads like this has its first letter written as an entity.
  private static let silentlyRejected = "rejected"

  /// The word for an event that traps, before its message.
  ///
  /// An action that reads like this has its first letter written as an entity.
  private static let traps = "traps"

  /// The word for a timeout whose event is ignored.
  ///
  /// An action that reads like this has its first letter written as an entity.
  private static let ignored = "ignored"

  private static func effect(of label: RuleLabel) -> String? {
    switch label.effect {
    case .rejected(nil): return label.trigger.isTimeout ? silentlyRejected : nil
    case .rejected(let reason?): return rejected + DOTLabel.encode(reason)
    case .traps(let message):
      return traps + (message.map { ": " + DOTLabel.encode($0) } ?? "")
    case .ignored:
      return ignored
    case .external(let action), .internal(let action):
      guard let action else { return nil }
      let encoded = DOTLabel.encode(action).unicodeScalars
      if let first = encoded.first,
        String(encoded) == ignored
          || label.trigger.isTimeout && String(encoded) == silentlyRejected
          || trapMessage(in: String(encoded)) != nil
      {
        return DOTCharacter.entity(first) + String(encoded.dropFirst())
      }
      guard encoded.starts(with: rejected.unicodeScalars) else { return String(encoded) }
      return likeRejected + String(encoded.dropFirst(rejected.unicodeScalars.count))
    }
  }

  /// Returns the message of a trap, or an empty string if the trap has none; `nil` if the text
  /// isn't that of a trap.
  private static func trapMessage(in encoded: String) -> String? {
    guard let rest = encoded.after(traps) else { return nil }
    return rest.isEmpty ? "" : rest.after(": ")
  }

  private static func effect(_ encoded: Substring.UnicodeScalarView) -> StateGraph.Effect {
    if encoded.elementsEqual(ignored.unicodeScalars) { return .ignored }
    if let message = trapMessage(in: String(encoded)) {
      let hasNone = encoded.elementsEqual(traps.unicodeScalars)
      return .traps(message: hasNone ? nil : DOTLabel.decode(message))
    }
    guard encoded.starts(with: rejected.unicodeScalars) else {
      return .external(action: DOTLabel.decode(String(encoded)))
    }
    let reason = encoded.dropFirst(rejected.unicodeScalars.count)
    return .rejected(reason: DOTLabel.decode(String(reason)))
  }

  /// Encodes an event or a guard as a label in which nothing looks like a bracket or slash of the
  /// notation.
  static func encode(_ name: String) -> String {
    let scalars = Array(DOTLabel.encode(name).unicodeScalars)
    let isBoundary = { (index: Int) in !scalars.indices.contains(index) || scalars[index] == " " }
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "[" where isBoundary(index - 1),
        "/" where isBoundary(index - 1) && isBoundary(index + 1):
        result += DOTCharacter.entity(scalar)
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
