/// The events that arrived during a step, first in, first out.
///
/// One run begins with an event from outside, or with entering the first state, and ends when the
/// queue is empty. The bound counts the events that were queued in one run, not those that wait: a
/// ping-pong never holds more than one.
///
/// The queue never runs client code, so it cannot be re-entered while it is mutated: an event is named
/// by the caller that appends it, and released by the one that takes it.
@frozen @usableFromInline
struct EventQueue<Event> {
  /// An event that waits.
  @frozen @usableFromInline
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

  /// The number of places that are kept from one run to the next.
  @usableFromInline static var keptPlaces: Int { 64 }

  // Places are used again and again: what waits is from `first` to before `end`, the rest is empty.
  @usableFromInline var places: [Entry?] = []
  @usableFromInline var first = 0
  @usableFromInline var end = 0

  @usableFromInline var queuedInRun = 0
  @usableFromInline var lastEvents: [String] = []

  /// The error of the run, once its bound was passed.
  @usableFromInline var overflow: QueueOverflow?

  @usableFromInline init() {}

  /// Returns whether the next event must be named: only close to the bound, as naming costs time.
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

  /// The number of events, their names, and what to do.
  public var description: String {
    """
    one event caused more than \(bound) queued events: \
    \((cycle + cycle.prefix(1)).joined(separator: " → ")); \
    let an action end the cycle, or raise the machine's queueBound
    """
  }
}

// Events that arrive during a step.
extension StateMachine {
  @inlinable
  @inline(never)
  func enqueue(_ event: Event, ofActivity activity: Int?) -> Outcome {
    isQueueUsed = true
    let extras = extras
    let bound = extras.queueBound
    let name = extras.queue.wantsName(bound: bound) ? String(describing: event) : nil
    let entry = EventQueue.Entry(event: event, activity: activity)
    let outcome =
      extras.queue.append(entry, named: name, bound: bound).map(Outcome.failed) ?? .queued
    if extras.eventObservers != nil { tellQueued(event, ofActivity: activity, outcome) }
    return outcome
  }

  /// Handles the events that were sent during a step, until none waits, and rests.
  ///
  /// - Parameter outcome: The outcome of the event that the run began with.
  /// - Returns: The same, or that what it caused passed the bound of the queue.
  @inlinable
  @inline(never)
  func complete(_ outcome: consuming Outcome) -> Outcome {
    defer { phase = restingPhase }
    guard isQueueUsed else { return outcome }
    let extras = extras
    extras.firedTimeout = nil
    while let next = extras.queue.takeFirst() {
      // An event from a state that was left meanwhile must not act on a later one.
      if let activity = next.activity, !isRunning(activity) { continue }
      if extras.eventObservers != nil {
        _ = stepObserved(next.event, ofActivity: next.activity)
      } else if let activity = next.activity {
        _ = step(next.event, sentBy: activity)
      } else {
        _ = step(next.event)
      }
    }
    isQueueUsed = false
    if let overflow = extras.queue.finishRun() { return .failed(overflow) }
    return outcome
  }

  @usableFromInline
  func isRunning(_ activity: Int) -> Bool {
    extras.activities.isRunning(activity)
  }
}
