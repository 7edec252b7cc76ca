import Workloads

/// Two sides that do the same work on the same events.
package struct Comparison: Sendable {
  /// What is compared, such as `CD player, random`.
  package let name: String
  /// What one is compared with: the switch, unless it is another machine.
  package let baseline: String
  /// How many times the baseline's time it may take; `nil` where no goal is set.
  package let goal: Double?
  /// Makes both sides, and the events they are given.
  private let make: @Sendable (_ length: Int) -> Pair

  /// Two sides and their events.
  package struct Pair {
    /// The number of events in a pass.
    package let count: Int
    /// Handles all events the other way, and returns a number that depends on all of them.
    package let baseline: () -> Int
    /// Handles all events by the machine.
    package let machine: () -> Int
  }

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - name: What is compared.
  ///   - baseline: What it is compared with.
  ///   - goal: How many times the baseline's time it may take.
  ///   - events: The events of a pass, of about the given number.
  ///   - other: Makes what it is compared with.
  ///   - machine: Makes the machine.
  init<Event>(
    _ name: String, to baseline: String = "switch", goal: Double? = nil,
    events: @escaping @Sendable (_ length: Int) -> [Event],
    _ other: @escaping @Sendable () -> Side<Event>,
    _ machine: @escaping @Sendable () -> Side<Event>
  ) {
    self.name = name
    self.baseline = baseline
    self.goal = goal
    make = { length in
      let events = events(length)
      let (other, machine) = (other(), machine())
      return Pair(
        count: events.count, baseline: { other.drive(events) &+ other.effect() },
        machine: { machine.drive(events) &+ machine.effect() })
    }
  }

  /// Returns both sides after a first pass, in which they have proved to do the same.
  ///
  /// - Parameter length: The number of events in a pass.
  /// - Returns: The sides.
  package func pair(length: Int = Stream.length) -> Pair {
    let pair = make(length)
    let (one, other) = (pair.baseline(), pair.machine())
    precondition(one == other, "\(name): the sides differ, \(one) and \(other)")
    return pair
  }
}
