import Schematic
import SchematicGraph
import Testing

/// Expects a machine to do, event by event, what a walk through its diagram shows.
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
/// A machine is made for a new subject, and sent one event after the other. After each, what it took
/// is compared with the step: the states, the action, and whether anything was left; a rejection is
/// compared by its reason. When something differs, shorter walks to the same step are tried, each
/// with a machine of its own, and one issue is recorded: what was expected and found, the events of
/// the shortest walk that fails, and the diagram around it with the step marked. The diagram with
/// the walk drawn over it is attached as `walk.dot`.
///
/// The subject answers the guards. A step that assumes an answer can only be taken when the subject
/// gives it; see to that in `prepare`.
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was made from.
///   - subject: Makes a subject. The machine keeps it alive.
///   - prepare: Arranges the subject before each step, for the answers that the step assumes.
///   - sourceLocation: Where an issue is reported.
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

/// Expects a machine that you make to do, event by event, what a walk through its diagram shows.
///
/// For a machine that starts elsewhere, is watched by a ``CoverageRecorder``, or follows rules that
/// are to do the same as those that the walk was made from.
///
/// ```swift
/// expectWalk(walk, of: Old.schema, machine: { StateMachine(schema: New.schema, owning: New()) })
/// ```
///
/// - Parameters:
///   - walk: The walk.
///   - schema: The rules that the walk was made from.
///   - machine: Makes a machine. Nobody else keeps its subject alive: use `owning:`.
///   - prepare: Arranges the subject before each step, for the answers that the step assumes. It may
///     send events to the machine, and must leave it in the state that the step is taken from.
///   - sourceLocation: Where an issue is reported.
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
      let driver = MachineDriver(schema: schema, machine: machine, prepare: prepare)
      report(walk, in: StateGraph(schema), driver.drive, sourceLocation)
    }
  }
}

/// Expects any system to be, after each event, where a walk says.
///
/// Two closures stand between the walk and the system: one sends it the event of a step, the other
/// tells which state it is in. So a machine written by hand, or one in another process, is held to a
/// diagram.
///
/// ```swift
/// expectWalk(
///   walk, in: graph, system: { Light() },
///   send: { light, step in light.handle(step.event) },
///   state: { $0.colour.rawValue })
/// ```
///
/// What is reported is the same as for a machine.
///
/// - Parameters:
///   - walk: The walk.
///   - graph: The graph that the walk was made from.
///   - system: Makes a system in the state that the walk starts in.
///   - send: Sends the system the event of a step, and sees to the answers that the step assumes.
///   - state: Returns the identifier of the state that the system is in.
///   - sourceLocation: Where an issue is reported.
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

/// Expects any system that takes its time to be, after each event, where a walk says.
///
/// - Parameters:
///   - walk: The walk.
///   - graph: The graph that the walk was made from.
///   - system: Makes a system in the state that the walk starts in.
///   - send: Sends the system the event of a step, and returns when it has been handled.
///   - state: Returns the identifier of the state that the system is in.
///   - sourceLocation: Where an issue is reported.
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
  guard let mishap = await driver.drive(walk) else { return }
  let shortest = await WalkShrinker(for: mishap, in: graph).shrink(mishap, driver.drive)
  WalkReport(graph: graph, mishap: shortest).record(at: sourceLocation)
}

/// Drives along a walk and, where that fails, along shorter ones, and records what went wrong.
private func report(
  _ walk: Walk, in graph: StateGraph, _ drive: (Walk) -> WalkMishap?,
  _ sourceLocation: SourceLocation
) {
  guard let mishap = drive(walk) else { return }
  let shortest = WalkShrinker(for: mishap, in: graph).shrink(mishap, drive)
  WalkReport(graph: graph, mishap: shortest).record(at: sourceLocation)
}
