/// The error if one event causes more events or completions than a machine allows.
///
/// Usually, events cause each other endlessly. The machine handled as many events as
/// ``StateMachine/maximumQueuedEvents`` allows, and queued no more until the queue was empty.
///
/// ```swift
/// machine.maximumQueuedEvents = 100
/// machine.handle(.ping)  // .failed(QueueOverflowError(bound: 100, cycle: ["ping", "pong"]))
/// ```
public struct QueueOverflowError: Error, Hashable, CustomStringConvertible {
  /// The bound that was exceeded: a number of events or of completions.
  package let bound: Int

  /// The events that repeat, in order, or the last events if no cycle was found.
  package let cycle: [String]

  @usableFromInline static let defaultBound = 10_000

  /// The number of events before the bound that are searched for a cycle.
  @usableFromInline static let traceLength = 64

  /// Creates the error from the last events that were queued, oldest first.
  @usableFromInline
  init(bound: Int, lastEvents: [String]) {
    self.bound = bound
    // The oldest events may lead into the cycle without belonging to it, so only the newer half
    // must repeat.
    let half = lastEvents.count / 2
    let period = (1...max(1, half)).first { period in
      let recent = lastEvents.suffix(max(2 * period, half))
      return zip(recent, recent.dropFirst(period)).allSatisfy(==)
    }
    cycle = Array(lastEvents.suffix(period ?? lastEvents.count))
  }

  /// The bound, the names of the events that repeat or came last, and what to do.
  public var description: String {
    """
    one event caused more than \(bound) queued events: \
    \((cycle + cycle.prefix(1)).joined(separator: " → ")); \
    let an action end the cycle, or raise the machine's maximumQueuedEvents
    """
  }
}
