/// The progress of a timeout.
package struct TimeoutProgress: Hashable, Sendable, Codable {
  /// The level of the state that the timeout belongs to; 0 for the innermost.
  package let level: Int
  /// The time since the timeout began.
  package var elapsed: Duration
  /// A Boolean value that indicates whether the timeout has ended, usually by sending its event.
  package let isOver: Bool
  /// The name of the region that the timeout belongs to, or `nil` for the whole state.
  ///
  /// A position would be wrong after the regions have been reordered.
  package var region: String?
  /// The length that the subject determined when the state was entered, or `nil` if the length is
  /// fixed.
  package private(set) var namedLength: Duration?
  /// The length as text, or its name; `nil` if an earlier version of this package saved the machine.
  package private(set) var length: String?
  /// The event as text; `nil` if an earlier version of this package saved the machine.
  package private(set) var event: String?

  init(
    of owner: BehaviorOwner, _ name: TimeoutName, elapsed: Duration, isOver: Bool,
    namedLength: Duration?
  ) {
    level = owner.level
    region = owner.region
    (length, event) = (name.length, name.event)
    self.elapsed = elapsed
    self.isOver = isOver
    // Limited to the longest accepted time; no timeout waits that long.
    self.namedLength = namedLength.map { max(Self.longest * -1, min($0, Self.longest)) }
  }

  /// The longest accepted time since a timeout began: 1,000 years.
  ///
  /// A clock can't represent times that are much longer ago.
  private static let longest = Duration.seconds(1_000 * 365 * 24 * 60 * 60)

  /// A sentence about an invalid time, or `nil` if all times are valid.
  package var mistake: String? {
    guard .zero...Self.longest ~= elapsed else {
      return "the time since the timeout of level \(level) began is negative, or longer than "
        + "1,000 years"
    }
    guard let namedLength, !(Self.longest * -1...Self.longest ~= namedLength) else { return nil }
    return "the timeout of level \(level) is longer than 1,000 years"
  }

  /// Returns whether this is the progress of a timeout with an owner and a name.
  func isProgress(of owner: BehaviorOwner, _ name: TimeoutName) -> Bool {
    belongs(to: owner) && isNamed(name)
  }

  func belongs(to owner: BehaviorOwner) -> Bool { region == owner.region && level == owner.level }

  /// Returns whether a timeout differs at most in its length.
  func isLike(_ owner: BehaviorOwner, _ name: TimeoutName) -> Bool {
    belongs(to: owner) && event == name.event
  }

  /// Returns whether no other of some saved timeouts differs at most in its length.
  func isOnlyOne(in saved: [TimeoutProgress]) -> Bool {
    saved.count { $0.region == region && $0.level == level && $0.event == event } == 1
  }

  func isNamed(_ name: TimeoutName) -> Bool { event == name.event && length == name.length }

  /// Returns the length that the subject determined by a name; earlier versions of this package saved no name.
  func length(named name: String) -> Duration? {
    length == nil || length == name ? namedLength : nil
  }

  /// Returns the progress after more time has passed.
  ///
  /// If the clock was set back, the progress stays the same.
  func advanced(by passed: Duration) -> TimeoutProgress {
    var later = self
    later.elapsed = min(elapsed + min(max(passed, .zero), Self.longest), Self.longest)
    return later
  }
}

/// The timeouts of a machine that is being resumed.
struct Resumption<Event> {
  /// The saved progress of each timeout that begins, in the order in which they begin; `nil` for a new one.
  private var progress: ArraySlice<TimeoutProgress?>

  /// The timeouts that are overdue, each with its lateness, its number and its event.
  var overdue: [(lateness: Duration, number: Int, event: Event)] = []

  /// Finds the saved progress of the timeouts that begin.
  ///
  /// A timeout is the saved one if its state, its length and its event are. If only the length has changed, it goes on
  /// with the new length, as long as no other timeout of its level or region sends the event.
  init(
    _ all: [TimeoutProgress], after passed: Duration,
    for timeouts: [(owner: BehaviorOwner, name: TimeoutName)]
  ) {
    var left = all.map { $0.advanced(by: passed) }
    var found = [TimeoutProgress?](repeating: nil, count: timeouts.count)
    func take(_ isSame: (TimeoutProgress, TimeoutName) -> Bool) {
      for (index, timeout) in timeouts.enumerated() where found[index] == nil {
        let place = left.firstIndex { saved in
          saved.belongs(to: timeout.owner) && isSame(saved, timeout.name)
        }
        found[index] = place.map { left.remove(at: $0) }
      }
    }
    take { $0.isNamed($1) }
    take { saved, name in
      saved.event == name.event && saved.isOnlyOne(in: all)
        && timeouts.count { saved.isLike($0.owner, $0.name) } == 1
    }
    // Machines that were saved before timeouts had names know them by their order.
    take { saved, _ in saved.event == nil }
    progress = found[...]
  }

  /// Removes and returns the progress of the timeout that begins next, or returns `nil` if it is a new one.
  mutating func takeNext() -> TimeoutProgress? { progress.popFirst() ?? nil }

  /// The overdue timeouts, the earliest first.
  var overdueInOrder: [(number: Int, event: Event)] {
    overdue.sorted { ($0.lateness, $1.number) > ($1.lateness, $0.number) }
      .map { ($0.number, $0.event) }
  }
}
