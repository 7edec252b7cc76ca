extension StateGraph {
  /// The cause of a transition: an event, or a time that has passed in a state.
  ///
  /// Diagrams write a timeout as `after 30 s` (UML's time event: OMG UML 2.5.1, §13.3.3.3), or as
  /// `after 30 s in playback` if its region isn't drawn as one. An event with a label that looks
  /// like this is quoted, so each text means only one trigger.
  public enum Trigger: Hashable, Sendable {
    /// An event, by its label.
    case event(String)
    /// A time since a state was entered.
    ///
    /// `region` is the name of the state's region if regions aren't drawn; `nil` for the state
    /// itself, or for a composite state around it with such a timeout.
    case timeout(Duration, region: String? = nil)
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
  private static let regionPrefix = " in "

  /// The trigger as diagrams show it: the label of an event, or `after 30 s`.
  public var description: String {
    switch self {
    case .event(let label): Self.readsLikeTimeout(label) ? "\"\(label)\"" : label
    case .timeout(let duration, let region):
      Self.prefix + duration.label + (region.map { Self.regionPrefix + $0 } ?? "")
    }
  }

  /// A Boolean value that indicates whether no event is sent from outside.
  package var isTimeout: Bool { if case .timeout = self { true } else { false } }

  /// Reads what ``description`` writes; any other text is the label of an event.
  package init(notation text: String) {
    if let timeout = Self(timeout: text) {
      self = timeout
    } else if let label = text.inQuotes, Self.readsLikeTimeout(label) {
      self = .event(label)
    } else {
      self = .event(text)
    }
  }

  /// Returns whether a label needs quotes: what reads like a timeout, and what reads like that in quotes.
  private static func readsLikeTimeout(_ label: String) -> Bool {
    var inside = label
    while let next = inside.inQuotes { inside = next }
    return Self(timeout: inside) != nil
  }

  private init?(timeout text: String) {
    guard let rest = text.after(Self.prefix) else { return nil }
    let words = rest.unicodeScalars.split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    guard words.count > 1, let duration = Duration(label: "\(words[0]) \(words[1])") else {
      return nil
    }
    let region = words.count > 2 ? " \(words[2])".after(Self.regionPrefix) : nil
    self = .timeout(duration, region: region)
    // What is written in any other way is not ours.
    if !description.utf8.elementsEqual(text.utf8) { return nil }
  }
}

extension String {
  /// The text between the quotes around the whole, or `nil` if there are none.
  fileprivate var inQuotes: String? {
    guard unicodeScalars.count > 1, unicodeScalars.first == "\"", unicodeScalars.last == "\"" else {
      return nil
    }
    return String(unicodeScalars.dropFirst().dropLast())
  }

  /// Returns the text after a prefix, compared by Unicode scalars, or `nil` if the text doesn't
  /// begin with it.
  package func after(_ beginning: String) -> String? {
    guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
  }
}

extension Duration {
  /// The duration as a diagram shows it: `30 s`, `1.5 s`, `250 ms`.
  ///
  /// It is exact to the attosecond. A duration of less than a second uses the largest unit that
  /// gives a whole number.
  package var label: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds) s" }
    guard seconds == 0 else {
      let digits = String(attoseconds.magnitude)
      var fraction = String(repeating: "0", count: 18 - digits.count) + digits
      while fraction.last == "0" { fraction.removeLast() }
      return "\(seconds).\(fraction) s"
    }
    let unit = Self.units.first { attoseconds % $0.attoseconds == 0 } ?? ("as", 1)
    return "\(attoseconds / unit.attoseconds) \(unit.name)"
  }

  /// The units of less than a second, the largest first.
  private static let units: [(name: String, attoseconds: Int64)] = [
    ("ms", 1_000_000_000_000_000), ("µs", 1_000_000_000_000), ("ns", 1_000_000_000),
    ("ps", 1_000_000), ("fs", 1_000), ("as", 1),
  ]

  /// Reads what ``label`` writes; `nil` for any other text.
  package init?(label: String) {
    let words = label.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { return nil }
    if words[1] == "s" {
      let parts = words[0].split(separator: ".", omittingEmptySubsequences: false)
      let digits = (parts.dropFirst().first ?? "").prefix(18)
      let zeros = String(repeating: "0", count: 18 - digits.count)
      guard let whole = Int64(parts[0]), let fraction = Int64(digits + zeros) else { return nil }
      self.init(
        secondsComponent: whole,
        attosecondsComponent: label.hasPrefix("-") ? -fraction : fraction)
    } else {
      guard let unit = Self.units.first(where: { $0.name == words[1] }),
        let number = Int64(words[0])
      else { return nil }
      let (attoseconds, isTooLong) = number.multipliedReportingOverflow(by: unit.attoseconds)
      if isTooLong { return nil }
      self.init(secondsComponent: 0, attosecondsComponent: attoseconds)
    }
    if self.label != label { return nil }
  }
}
