/// The events that arrived during a step, first in, first out.
///
/// A run begins with an event from outside, or when the machine enters its first state, and ends
/// when the queue is empty. The bound limits the number of events queued in one run, not the number
/// waiting at one time: a ping-pong never has more than one event waiting.
///
/// The queue never runs the client's code, so it can't be re-entered while it is mutated. The
/// caller that appends an event also computes its name, and the caller that takes it releases it.
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

  /// The number of places that one run passes on to the next.
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
  /// That takes time, so only events close to the bound are.
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

  /// Drops the taken places once they are more than half, so that a queue that is never empty
  /// doesn't keep growing.
  @inlinable
  mutating func dropTakenPlaces() {
    guard first > end / 2 else { return }
    places.removeFirst(first)
    end -= first
    first = 0
  }

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

/// The error if an event causes an endless series of events.
///
/// One event caused more queued events than ``StateMachine/maximumQueuedEvents`` allows. The
/// machine handled the events within the bound. It didn't queue the event that exceeded the bound
/// or any later one of the run.
///
/// ```swift
/// machine.maximumQueuedEvents = 100
/// machine.handle(.ping)  // .failed(QueueOverflowError(bound: 100, cycle: ["ping", "pong"]))
/// ```
public struct QueueOverflowError: Error, Hashable, CustomStringConvertible {
  /// The bound that was exceeded, in events.
  package let bound: Int

  /// The events that repeat, in order, or the last events before the bound if no cycle was found.
  package let cycle: [String]

  /// The default bound.
  @usableFromInline static let defaultBound = 10_000

  /// The number of events before the bound that are searched for a cycle.
  @usableFromInline static let traceLength = 64

  /// Creates the error from the last events that were queued, oldest first.
  @usableFromInline
  init(bound: Int, lastEvents: [String]) {
    self.bound = bound
    // The oldest events may only lead into the cycle, so the cycle must fill the newer half of the
    // trace.
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

  /// Handles the events that were sent during a step until the queue is empty, and rests.
  ///
  /// - Parameter outcome: The outcome of the event that began the run.
  /// - Returns: The same outcome, or a failure if the run exceeded the queue's bound.
  @inlinable
  @inline(never)
  func handleQueuedEvents(after outcome: consuming Outcome) -> Outcome {
    defer { lifecycle.rest() }
    let extras = extras
    extras.replayedSender = nil
    while let next = extras.queue.takeFirst() {
      // An event from a state that has since been left must not affect a later state.
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
