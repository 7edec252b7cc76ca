import Foundation
import Schematic
import SchematicGraph
import SchematicTraces
import Testing

/// A run that failed at its last event, or before its first.
struct RunFailure<Event> {
  /// What failed.
  enum Cause {
    /// The diagram doesn't show a step.
    case unshown(UnshownStep)
    /// The invariant doesn't hold: a sentence, and a shorter text that is the same for similar failures.
    case invariant(String, kind: String)
    /// No run is possible.
    case machine(String)
  }

  /// The events that were sent.
  let events: [Event]
  /// The names of the states before each event.
  let places: [String]
  /// The trace of the run, in which an event may have several steps; the first entry has no step.
  let entries: [TraceEntry]
  let cause: Cause
  /// The line of the rule that the last step followed, in parentheses; empty if it isn't known.
  var place = ""
}

extension RunFailure {
  /// The failure without the details that may differ between runs that fail in the same way.
  struct Kind: Hashable {
    let words: String
    var step: TraceEntry.Step?
  }

  var kind: Kind {
    switch cause {
    case .unshown(let unshown):
      let entry = unshown.violation.entry
      var step = entry.step
      step?.guards = []
      step?.event = withoutPayload(entry.step?.event ?? "")
      step?.target = withoutPayload(entry.step?.target ?? "")
      return Kind(words: withoutPayload(entry.state), step: step)
    case .invariant(_, let kind): return Kind(words: kind)
    case .machine(let words): return Kind(words: words)
    }
  }

  /// The failure in words.
  var found: String {
    switch cause {
    case .unshown(let unshown): "\(unshown)"
    case .invariant(let words, _), .machine(let words): words
    }
  }
}

/// Returns the name of a state or an event without the payload that it may show: `coin` for `coin(25)`.
func withoutPayload(_ name: String) -> String { String(name.prefix { $0 != "(" }) }

/// The end of a run.
enum RunEnd<Event> {
  case failed(RunFailure<Event>)
  /// A run that passed, with a description of the machine and its subject.
  case passed(() -> String)
}

/// A driver that sends new machines events, and checks each step.
struct RunDriver<State: Graphable, Event: Graphable, Subject> {
  typealias Machine = StateMachine<State, Event, Subject>

  let machine: () throws -> Machine
  let invariant: (Machine) throws -> Bool
  let check: StepCheck<State, Event, Subject>
  /// The steps of all runs.
  let known = KnownSteps<Event>()

  /// Sends a new machine events until a step fails or the run ends.
  ///
  /// - Parameter next: Returns the next event, or `nil` at the end of the run.
  /// - Returns: The failure, or a description of the machine if the run passed.
  func drive(_ next: () -> Event?) -> RunEnd<Event> {
    let log = IssueLog()
    var end: RunEnd<Event>?
    // Issues during runs are known ones: only the report makes the test fail.
    withKnownIssue(isIntermittent: true) {
      end = run(next, log)
    } matching: {
      log.note($0)
    }
    return end ?? .passed { "" }
  }

  private func run(_ next: () -> Event?, _ log: IssueLog) -> RunEnd<Event> {
    var events: [Event] = []
    var places: [String] = []
    func failure(_ cause: RunFailure<Event>.Cause) -> RunEnd<Event> {
      .failed(
        RunFailure(
          events: events, places: places, entries: check.entries, cause: cause,
          place: check.entries.last.map(check.place) ?? ""))
    }
    let machine: Machine
    do {
      machine = try self.machine()
    } catch {
      return failure(.machine("making the machine threw \(error)"))
    }
    guard machine.subject != nil else {
      return failure(
        .machine("the machine's subject no longer exists; make the machine with `owning:`"))
    }
    check.begin(in: machine.state)
    let token = machine.observe { [check] in check.note($0) }
    defer { machine.removeObserver(token) }
    if let breach = breach(by: machine, log) { return failure(breach) }
    while !machine.isFinished, let event = next() {
      let place = check.states(of: machine.state)
      events.append(event)
      places.append(place)
      machine.handle(event)
      known.note(place, event, check.states(of: machine.state))
      if let unshown = check.unshown { return failure(.unshown(unshown)) }
      if let breach = breach(by: machine, log) { return failure(breach) }
    }
    return .passed { Self.description(of: machine) }
  }

  /// Returns a text that distinguishes machines which may behave in different ways.
  private static func description(of machine: Machine) -> String {
    var text = ""
    dump(machine.state, to: &text)
    // A subject may refer to all other objects of a program, so only a part of it is described.
    dump(machine.subject, to: &text, maxDepth: 3, maxItems: 100)
    return text
  }

  private func breach(by machine: Machine, _ log: IssueLog) -> RunFailure<Event>.Cause? {
    let answer = Result { try invariant(machine) }
    // `#require` records an issue, and throws an error that says less than the issue.
    if let issue = log.first {
      return .invariant("an issue was recorded: \(issue)", kind: "issue")
    }
    switch answer {
    case .success(true): return nil
    case .success(false): return .invariant("the invariant returned false", kind: "false")
    case .failure(let error):
      return .invariant("the invariant threw \(error)", kind: "threw \(type(of: error))")
    }
  }
}

/// The issues that the code of a test records during a run, on any thread.
private final class IssueLog: Sendable {
  private let lock = NSLock()
  // Used only while the lock is held.
  nonisolated(unsafe) private var recorded: String?

  /// The first issue, or `nil` if there is none.
  var first: String? { lock.withLock { recorded } }

  /// Notes an issue, and returns `true`, which makes the issue a known one.
  func note(_ issue: Issue) -> Bool {
    lock.withLock { recorded = recorded ?? "\(issue)" }
    return true
  }
}

/// The steps that runs have taken, as ways from state to state.
final class KnownSteps<Event> {
  private var steps: [String: [(target: String, event: Event)]] = [:]

  func note(_ source: String, _ event: Event, _ target: String) {
    guard source != target, steps[source]?.contains(where: { $0.target == target }) != true else {
      return
    }
    steps[source, default: []].append((target, event))
  }

  /// Returns the shortest ways from a state to all others, as the events to send.
  func ways(from start: String) -> BreadthFirstSearch<String, Event> {
    BreadthFirstSearch(from: [start]) { place in
      (steps[place] ?? []).map { ($0.event, $0.target) }
    }
  }
}
