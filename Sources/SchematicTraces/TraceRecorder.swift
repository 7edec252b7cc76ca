import Schematic
import SchematicGraph

/// A recorder that writes what machines do, event by event, as the lines of a trace.
///
/// ```swift
/// let recorder = TraceRecorder { line in log.debug("\(line)") }
/// recorder.watch(machine, named: "Turnstile")
/// machine.handle(.coin)
/// // {"trace":1,"machine":"Turnstile","id":"5c0ffee5","number":1,"state":"locked","event":"coin",…}
/// ```
///
/// One recorder serves any number of machines, and its sink decides where the lines go. A
/// `TraceFile` of the module `SchematicTraces` keeps them even if the program is killed.
/// `StateGraph.violations(of:)` checks a trace against the diagram.
///
/// A line contains the names in diagrams, but no payloads of states and events unless you ask for
/// them. If your rules build an action's label or a reason from a payload, the line contains that
/// text all the same.
public struct TraceRecorder: Sendable {
  let includesValues: Bool
  let time: (@Sendable () -> String)?
  let sink: @Sendable (String) -> Void

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - includesValues: `true` to record the payloads of states and events as Swift describes
  ///     them. They may contain private data.
  ///   - time: Returns the time of a line in any format. By default, lines have no time.
  ///   - sink: A closure that receives each line, without a line feed, before `handle` returns. It
  ///     runs on the actor or thread of the machine.
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
  ///   - name: The name of the machine in the trace. To check the trace, use the name of its
  ///     diagram.
  ///   - id: A text that tells machines with the same name apart. By default, it is random.
  /// - Returns: A token. To stop recording, pass it to the machine's `removeObserver`.
  @discardableResult
  public func watch<State: Graphable, Event: Graphable, Subject>(
    _ machine: StateMachine<State, Event, Subject>, named name: String, id: String? = nil
  ) -> ObserverToken {
    let id = id ?? TraceEntry.makeIdentity()
    sink(
      TraceEntry(
        machine: name, id: id, number: 0,
        state: machine.schema.configuration(of: machine.state).description, time: time?(),
        values: includesValues ? .init(state: String(describing: machine.state)) : nil
      ).line)
    var number = 0
    return machine.observe { [schema = machine.schema] handled in
      number += 1
      sink(
        TraceEntry(
          handled, of: schema, machine: name, id: id, number: number, time: time?(),
          includingValues: includesValues
        ).line)
    }
  }
}

extension TraceEntry {
  /// Creates the entry for an event that a machine has handled.
  package init<State: Graphable, Event: Graphable, Subject>(
    _ handled: HandledEvent<State, Event>, of schema: StateMachineSchema<State, Event, Subject>,
    machine: String, id: String, number: Int, time: String? = nil,
    includingValues includesValues: Bool
  ) {
    self.init(
      machine: machine, id: id, number: number,
      state: schema.configuration(of: handled.source).description,
      step: Step(handled, of: schema), time: time,
      values: includesValues
        ? Values(
          state: String(describing: handled.source), event: String(describing: handled.event),
          target: String(describing: handled.target)) : nil)
  }

  /// Returns sixteen random hexadecimal digits, which identify a machine.
  package static func makeIdentity() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension TraceEntry.Step {
  /// Creates the step for an event that a machine has handled.
  ///
  /// - Parameters:
  ///   - handled: The event and its outcome.
  ///   - schema: The schema of the machine.
  public init<State: Graphable, Event: Graphable, Subject>(
    _ handled: HandledEvent<State, Event>, of schema: StateMachineSchema<State, Event, Subject>
  ) {
    let reason: String? =
      switch handled.outcome {
      case .rejected(let rejection): rejection.reason
      case .failed(let error): "\(type(of: error))"
      case .moved, .stayed, .ignored, .queued, .subjectDeallocated: nil
      }
    let sender: TraceEntry.Sender? =
      switch handled.sender {
      case .task(let label): .task(label)
      case .completion: .completion
      case .caller, .timeout, .namedTimeout:
        StateGraph.Delay(of: handled.sender).map { .timeout(after: "\($0)") }
      }
    self.init(
      event: handled.event.eventLabel, outcome: TraceEntry.Outcome(handled.outcome),
      target: schema.configuration(of: handled.target).description, action: handled.label,
      reason: reason,
      guards: handled.guards.map { .init(name: $0.name, holds: $0.holds) }, sender: sender)
  }
}

extension TraceEntry.Outcome {
  /// Creates the outcome in a trace from a machine's outcome.
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
