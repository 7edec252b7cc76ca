/// The events that arrived during a step, first in, first out.
///
/// One run begins with an event from outside, or with entering the first state, and ends when the
/// queue is empty. The bound counts the
/// events that were queued in one run, not those that wait: a ping-pong never holds more than one.
@usableFromInline
struct EventQueue<Event> {
  /// An event that waits.
  @usableFromInline
  struct Entry {
    @usableFromInline let event: Event
    /// The number of the timeout or work that sent it; `nil` where anybody else did.
    @usableFromInline let activity: Int?

    @inlinable
    init(event: Event, activity: Int?) {
      self.event = event
      self.activity = activity
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var queuedInRun = 0
  private var lastEvents: [String] = []

  /// The error of the run, once its bound was passed.
  @usableFromInline private(set) var overflow: QueueOverflow?

  /// Appends an event, or reports that the run has passed the bound.
  @inlinable
  mutating func append(
    _ event: Event, ofActivity activity: Int?, bound: Int
  ) -> QueueOverflow? {
    guard overflow == nil, queuedInRun < bound - QueueOverflow.traceLength else {
      return appendCloseToBound(event, ofActivity: activity, bound: bound)
    }
    queuedInRun += 1
    entries.append(Entry(event: event, activity: activity))
    return nil
  }

  @usableFromInline
  mutating func appendCloseToBound(
    _ event: Event, ofActivity activity: Int?, bound: Int
  ) -> QueueOverflow? {
    if let overflow { return overflow }
    queuedInRun += 1
    // Naming events costs time and memory, so only these are remembered.
    lastEvents.append(String(describing: event))
    guard queuedInRun > bound else {
      entries.append(Entry(event: event, activity: activity))
      return nil
    }
    overflow = QueueOverflow(bound: bound, lastEvents: lastEvents)
    return overflow
  }

  /// Removes all events that wait, in the order in which they arrived.
  ///
  /// They are released by the caller: what an event carries may reach the machine when it goes.
  @inlinable
  mutating func takeAll() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  /// Ends the run.
  mutating func finishRun() {
    queuedInRun = 0
    lastEvents = []
    overflow = nil
  }
}
