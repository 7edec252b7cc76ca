extension StateGraph {
  /// The cause of a transition: an event, a time that has passed in a state, or the end of an embedded
  /// machine.
  ///
  /// Diagrams write a timeout as `after 30 s` or `after retry interval` (UML's time event: OMG UML
  /// 2.5.1, §13.3.3.3). If other regions take its event, too, diagrams add the event's label:
  /// `after 30 s (hold)`. The label of an event is quoted if it looks like another trigger.
  public enum Trigger: Hashable, Sendable {
    /// An event, by its label.
    case event(String)
    /// A time after entering the state that has the timeout: the source, or a composite state around it.
    ///
    /// `sends` is the label of the event, if it means something in other regions, too; `nil` otherwise.
    case timeout(Delay, sends: String? = nil)
    /// The completion of an embedded machine.
    ///
    /// The source of the rule is a final state of this machine, or a state whose regions are all in
    /// final states.
    ///
    /// Diagrams draw an arrow without a name (OMG UML 2.5.1, §14.2.3.8.3). Other texts call the
    /// trigger `completion`.
    case completion

    /// Returns the trigger of a timeout with a fixed delay.
    ///
    /// ```swift
    /// StateGraph.Trigger.timeout(.seconds(90)).description  // "after 1 min 30 s"
    /// ```
    public static func timeout(_ duration: Duration, sends event: String? = nil) -> Trigger {
      .timeout(.fixed(duration), sends: event)
    }
  }
}

extension StateGraph.Trigger: ExpressibleByStringLiteral {
  /// Creates the trigger of an event.
  ///
  /// - Parameter label: The label of the event.
  public init(stringLiteral label: String) { self = .event(label) }
}

extension StateGraph.Trigger: CustomStringConvertible {
  private static let prefix = "after "
  private static let completionWord = "completion"

  /// The trigger as text: the label of an event, `after 30 s`, or `completion`.
  public var description: String {
    switch self {
    case .event(let label): Self.isReserved(label) ? "\"\(label)\"" : label
    case .completion: Self.completionWord
    case .timeout(let delay, let event):
      Self.prefix + "\(delay)" + (event.map { " (\($0))" } ?? "")
    }
  }

  package var isTimeout: Bool { if case .timeout = self { true } else { false } }

  /// The label of the event; `nil` if the trigger isn't an event.
  var eventLabel: String? { if case .event(let label) = self { label } else { nil } }

  /// A Boolean value that indicates whether the trigger is an event that is sent from outside.
  package var isEvent: Bool { if case .event = self { true } else { false } }

  /// Reads what ``description`` writes; any other text is the label of an event.
  package init(notation text: String) {
    if let trigger = Self(unquoted: text) {
      self = trigger
    } else if let label = text.inQuotes, Self.isReserved(label) {
      self = .event(label)
    } else {
      self = .event(text)
    }
  }

  /// Returns whether a label needs quotes, because it looks like a timeout or a completion, with or
  /// without quotes.
  private static func isReserved(_ label: String) -> Bool {
    var inside = label
    while let next = inside.inQuotes { inside = next }
    return Self(unquoted: inside) != nil
  }

  private init?(unquoted text: String) {
    if text.unicodeScalars.elementsEqual(Self.completionWord.unicodeScalars) {
      self = .completion
      return
    }
    guard let text = text.after(Self.prefix) else { return nil }
    let (delay, event) = Self.divided(text)
    guard let delay = StateGraph.Delay(notation: delay) else { return nil }
    self = .timeout(delay, sends: event)
  }

  /// Divides `30 s (hold)` into the text of the delay and the event, which may be missing.
  private static func divided(_ text: String) -> (delay: String, event: String?) {
    let quoted = QuotedText.divided(text).map {
      text.unicodeScalars.count - $0.rest.unicodeScalars.count
    }
    let (delay, rest) = (
      text.unicodeScalars.prefix(quoted ?? 0), text.unicodeScalars.dropFirst(quoted ?? 0)
    )
    guard rest.last == ")",
      let start = rest.indices.first(where: { rest[$0...].starts(with: " (".unicodeScalars) })
    else { return (text, nil) }
    let event = rest[start...].dropFirst(2).dropLast()
    return (String(delay) + String(rest[..<start]), String(event))
  }
}

extension String {
  /// The text between quotes at both ends, or `nil` if there are none.
  fileprivate var inQuotes: String? {
    guard unicodeScalars.count > 1, unicodeScalars.first == "\"", unicodeScalars.last == "\"" else {
      return nil
    }
    return String(unicodeScalars.dropFirst().dropLast())
  }

}
