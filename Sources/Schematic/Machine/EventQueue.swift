/// The events that arrived during a step, first in, first out.
///
/// A run begins with an event from outside, or when the machine enters its first state, and ends
/// when the queue is empty. ``StateMachine/maximumQueuedEvents`` limits the events queued in one
/// run, not the events waiting at one time: if two events cause each other endlessly, never more
/// than one is waiting.
///
/// The queue runs none of the client's code. Otherwise that code could use the queue in the middle
/// of a change. This is why the caller names the events that it appends, and releases the events
/// that it takes.
@frozen @usableFromInline
struct EventQueue<Event> {
  /// A queued event.
  @frozen @usableFromInline
  struct Entry {
    @usableFromInline let event: Event
    /// The number of the timeout or task that sent the event, or `nil` if anybody else did.
    @usableFromInline let activity: Int?

    @inlinable
    init(event: Event, activity: Int?) {
      self.event = event
      self.activity = activity
    }
  }

  /// The maximum number of places whose memory is kept for the next run.
  @usableFromInline static var reusedPlaces: Int { 64 }

  // Places are reused: the queued events are in `first..<end`, and the other places are empty.
  @usableFromInline var places: [Entry?] = []
  @usableFromInline var first = 0
  @usableFromInline var end = 0

  @usableFromInline var queuedInRun = 0
  @usableFromInline var lastEvents: [String] = []

  /// The error of the run, once it has exceeded the bound.
  @usableFromInline var overflow: QueueOverflowError?

  @usableFromInline init() {}

  /// Returns whether the next event must be named.
  ///
  /// Naming an event takes time, so only the events close to the bound are named.
  @inlinable
  func wantsName(bound: Int) -> Bool {
    queuedInRun >= bound - QueueOverflowError.traceLength
  }

  /// Appends an event, or returns an error if the run has exceeded the bound.
  @inlinable
  mutating func append(_ entry: Entry, named name: String?, bound: Int) -> QueueOverflowError? {
    guard overflow == nil else { return overflow }
    queuedInRun += 1
    if let name { lastEvents.append(name) }
    guard queuedInRun <= bound else {
      overflow = QueueOverflowError(bound: bound, lastEvents: lastEvents)
      return overflow
    }
    if end == places.count { dropTakenPlaces() }
    if end < places.count { places[end] = entry } else { places.append(entry) }
    end += 1
    return nil
  }

  /// Drops the emptied places once they are more than half of all, so that a queue that is never
  /// empty doesn't keep growing.
  @inlinable
  mutating func dropTakenPlaces() {
    guard first > end / 2 else { return }
    places.removeFirst(first)
    end -= first
    first = 0
  }

  /// A Boolean value that indicates whether an event waits.
  var hasEvents: Bool { first < end }

  /// Takes the event that arrived first, or returns `nil` if the queue is empty.
  @inlinable
  mutating func takeFirst() -> Entry? {
    guard first < end else { return nil }
    let entry = places[first].take()
    first += 1
    if first == end { (first, end) = (0, 0) }
    return entry
  }

  /// Ends the run.
  ///
  /// - Returns: An error if the run exceeded the bound.
  @inlinable
  mutating func finishRun() -> QueueOverflowError? {
    queuedInRun = 0
    return lastEvents.isEmpty && places.count <= Self.reusedPlaces ? nil : finishLongRun()
  }

  @usableFromInline
  mutating func finishLongRun() -> QueueOverflowError? {
    if places.count > Self.reusedPlaces { places = [] }
    lastEvents = []
    return overflow.take()
  }
}
