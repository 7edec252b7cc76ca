/// The events that arrived during a step, first in, first out.
///
/// One run begins with an event from outside, or with entering the first state, and ends when the
/// queue is empty. The bound counts the events that were queued in one run, not those that wait: a
/// ping-pong never holds more than one.
///
/// Nothing here runs anybody else's code, so that nobody can reach the queue while it changes: an
/// event is named by who appends it, and released by who takes it.
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

  /// How many places are kept from one run to the next.
  @usableFromInline static var keptPlaces: Int { 64 }

  // Places are used again and again: what waits is from `first` to before `end`, the rest is empty.
  @usableFromInline var places: [Entry?] = []
  @usableFromInline var first = 0
  @usableFromInline var end = 0

  @usableFromInline var queuedInRun = 0
  @usableFromInline var lastEvents: [String] = []

  /// The error of the run, once its bound was passed.
  @usableFromInline var overflow: QueueOverflow?

  /// Whether the next event must be named, as naming costs time and memory: close to the bound.
  @inlinable
  func wantsName(bound: Int) -> Bool {
    queuedInRun >= bound - QueueOverflow.traceLength
  }

  /// Appends an event, or reports that the run has passed the bound.
  @inlinable
  mutating func append(_ entry: Entry, named name: String?, bound: Int) -> QueueOverflow? {
    guard overflow == nil else { return overflow }
    queuedInRun += 1
    if let name { lastEvents.append(name) }
    guard queuedInRun <= bound else {
      overflow = QueueOverflow(bound: bound, lastEvents: lastEvents)
      return overflow
    }
    if end == places.count { dropTakenPlaces() }
    if end < places.count { places[end] = entry } else { places.append(entry) }
    end += 1
    return nil
  }

  /// Drops the places before what waits, once they are the greater part: a queue that is never empty
  /// must not grow with all that passed through it.
  @inlinable
  mutating func dropTakenPlaces() {
    guard first > end / 2 else { return }
    places.removeFirst(first)
    end -= first
    first = 0
  }

  /// Takes the event that arrived first; `nil` where none waits.
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
  /// - Returns: The error of the run, where its bound was passed.
  @inlinable
  mutating func finishRun() -> QueueOverflow? {
    queuedInRun = 0
    return lastEvents.isEmpty && places.count <= Self.keptPlaces ? nil : finishLongRun()
  }

  @usableFromInline
  mutating func finishLongRun() -> QueueOverflow? {
    if places.count > Self.keptPlaces { places = [] }
    lastEvents = []
    return overflow.take()
  }
}
