import Schematic

/// A recorder of what machines do, event by event, as the lines of a trace.
///
/// ```swift
/// let recorder = TraceRecorder { line in log.debug("\(line)") }
/// recorder.watch(machine, named: "Turnstile")
/// machine.handle(.coin)
/// // {"trace":1,"machine":"Turnstile","id":"5c0ffee5","number":1,"state":"locked","event":"coin",…}
/// ```
///
/// One recorder serves any number of machines. Lines go wherever the sink puts them: `TraceFile` of the
/// module `SchematicTraces` is a file that survives the end of its program. A trace is checked against
/// the diagram by ``StateGraph/violations(of:)``.
///
/// A line has the names that diagrams have, and nothing that states and events carry, unless you ask for
/// it. An action's label or a reason that is put together from a payload says what it says in the diagram.
public struct TraceRecorder: Sendable {
  private let includesValues: Bool
  private let time: (@Sendable () -> String)?
  private let sink: @Sendable (String) -> Void

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - includesValues: `true` to record what states and events carry, as Swift describes them. It may
  ///     be what nobody else is to know.
  ///   - time: The time of a line, in whatever form; lines have none unless you say.
  ///   - sink: The closure that is given each line, without a line feed, before `handle` returns. It
  ///     is called on the actor or thread of the machine.
  public init(
    includingValues includesValues: Bool = false, time: (@Sendable () -> String)? = nil,
    to sink: @escaping @Sendable (_ line: String) -> Void
  ) {
    self.includesValues = includesValues
    self.time = time
    self.sink = sink
  }

  /// Records what a machine does from now on, beginning with a line that names its state.
  ///
  /// - Parameters:
  ///   - machine: The machine.
  ///   - name: The name of the machine in the trace: that of its diagram, where the trace is to be checked.
  ///   - id: The identity of the machine among those of one name; a random one unless you say.
  /// - Returns: The key that ends it when given to the machine's `removeObserver`.
  @discardableResult
  public func watch<State: Graphable, Event: Graphable, Subject>(
    _ machine: StateMachine<State, Event, Subject>, named name: String, id: String? = nil
  ) -> ObserverToken {
    let id = id ?? TraceEntry.makeIdentity()
    sink(
      TraceEntry(
        machine: name, id: id, number: 0, state: machine.state.graphIdentifier, time: time?(),
        values: includesValues ? .init(state: String(describing: machine.state)) : nil
      ).line)
    var number = 0
    return machine.observe { handled in
      number += 1
      sink(
        TraceEntry(
          handled, machine: name, id: id, number: number, time: time?(),
          includingValues: includesValues
        ).line)
    }
  }
}

extension TraceEntry {
  /// Creates the entry of an event that was handled.
  package init<State: Graphable, Event: Graphable>(
    _ handled: HandledEvent<State, Event>, machine: String, id: String, number: Int,
    time: String? = nil, includingValues includesValues: Bool
  ) {
    self.init(
      machine: machine, id: id, number: number, state: handled.source.graphIdentifier,
      step: Step(handled), time: time,
      values: includesValues
        ? Values(
          state: String(describing: handled.source), event: String(describing: handled.event),
          target: String(describing: handled.target)) : nil)
  }

  /// Returns sixteen hexadecimal digits that no other machine has.
  package static func makeIdentity() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension TraceEntry.Step {
  /// Creates the step of an event that was handled.
  ///
  /// - Parameter handled: The event and what became of it.
  public init<State: Graphable, Event: Graphable>(_ handled: HandledEvent<State, Event>) {
    let reason: String? =
      switch handled.outcome {
      case .rejected(let rejection): rejection.reason
      case .failed(let error): "\(type(of: error))"
      case .moved, .stayed, .ignored, .queued, .subjectDeallocated: nil
      }
    let sender: TraceEntry.Sender? =
      switch handled.sender {
      case .caller: nil
      case .timeout(let duration): .timeout(after: duration.label)
      case .task(let label): .task(label)
      }
    self.init(
      event: handled.event.eventLabel, outcome: TraceEntry.Outcome(handled.outcome),
      target: handled.target.graphIdentifier, action: handled.label, reason: reason,
      guards: handled.guards.map { .init(name: $0.name, holds: $0.holds) }, sender: sender)
  }
}

extension TraceEntry.Outcome {
  /// Creates the word for what a machine answered.
  package init(_ outcome: Schematic.Outcome) {
    self =
      switch outcome {
      case .moved: .moved
      case .stayed: .stayed
      case .ignored: .ignored
      case .rejected: .rejected
      case .queued: .queued
      case .failed(let error): error is QueueOverflowError ? .refused : .failed
      case .subjectDeallocated: .subjectDeallocated
      }
  }
}
