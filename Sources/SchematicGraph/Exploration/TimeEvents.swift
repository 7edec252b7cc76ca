import Schematic

// The labels of events: `after 30 s` is the event of a timeout (UML's time event: OMG UML 2.5.1,
// §13.3.3.3), and nothing else has a label that reads like it.

extension StateTimeout {
  /// The label of the timeout's event in diagrams: `after 30 s`.
  var label: String { TimeEvent(duration: duration).label }
}

extension Graphable {
  /// The label of an event in diagrams: its `graphLabel`, in quotes where that reads like the label of
  /// a timeout.
  package var eventLabel: String { TimeEvent.distinguished(graphLabel) }
}

/// The event that a time has passed since a state was entered.
package struct TimeEvent: Hashable {
  /// The time.
  package let duration: Duration

  private static let prefix = "after "
  private static let units: [(name: String, duration: @Sendable (Int64) -> Duration)] = [
    (" s", { .seconds($0) }), (" ms", { .milliseconds($0) }), (" µs", { .microseconds($0) }),
    (" ns", { .nanoseconds($0) }),
  ]

  package init(duration: Duration) {
    self.duration = duration
  }

  /// Reads a label as a diagram shows it; `nil` where it is not the label of a timeout.
  package init?(label: String) {
    guard let text = label.after(Self.prefix) else { return nil }
    for (name, duration) in Self.units {
      guard let number = text.before(name) else { continue }
      let parts = number.split(separator: ".", omittingEmptySubsequences: false)
      let digits = (parts.dropFirst().first ?? "").prefix(9)
      let zeros = String(repeating: "0", count: 9 - digits.count)
      guard let whole = Int64(parts[0]), let fraction = Int64(digits + zeros) else { continue }
      let read = duration(whole) + .nanoseconds(number.hasPrefix("-") ? -fraction : fraction)
      // A number that is written in any other way is not ours.
      guard read.label == text else { continue }
      self.duration = read
      return
    }
    return nil
  }

  /// The label in diagrams: `after 30 s`.
  package var label: String { Self.prefix + duration.label }

  /// Returns the label of an event that is no timeout.
  static func distinguished(_ label: String) -> String {
    TimeEvent(label: label) == nil ? label : "\"\(label)\""
  }
}

extension Duration {
  /// The duration as a diagram shows it: `30 s`, `1.5 s`, `250 ms`.
  ///
  /// Exact to the nanosecond. Less than a second is given in the largest unit that makes a whole
  /// number of it.
  var label: String {
    let (seconds, attoseconds) = components
    let nanoseconds = attoseconds / 1_000_000_000
    guard nanoseconds != 0 else { return "\(seconds) s" }
    guard seconds == 0 else {
      let digits = String(abs(nanoseconds))
      var fraction = String(repeating: "0", count: 9 - digits.count) + digits
      while fraction.last == "0" { fraction.removeLast() }
      return "\(seconds).\(fraction) s"
    }
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000) ms" }
    if nanoseconds % 1_000 == 0 { return "\(nanoseconds / 1_000) µs" }
    return "\(nanoseconds) ns"
  }
}

extension String {
  /// Returns the text before an ending, scalar by scalar; `nil` where the text does not end with it.
  fileprivate func before(_ ending: String) -> String? {
    guard unicodeScalars.reversed().starts(with: ending.unicodeScalars.reversed()) else {
      return nil
    }
    return String(unicodeScalars.dropLast(ending.unicodeScalars.count))
  }
}
