/// The events that arrived during a step, first in, first out.
///
/// A run begins with an event from outside, or with entering the first state, and ends when the queue is
/// empty. The bound counts the events that were queued in one run, not those that wait: a
/// ping-pong never holds more than one.
///
/// The queue never runs a client's code, so it cannot be re-entered while it is mutated: an event is named
/// by the caller that appends it, and released by the one that takes it.
@frozen @usableFromInline
struct EventQueue<Event> {
  /// A queued event.
  @frozen @usableFromInline
  struct Entry {
    @usableFromInline let event: Event
    /// The number of the timeout or task that sent it; `nil` if anybody else did.
    @usableFromInline let activity: Int?

    @inlinable
    init(event: Event, activity: Int?) {
      self.event = event
      self.activity = activity
    }
  }

  /// The number of places that are reused from one run to the next.
  @usableFromInline static var reusedPlaces: Int { 64 }

  // Places are used again and again: the queued events are from `first` to before `end`, the rest is empty.
  @usableFromInline var places: [Entry?] = []
  @usableFromInline var first = 0
  @usableFromInline var end = 0

  @usableFromInline var queuedInRun = 0
  @usableFromInline var lastEvents: [String] = []

  /// The error of the run, after its bound was passed.
  @usableFromInline var overflow: QueueOverflowError?

  @usableFromInline init() {}

  /// Returns whether the next event must be named: only close to the bound, as naming costs time.
  @inlinable
  func wantsName(bound: Int) -> Bool {
    queuedInRun >= bound - QueueOverflowError.traceLength
  }

  /// Appends an event, or reports that the run has passed the bound.
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

  /// Drops the places before the queued events once they are the greater part, so that a queue that is
  /// never empty does not grow with all that passes through it.
  @inlinable
  mutating func dropTakenPlaces() {
    guard first > end / 2 else { return }
    places.removeFirst(first)
    end -= first
    first = 0
  }

  /// Takes the event that arrived first; `nil` if none is queued.
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
  /// - Returns: The error of the run, if its bound was passed.
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

/// Events that send events without end.
///
/// One event caused more queued events than ``StateMachine/maximumQueuedEvents`` allows. The event that
/// passed the bound and all later ones of the run were not queued; those before it were handled.
///
/// ```swift
/// machine.maximumQueuedEvents = 100
/// machine.handle(.ping)  // .failed(QueueOverflowError(bound: 100, cycle: ["ping", "pong"]))
/// ```
public struct QueueOverflowError: Error, Hashable, CustomStringConvertible {
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
    let an action end the cycle, or raise the machine's maximumQueuedEvents
    """
  }
}

// Events that arrive during a step.
extension StateMachine {
  @inlinable
  @inline(never)
  func enqueue(_ event: Event, from activity: Int?) -> Outcome {
    isStepIncomplete = true
    let extras = extras
    let bound = extras.maximumQueuedEvents
    let name = extras.queue.wantsName(bound: bound) ? String(describing: event) : nil
    let entry = EventQueue.Entry(event: event, activity: activity)
    let outcome =
      extras.queue.append(entry, named: name, bound: bound).map(Outcome.failed) ?? .queued
    if isObserved { notifyObserversOfQueueing(event, from: activity, outcome) }
    return outcome
  }

  /// Handles the events that were sent during a step, until none waits, and rests.
  ///
  /// - Parameter outcome: The outcome of the event that the run began with.
  /// - Returns: The same, or that what it caused passed the bound of the queue.
  @inlinable
  @inline(never)
  func handleQueuedEvents(after outcome: consuming Outcome) -> Outcome {
    defer { lifecycle.rest() }
    let extras = extras
    extras.replayedTimeout = nil
    while let next = extras.queue.takeFirst() {
      // An event from a state that was left meanwhile must not act on a later one.
      if let activity = next.activity, !isRunning(activity) { continue }
      _ = runStep(next.event, from: next.activity)
    }
    isStepIncomplete = false
    if let overflow = extras.queue.finishRun() { return .failed(overflow) }
    return outcome
  }

  @usableFromInline
  func isRunning(_ activity: Int) -> Bool {
    extras.activities.isRunning(activity)
  }
}
