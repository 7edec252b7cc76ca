import Schematic
import SchematicGraph
import Testing

/// Expects a machine to take a walk through its diagram, event by event.
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
/// The function creates a machine with a new subject and sends it one event after another. After
/// each event it compares the transition with the step: its states, its action, whether it is
/// internal, and the entries, exits and tasks that it causes, in order. It compares a rejection by
/// its reason. If something differs, it tries shorter walks to the same step, each with a new
/// machine. It then records one issue, which contains what was expected and what happened, the
/// events of the shortest failing walk, and the rules around it with the steps marked. The diagram
/// with the walk marked is attached as `walk.dot`. If a step traps, which ends the process, the step is
/// written to standard error.
///
/// The subject decides the guards. A step that assumes an answer can be taken only if the subject
/// gives that answer, so set up the subject in `prepare`. A completion is compared, too, but not
/// prepared: the step before it has its answers.
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was created from.
///   - subject: Returns a new subject, which the machine keeps alive.
///   - prepare: Sets up the subject before each step, so that it gives the answers that the step
///     assumes.
///   - sourceLocation: The location at which issues are reported.
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

/// Expects a machine that you create to take a walk through a diagram, event by event.
///
/// Use this function for a machine that starts in another state, that a ``CoverageRecorder``
/// watches, or that follows other rules than those the walk was created from.
///
/// ```swift
/// expectWalk(walk, of: Old.schema, machine: { StateMachine(schema: New.schema, owning: New()) })
/// ```
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was created from.
///   - machine: Returns a new machine that keeps its subject alive: use `owning:`.
///   - prepare: Sets up the subject before each step, so that it gives the answers that the step
///     assumes. It may send events to the machine if it leaves the machine in the step's source
///     state.
///   - sourceLocation: The location at which issues are reported.
public func expectWalk<State: Graphable, Event: Graphable, Subject>(
  _ walk: Walk,
  of schema: StateMachineSchema<State, Event, Subject>,
  machine: () throws -> StateMachine<State, Event, Subject>,
  prepare: (
    _ step: PlannedStep<State, Event>, _ machine: StateMachine<State, Event, Subject>
  ) throws -> Void = { _, _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  WalkReport(walk, of: schema, machine: machine, prepare: prepare)?.record(at: sourceLocation)
}

/// Expects a machine to take a walk through its diagram, and uses a clock for its timeouts.
///
/// ```swift
/// @MainActor @Test(arguments: StateGraph(Headphones.schema).walks())
/// func doesWhatTheDiagramShows(walk: Walk) async {
///   await expectWalk(walk, of: Headphones.schema, on: ManualClock(), subject: { Headphones() })
/// }
/// ```
///
/// The function gives the machine the clock and starts it. When the walk takes a timeout, the
/// function advances the clock, and the machine's own timeout sends the event; the functions
/// without a clock send the event themselves. If another timeout would come first, this function
/// sends the event too, because the earlier timeout may lead to another state. Call the function on
/// the machine's actor.
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was created from.
///   - clock: The clock, which nothing else may wait for.
///   - subject: Returns a new subject, which the machine keeps alive.
///   - prepare: Sets up the subject before each step, so that it gives the answers that the step
///     assumes.
///   - sourceLocation: The location at which issues are reported.
nonisolated(nonsending) public func expectWalk<State: Graphable, Event: Graphable, Subject>(
  _ walk: Walk,
  of schema: StateMachineSchema<State, Event, Subject>,
  on clock: ManualClock,
  subject: @escaping () throws -> Subject,
  prepare:
    @escaping (_ step: PlannedStep<State, Event>, _ subject: Subject) throws -> Void = { _, _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  await WalkReport(walk, of: schema, on: clock, subject: subject, prepare: prepare)?
    .record(at: sourceLocation)
}

/// Expects any system to follow the states of a walk.
///
/// Two closures connect the walk with the system: one sends it the event of a step, and the other
/// returns its state. You can therefore test a machine written by hand, or one in another process,
/// against a diagram.
///
/// ```swift
/// expectWalk(
///   walk, in: graph, system: { Light() },
///   send: { light, step in light.handle(step.event) },
///   state: { $0.color })
/// ```
///
/// Failures are reported as for a machine.
///
/// - Parameters:
///   - walk: The walk.
///   - graph: The graph that the walk was created from.
///   - system: Returns a new system in the walk's first state.
///   - send: Sends the system the event of a step, and makes sure of the answers that the step
///     assumes. It isn't called for a completion, which the system takes together with the step before.
///   - state: Returns the identifier of the system's state.
///   - sourceLocation: The location at which issues are reported.
public func expectWalk<System>(
  _ walk: Walk,
  in graph: StateGraph,
  system: () throws -> System,
  send: (_ system: System, _ step: Walk.Step) throws -> Void,
  state: (_ system: System) throws -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  WalkReport(walk, in: graph, system: system, send: send, state: state)?
    .record(at: sourceLocation)
}

/// Expects any asynchronous system to follow the states of a walk.
///
/// - Parameters:
///   - walk: The walk.
///   - graph: The graph that the walk was created from.
///   - system: Returns a new system in the walk's first state.
///   - send: Sends the system the event of a step, and returns when the system has handled it.
///   - state: Returns the identifier of the system's state.
///   - sourceLocation: The location at which issues are reported.
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
  WalkReport(of: shortest, in: graph).record(at: sourceLocation)
}
