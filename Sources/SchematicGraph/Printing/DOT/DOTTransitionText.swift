/// One line of an edge's label in UML's notation: `event [guard] / action`.
///
/// (OMG UML 2.5.1, §14.2.4.9; nothing is written for a missing guard or action.) Brackets and
/// slashes that belong to a name and could be taken for the notation's own are written as entities:
/// they are drawn alike, and every line reads back as the names it was made of.
package struct DOTTransitionText: Equatable {
  /// The label of the event.
  package var event: String
  /// The guard, or `nil` when there is none.
  package var `guard`: String?
  /// What stands after the slash, or `nil` when there is no slash.
  package var effect: Effect?

  /// What stands after the slash.
  package enum Effect: Equatable {
    case action(String)
    case rejection(reason: String)
  }

  init(event: String, guard: String?, effect: Effect?) {
    self.event = event
    self.guard = `guard`
    self.effect = effect
  }

  /// Why the event is rejected, or `nil` where it is not.
  package var rejection: String? {
    guard case .rejection(let reason) = effect else { return nil }
    return reason
  }

  /// What stands after the slash, where a rejection is out of place; `nil` when there is no slash.
  package var action: String? {
    switch effect {
    case .action(let label): label
    case .rejection(let reason): Self.rejected + reason
    case nil: nil
    }
  }

  /// The line, quoted by the rules of labels but without quotes.
  var encoded: String {
    var line = Self.encode(event)
    if let `guard` {
      line += (line.isEmpty ? "[" : " [") + Self.encode(`guard`) + "]"
    }
    if let effect {
      line += (line.isEmpty ? "/ " : " / ") + Self.encode(effect)
    }
    return line
  }

  /// Returns lines one above the other, aligned at the left, without quotes.
  static func stack(_ texts: [DOTTransitionText]) -> String {
    stack(texts.map(\.encoded))
  }

  /// Returns encoded lines one above the other, with padding before each.
  static func stack(_ lines: [String], padding: String = "") -> String {
    lines.map { padding + ($0.isEmpty ? " " : $0) + "\\l" }.joined()
  }

  /// Reads the lines of a label, as cgraph read it; there is always at least one.
  package static func all(in label: String) -> [DOTTransitionText] {
    DOTLabel.lines(of: label, endedBy: ["l"]).map { line in
      DOTTransitionText(decoding: withoutPadding(line))
    }
  }

  private static func withoutPadding(_ line: String) -> String {
    let (scalars, padding) = (line.unicodeScalars, DOTStyle.padding.unicodeScalars)
    return scalars.starts(with: padding) ? String(scalars.dropFirst(padding.count)) : line
  }

  /// Reads a line of a label that is still encoded.
  package init(decoding line: String) {
    var head = Substring(line).unicodeScalars
    let tail: Substring.UnicodeScalarView?
    (head, tail) = Self.divide(head, at: " / ")
    effect = tail.map(Self.effect)
    if head.last == "]" {
      let (name, inside) = Self.divide(head.dropLast(), at: " [")
      if let inside { (head, `guard`) = (name, DOTLabel.decode(String(inside))) }
    }
    // A space alone holds the place of an empty line.
    event = head.elementsEqual(" ".unicodeScalars) ? "" : DOTLabel.decode(String(head))
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

  /// Stands before the reason of a rejection.
  ///
  /// An action that begins like this has its colon written as an entity.
  private static let rejected = "rejected: "
  private static let likeRejected = "rejected&#58; "

  private static func encode(_ effect: Effect) -> String {
    switch effect {
    case .rejection(let reason):
      return rejected + DOTLabel.encode(reason)
    case .action(let label):
      let encoded = DOTLabel.encode(label).unicodeScalars
      guard encoded.starts(with: rejected.unicodeScalars) else { return String(encoded) }
      return likeRejected + String(encoded.dropFirst(rejected.unicodeScalars.count))
    }
  }

  private static func effect(_ encoded: Substring.UnicodeScalarView) -> Effect {
    guard encoded.starts(with: rejected.unicodeScalars) else {
      return .action(DOTLabel.decode(String(encoded)))
    }
    let reason = encoded.dropFirst(rejected.unicodeScalars.count)
    return .rejection(reason: DOTLabel.decode(String(reason)))
  }

  /// Encodes an event or a guard: as a label in which nothing looks like a bracket or slash of the
  /// notation.
  private static func encode(_ name: String) -> String {
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

extension DOTTransitionText {
  /// Creates the line that shows a rule.
  init(_ label: TransitionLabel) {
    let rejection = label.reason.map { Effect.rejection(reason: $0) }
    self.init(
      event: label.event, guard: label.guard,
      effect: label.action.map { .action($0) } ?? rejection)
  }
}
