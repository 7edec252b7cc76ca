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

  /// Handles queued events until the queue is empty, and ends the step.
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
      // A timeout or task of a state that has since been left must not affect a later state.
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
