/// Events that send events without end.
///
/// One event caused more queued events than ``StateMachine/queueBound`` allows. The event that
/// passed the bound and all later ones of the run were not queued; those before it were handled.
///
/// ```swift
/// machine.queueBound = 100
/// machine.handle(.ping)  // .failed(QueueOverflow(bound: 100, cycle: ["ping", "pong"]))
/// ```
public struct QueueOverflow: Error, Hashable, CustomStringConvertible {
  /// The bound that was passed, in events.
  public let bound: Int

  /// The events that come round again and again, in order; the last events before the bound where
  /// no cycle shows.
  public let cycle: [String]

  /// The bound of a machine that is not given another.
  @usableFromInline static let defaultBound = 10_000

  /// The number of events before the bound that are looked at for a cycle.
  @usableFromInline static let traceLength = 64

  /// Creates the error from the last events that were queued, oldest first.
  @usableFromInline
  init(bound: Int, lastEvents: [String]) {
    self.bound = bound
    // The oldest events may only lead into the cycle: it must fill the younger half of the trace.
    let half = lastEvents.count / 2
    let period = (1...max(1, half)).first { period in
      let recent = lastEvents.suffix(max(2 * period, half))
      return zip(recent, recent.dropFirst(period)).allSatisfy(==)
    }
    cycle = Array(lastEvents.suffix(period ?? lastEvents.count))
  }

  /// How many events, which ones, and what to do.
  public var description: String {
    """
    one event caused more than \(bound) queued events: \
    \((cycle + cycle.prefix(1)).joined(separator: " → ")); \
    let an action end the cycle, or raise the machine's queueBound
    """
  }
}
