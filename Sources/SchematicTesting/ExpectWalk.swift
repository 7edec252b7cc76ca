import Schematic
import SchematicGraph
import Testing

/// Expects a machine to take, event by event, a walk through its diagram.
///
/// ```swift
/// @Test(arguments: StateGraph(Turnstile.schema).walks())
/// func doesWhatTheDiagramShows(walk: Walk) {
///   expectWalk(walk, of: Turnstile.schema, subject: { Turnstile() }) { step, turnstile in
///     turnstile.coins = step.guards["paid"] == true ? 1 : 0
///   }
/// }
/// ```
///
/// A machine is made for a new subject, and sent one event after the other. After each event, the
/// transition is compared with the step: its states, its action, whether it is internal, and the
/// entries, exits and works that it leads to, in order; a rejection is compared by its reason. When
/// something differs, shorter walks to the same step are tried, each with a new machine, and one issue is
/// recorded: the expectation and the finding, the events of the shortest walk that fails, and the rules
/// around it with its steps marked. The diagram with the walk marked is attached as `walk.dot`.
///
/// The subject answers the guards. A step that assumes an answer can only be taken when the subject
/// gives it: arrange that in `prepare`.
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was made from.
///   - subject: Returns a new subject, which the machine keeps alive.
///   - prepare: Arranges the subject before each step, for the answers that the step assumes.
///   - sourceLocation: The place where an issue is reported.
public func expectWalk<State: Graphable, Event: Graphable, Subject>(
  _ walk: Walk,
  of schema: StateMachineSchema<State, Event, Subject>,
  subject: () throws -> Subject,
  prepare: (_ step: PlannedStep<State, Event>, _ subject: Subject) throws -> Void = { _, _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectWalk(
    walk, of: schema, machine: { StateMachine(schema: schema, owning: try subject()) },
    prepare: { step, machine in
      if let subject = machine.subject { try prepare(step, subject) }
    }, sourceLocation: sourceLocation)
}

/// Expects a machine that you make to take, event by event, a walk through a diagram.
///
/// For a machine that starts elsewhere, is watched by a ``CoverageRecorder``, or follows other rules
/// than those that the walk was made from.
///
/// ```swift
/// expectWalk(walk, of: Old.schema, machine: { StateMachine(schema: New.schema, owning: New()) })
/// ```
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was made from.
///   - machine: Returns a new machine that keeps its subject alive: use `owning:`.
///   - prepare: Arranges the subject before each step, for the answers that the step assumes. It may
///     send events to the machine, and must leave it in the state that the step starts in.
///   - sourceLocation: The place where an issue is reported.
public func expectWalk<State: Graphable, Event: Graphable, Subject>(
  _ walk: Walk,
  of schema: StateMachineSchema<State, Event, Subject>,
  machine: () throws -> StateMachine<State, Event, Subject>,
  prepare: (
    _ step: PlannedStep<State, Event>, _ machine: StateMachine<State, Event, Subject>
  ) throws -> Void = { _, _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  withoutActuallyEscaping(machine) { machine in
    withoutActuallyEscaping(prepare) { prepare in
      let graph = StateGraph(schema)
      let driver = MachineDriver(schema: schema, graph: graph, machine: machine, prepare: prepare)
      report(walk, in: graph, driver.drive, sourceLocation)
    }
  }
}

/// Expects a machine to take a walk through its diagram, and waits for its timeouts on a clock.
///
/// ```swift
/// @MainActor @Test(arguments: StateGraph(Headphones.schema).walks())
/// func doesWhatTheDiagramShows(walk: Walk) async {
///   await expectWalk(walk, of: Headphones.schema, on: ManualClock(), subject: { Headphones() })
/// }
/// ```
///
/// The machine is given the clock, and entered. Where the walk takes a timeout, the clock is moved on, and
/// the machine's own timeout sends the event; the functions without a clock send it themselves. A timeout
/// that is not the next to come is sent here, too, because the one before it may lead elsewhere. Call it
/// on the actor that the machine lives on.
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was made from.
///   - clock: The clock, on which nobody else waits.
///   - subject: Returns a new subject, which the machine keeps alive.
///   - prepare: Arranges the subject before each step, for the answers that the step assumes.
///   - sourceLocation: The place where an issue is reported.
nonisolated(nonsending) public func expectWalk<State: Graphable, Event: Graphable, Subject>(
  _ walk: Walk,
  of schema: StateMachineSchema<State, Event, Subject>,
  on clock: ManualClock,
  subject: @escaping () throws -> Subject,
  prepare:
    @escaping (_ step: PlannedStep<State, Event>, _ subject: Subject) throws -> Void = { _, _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let graph = StateGraph(schema)
  let driver = MachineDriver(
    schema: schema, graph: graph,
    machine: { StateMachine(schema: schema, owning: try subject()) },
    prepare: { step, machine in
      if let subject = machine.subject { try prepare(step, subject) }
    })
  guard let failure = await driver.drive(walk, on: clock) else { return }
  let shortest = await WalkShrinker(for: failure, in: graph).shrink(failure) {
    await driver.drive($0, on: clock)
  }
  WalkReport(graph: graph, failure: shortest).record(at: sourceLocation)
}

/// Expects any system to be, after each event, in the state of a walk.
///
/// Two closures connect the walk with the system: one sends it the event of a step, the other returns
/// its state. So a machine written by hand, or one in another process, can be tested against a
/// diagram.
///
/// ```swift
/// expectWalk(
///   walk, in: graph, system: { Light() },
///   send: { light, step in light.handle(step.event) },
///   state: { $0.color.rawValue })
/// ```
///
/// Failures are reported in the same way as for a machine.
///
/// - Parameters:
///   - walk: The walk.
///   - graph: The graph that the walk was made from.
///   - system: Returns a new system in the state that the walk starts in.
///   - send: Sends the system the event of a step, and arranges the answers that the step assumes.
///   - state: Returns the identifier of the state that the system is in.
///   - sourceLocation: The place where an issue is reported.
public func expectWalk<System>(
  _ walk: Walk,
  in graph: StateGraph,
  system: () throws -> System,
  send: (_ system: System, _ step: Walk.Step) throws -> Void,
  state: (_ system: System) throws -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  withoutActuallyEscaping(system) { system in
    withoutActuallyEscaping(send) { send in
      withoutActuallyEscaping(state) { state in
        let driver = SystemDriver(system: system, send: send, state: state)
        report(walk, in: graph, driver.drive, sourceLocation)
      }
    }
  }
}

/// Expects any asynchronous system to be, after each event, in the state of a walk.
///
/// - Parameters:
///   - walk: The walk.
///   - graph: The graph that the walk was made from.
///   - system: Returns a new system in the state that the walk starts in.
///   - send: Sends the system the event of a step, and returns when it has been handled.
///   - state: Returns the identifier of the state that the system is in.
///   - sourceLocation: The place where an issue is reported.
nonisolated(nonsending) public func expectWalk<System>(
  _ walk: Walk,
  in graph: StateGraph,
  system: nonisolated(nonsending) @escaping () async throws -> System,
  send:
    nonisolated(nonsending) @escaping (_ system: System, _ step: Walk.Step) async throws -> Void,
  state: nonisolated(nonsending) @escaping (_ system: System) async throws -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let driver = AsyncSystemDriver(system: system, send: send, state: state)
  guard let failure = await driver.drive(walk) else { return }
  let shortest = await WalkShrinker(for: failure, in: graph).shrink(failure, driver.drive)
  WalkReport(graph: graph, failure: shortest).record(at: sourceLocation)
}

/// Drives along a walk and, where that fails, along shorter ones, and records the failure.
private func report(
  _ walk: Walk, in graph: StateGraph, _ drive: (Walk) -> WalkFailure?,
  _ sourceLocation: SourceLocation
) {
  guard let failure = drive(walk) else { return }
  let shortest = WalkShrinker(for: failure, in: graph).shrink(failure, drive)
  WalkReport(graph: graph, failure: shortest).record(at: sourceLocation)
}
