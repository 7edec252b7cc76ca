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
  /// The name of the part whose state was entered, where parts are not drawn as regions; `nil` for the
  /// whole state.
  package let owner: String?

  private static let prefix = "after "
  private static let ownerPrefix = " in "

  package init(duration: Duration, owner: String? = nil) {
    self.duration = duration
    self.owner = owner
  }

  /// Reads a label as a diagram shows it; `nil` where it is not the label of a timeout.
  package init?(label: String) {
    guard let text = label.after(Self.prefix) else { return nil }
    let words = text.unicodeScalars.split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    guard words.count > 1,
      let duration = Duration(label: "\(words[0]) \(words[1])")
    else { return nil }
    self.duration = duration
    owner = words.count > 2 ? " \(words[2])".after(Self.ownerPrefix) : nil
    // What is written in any other way is not ours.
    if self.label != label || owner?.isEmpty == true { return nil }
  }

  /// The label in diagrams: `after 30 s`, or `after 30 s in playback` for a timeout of a part.
  package var label: String {
    Self.prefix + duration.label + (owner.map { Self.ownerPrefix + $0 } ?? "")
  }

  /// Returns the label of an event that is no timeout.
  ///
  /// What reads like a timeout has quotes, and so has what reads like that.
  static func distinguished(_ label: String) -> String {
    var inside = label[...]
    while inside.count > 1, inside.first == "\"", inside.last == "\"" {
      inside = inside.dropFirst().dropLast()
    }
    return TimeEvent(label: String(inside)) == nil ? label : "\"\(label)\""
  }
}

extension StateMachineSchema {
  /// Returns the timeouts of a state with the labels that they may have in a diagram.
  func shownTimeouts(in state: State) -> [(event: Event, labels: [String], duration: Duration)] {
    let names = regionNames
    let paths = names.isEmpty ? [] : regionPaths(in: state)
    return timeouts(in: state).map { owner, timeout in
      let part = owner.region.map {
        PartOwner.name(names[$0], paths[$0], level: owner.level == 0 ? nil : owner.level)
      }
      let labels = [nil, part].uniqued().map {
        TimeEvent(duration: timeout.duration, owner: $0).label
      }
      return (timeout.event, labels, timeout.duration)
    }
  }
}

/// The names of the parts of states, where no regions show them.
enum PartOwner {
  /// Returns the name of a part, with the state of it around others that a level means: `left.on`.
  static func name(_ part: String, _ path: [String]?, level: Int?) -> String {
    guard let level, let path, level < path.count else { return part }
    return ([part] + path.prefix(level)).joined(separator: ".")
  }
}

extension Duration {
  /// The duration as a diagram shows it: `30 s`, `1.5 s`, `250 ms`.
  ///
  /// Exact to the attosecond. Less than a second is given in the largest unit that makes a whole
  /// number of it.
  var label: String {
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

  /// Reads a label; `nil` where it is none.
  fileprivate init?(label: String) {
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
