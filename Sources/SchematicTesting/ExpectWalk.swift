import Schematic
import SchematicGraph
import Testing

/// Expects a machine to take a walk through its diagram, event by event.
///
/// ```swift
/// @Test(arguments: StateGraph(Turnstile.schema).walks())
/// func turnstileDoesWhatItsDiagramShows(walk: Walk) {
///   expectWalk(walk, of: Turnstile.schema, subject: { Turnstile() }) { step, turnstile in
///     turnstile.coins = step.guards["paid"] == true ? 1 : 0
///   }
/// }
/// ```
///
/// The function creates a machine with a new subject and sends it one event after another. After
/// each event, it compares the transition with the step: the states, the action, whether the
/// transition is internal, and the entries, exits and tasks that ran, in order. It compares a
/// rejection by its reason.
///
/// If something differs, the function tries shorter walks to the same step, each with a new machine.
/// It then records one issue with the expected and the actual transition, the arrows of the shortest
/// failing walk with their lines of code, and the call that repeats the walk. The diagram with the walk
/// marked is attached as `walk.dot`. If a step traps, which ends the process, the walk and the step are
/// written to standard error.
///
/// The subject decides the guards. A step that assumes an answer can be taken only if the subject
/// gives that answer, so set up the subject in `prepare`. The function compares completions, too,
/// but doesn't call `prepare` for them: the step before a completion has the answers for both.
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
/// watches, or that follows other rules than the walk.
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
///     assumes. It may send events to the machine, but the machine must then be in the step's source
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
/// func headphonesDoWhatTheirDiagramShows(walk: Walk) async {
///   await expectWalk(walk, of: Headphones.schema, on: ManualClock(), subject: { Headphones() })
/// }
/// ```
///
/// The function gives the machine the clock and starts the machine. When the walk takes a timeout,
/// the function advances the clock, and the machine's own timeout sends the event. If another
/// timeout would come first, that one may lead to another state, so the function sends the event itself.
/// Without a clock, `expectWalk` always sends it itself. Call the function on the machine's actor.
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was created from.
///   - clock: The clock, on which nothing else may sleep.
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
/// Two closures connect the walk with the system: one sends the system the event of a step, and the
/// other returns the system's state. You can therefore test a machine written by hand, or one in
/// another process, against a diagram.
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
///   - send: Makes sure that guards give the answers that the step assumes, and sends the system the
///     step's event. It isn't called for a completion, which the system takes together with the step
///     before.
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
  WalkReport(of: shortest, on: walk, in: graph).record(at: sourceLocation)
}
