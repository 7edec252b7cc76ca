extension StateGraph {
  /// The time between entering a state and the event of a timeout.
  ///
  /// Diagrams write `after 30 s`, or `after retry interval` if the delay has a name.
  public enum Delay: Hashable, Sendable {
    /// A length that the rules give, such as `30 s`.
    case fixed(Duration)
    /// The name of a length that the subject of a machine gives, such as `retry interval`.
    case named(String)
  }
}

extension StateGraph.Delay: ExpressibleByStringLiteral {
  /// Creates a delay whose length the subject of a machine gives.
  ///
  /// - Parameter name: The name of the delay.
  public init(stringLiteral name: String) { self = .named(name) }
}

extension StateGraph.Delay: CustomStringConvertible {
  /// The delay as diagrams show it: `30 s`, `1 h 30 min`, or its name.
  ///
  /// A name that could be read as anything else is in quotes, so each text means only one delay.
  public var description: String {
    switch self {
    case .fixed(let duration): duration.label
    case .named(let name): Self.isClear(name) ? name : QuotedText.quoted(name)
    }
  }

  /// Reads what ``description`` writes, or seconds such as `90 s`; returns `nil` for any other text.
  package init?(notation text: String) {
    if let duration = Duration(label: text) {
      self = .fixed(duration)
    } else if let (name, rest) = QuotedText.divided(text) {
      guard rest.isEmpty, !Self.isClear(name) else { return nil }
      self = .named(name)
    } else {
      guard Self.isClear(text) else { return nil }
      self = .named(text)
    }
  }

  /// Returns whether a name needs no quotes.
  private static func isClear(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name.unicodeScalars.last != " " else {
      return false
    }
    // A trigger may write its event after the delay: `after 30 s (hold)`.
    return !" \"-0123456789".unicodeScalars.contains(first) && !name.contains(" (")
  }
}

extension StateGraph.Delay {
  /// Returns whether diagrams show this delay before another one: shorter delays first, names last.
  fileprivate func precedes(_ other: StateGraph.Delay) -> Bool {
    switch (self, other) {
    case (.fixed(let one), .fixed(let other)): one < other
    case (.named(let one), .named(let other)): one < other
    case (.fixed, .named): true
    case (.named, .fixed): false
    }
  }
}

extension Array {
  /// Returns timeouts sorted by their delays, as diagrams list them.
  ///
  /// Timeouts with the same delay keep their order, because machines end them in this order.
  func sorted(byDelay delay: (Element) -> StateGraph.Delay) -> [Element] {
    enumerated().map { (offset: $0.offset, delay: delay($0.element), element: $0.element) }
      .sorted { one, other in
        one.delay.precedes(other.delay)
          || !other.delay.precedes(one.delay) && one.offset < other.offset
      }
      .map(\.element)
  }
}

extension Duration {
  /// The duration as people write it: `10 min`, `1 h 30 min`, `2 d`, `1.5 s`, `250 ms`.
  ///
  /// The text is exact to the attosecond. A duration of a minute or more is divided into days, hours,
  /// minutes and seconds. A duration of less than a second uses the largest unit that gives a whole
  /// number.
  package var label: String {
    let (seconds, attoseconds) = components
    if seconds == 0, attoseconds != 0 {
      let unit = Self.fractions.first { attoseconds % $0.attoseconds == 0 } ?? ("as", 1)
      return "\(attoseconds / unit.attoseconds) \(unit.name)"
    }
    var rest = seconds.magnitude
    var terms: [String] = []
    for (name, length) in Self.multiples where rest >= length.magnitude {
      terms.append("\(rest / length.magnitude) \(name)")
      rest %= length.magnitude
    }
    if rest > 0 || attoseconds != 0 || terms.isEmpty { terms.append(secondsTerm(of: rest)) }
    return sign + terms.joined(separator: " ")
  }

  /// The duration in seconds only, as earlier versions wrote it: `90 s`.
  private var secondsLabel: String { sign + secondsTerm(of: components.seconds.magnitude) }

  private var sign: String { self < .zero ? "-" : "" }

  /// Returns the text of whole seconds and the duration's fraction of a second: `1.5 s`.
  private func secondsTerm(of seconds: UInt64) -> String {
    let attoseconds = components.attoseconds
    guard attoseconds != 0 else { return "\(seconds) s" }
    let digits = String(attoseconds.magnitude)
    var fraction = String(repeating: "0", count: 18 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(seconds).\(fraction) s"
  }

  /// The units of more than a second, the largest first.
  private static let multiples: [(name: String, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("min", 60),
  ]

  /// The units of less than a second, the largest first.
  private static let fractions: [(name: String, attoseconds: Int64)] = [
    ("ms", 1_000_000_000_000_000), ("µs", 1_000_000_000_000), ("ns", 1_000_000_000),
    ("ps", 1_000_000), ("fs", 1_000), ("as", 1),
  ]

  /// Reads a text that ``label`` writes, or a duration in seconds only, such as `90 s`; returns
  /// `nil` for any other text.
  package init?(label: String) {
    let words = label.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count % 2 == 0, let duration = Self.sum(of: words),
      duration.label == label || duration.secondsLabel == label
    else { return nil }
    self = duration
  }

  /// Returns the sum of numbers with units; a minus sign before the first counts for all: `-1 h 30 min`.
  private static func sum(of words: [Substring]) -> Duration? {
    let sign: Int64 = words.first?.first == "-" ? -1 : 1
    var seconds: Int64 = 0
    var attoseconds: Int64 = 0
    /// Adds a number of units to a sum, and returns whether the text is a number and nothing overflows.
    func add(_ text: Substring, times unit: Int64, to sum: inout Int64) -> Bool {
      guard let number = Int64(text) else { return false }
      let (product, isTooLarge) = number.multipliedReportingOverflow(
        by: number < 0 ? unit : sign * unit)
      let (new, isTooLong) = sum.addingReportingOverflow(product)
      sum = new
      return !isTooLarge && !isTooLong
    }
    for index in stride(from: 0, to: words.count, by: 2) {
      let (amount, unit) = (words[index], words[index + 1])
      if let unit = fractions.first(where: { $0.name == unit }) {
        guard add(amount, times: unit.attoseconds, to: &attoseconds) else { return nil }
      } else if let unit = multiples.first(where: { $0.name == unit }) {
        guard add(amount, times: unit.seconds, to: &seconds) else { return nil }
      } else {
        let parts = amount.split(separator: ".", omittingEmptySubsequences: false)
        guard unit == "s", parts.count < 3, add(parts[0], times: 1, to: &seconds) else {
          return nil
        }
        let digits = (parts.dropFirst().first ?? "").prefix(18)
        let zeros = repeatElement("0", count: 18 - digits.count).joined()
        guard add(digits + zeros, times: 1, to: &attoseconds) else { return nil }
      }
    }
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }
}
