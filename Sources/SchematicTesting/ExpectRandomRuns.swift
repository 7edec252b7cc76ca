import Schematic
import SchematicAnalysis
import SchematicGraph
import Testing

/// Expects machines to do what the diagram shows, and to keep an invariant, whatever events they are sent.
///
/// ```swift
/// expectRandomRuns(
///   machine: { StateMachine(schema: Turnstile.schema, owning: Turnstile()) },
///   invariant: { machine in (machine.subject?.coins ?? 0) <= 2 })
/// ```
///
/// Each run creates a machine and sends it random events. After each event, the function compares the
/// steps with the diagram: the states reached, the action, whether the step is internal, and the reason of
/// a rejection. It doesn't compare payloads, and lets values that no sample represents take arrows that
/// the diagram lacks. An action that throws isn't a failure.
///
/// To find a wrong rule, pass a diagram that the rules can't change, such as the committed one. By default,
/// the diagram is that of the machine's own rules. The comparison then finds only rules that aren't pure
/// functions.
///
/// If a run fails, the function removes events and simplifies payloads as long as the run fails in the same
/// way. It then records one issue with the seed, the run in the words of the diagram, and the run as Swift
/// code that you can keep as a test. If a step traps, which ends the process, the step and the seed are
/// written to standard error.
///
/// Timeouts don't elapse during a run, and tasks don't continue. The events of both are sent like others.
///
/// - Parameters:
///   - count: The number of runs.
///   - length: The number of events of a run, which ends earlier if the machine is finished.
///   - seed: The seed of the first run; each later run adds one. By default, it is random.
///   - graph: The diagram to compare with. By default, it is that of the machine's rules.
///   - machine: Returns a new machine that keeps its subject alive: use `owning:`.
///   - event: Returns a random event. By default, it is one of `Event.graphCases`, and all cases are
///     equally likely.
///   - random: Returns the generator of random numbers for a seed. By default, it is SplitMix64.
///   - simpler: Returns simpler events to try in place of the given one when a run is shrunk. Declared
///     samples of the same case are tried anyway.
///   - invariant: Returns `false` or throws if the machine breaks the invariant. If the closure records
///     an issue, the run fails, too; Swift Testing then shows a known issue for each run that is tried.
///   - sourceLocation: The location at which the issue is reported.
public func expectRandomRuns<State: Graphable, Event: Graphable, Subject>(
  _ count: Int = 100,
  length: Int = 50,
  seed: UInt64? = nil,
  in graph: StateGraph? = nil,
  machine: () throws -> StateMachine<State, Event, Subject>,
  event: ((_ random: inout any RandomNumberGenerator) -> Event)? = nil,
  random: ((_ seed: UInt64) -> any RandomNumberGenerator)? = nil,
  simpler: (Event) -> [Event] = { _ in [] },
  invariant: (StateMachine<State, Event, Subject>) throws -> Bool = { _ in true },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  RunReport(
    count, length: length, seed: seed, in: graph, machine: machine, event: event, random: random,
    simpler: simpler, invariant: invariant, sourceLocation: sourceLocation)?.record()
}

/// Expects the diagram to show each step that a machine takes from now on.
///
/// ```swift
/// let machine = StateMachine(schema: Turnstile.schema, owning: Turnstile())
/// expectSteps(of: machine, in: graph)
/// machine.handle(.coin)
/// ```
///
/// The first step that the diagram doesn't show is an issue that names the nearest rule. Steps are compared
/// as by ``expectRandomRuns(_:length:seed:in:machine:event:random:simpler:invariant:sourceLocation:)``,
/// whose failures may print code that uses this function.
///
/// - Parameters:
///   - machine: The machine.
///   - graph: The diagram to compare with. By default, it is that of the machine's rules.
///   - sourceLocation: The location at which the issue is reported.
public func expectSteps<State: Graphable, Event: Graphable, Subject>(
  of machine: StateMachine<State, Event, Subject>, in graph: StateGraph? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let check = StepCheck(of: machine.schema, in: graph)
  check.begin(in: machine.state)
  machine.observe { handled in
    guard check.unshown == nil else { return }
    check.note(handled)
    guard let unshown = check.unshown else { return }
    Issue.record(Comment(rawValue: "\(unshown)"), sourceLocation: sourceLocation)
  }
}

extension RunReport {
  /// Sends machines random events, and shrinks the first run that fails; `nil` if none does.
  package init?<State: Graphable, Subject>(
    _ count: Int = 100, length: Int = 50, seed: UInt64? = nil, in graph: StateGraph? = nil,
    machine: () throws -> StateMachine<State, Event, Subject>,
    event: ((_ random: inout any RandomNumberGenerator) -> Event)? = nil,
    random: ((_ seed: UInt64) -> any RandomNumberGenerator)? = nil,
    simpler: (Event) -> [Event] = { _ in [] },
    invariant: (StateMachine<State, Event, Subject>) throws -> Bool = { _ in true },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let report = withoutActuallyEscaping(machine) { machine in
      withoutActuallyEscaping(simpler) { simpler in
        withoutActuallyEscaping(invariant) { invariant in
          RandomRuns(
            count: count, length: length, seed: seed ?? .random(in: .min ... .max), graph: graph,
            machine: machine, event: event ?? RandomSamples()?.sample,
            random: random ?? { SplitMix64(seed: $0) }, simpler: simpler, invariant: invariant
          ).report(at: sourceLocation)
        }
      }
    }
    guard let report else { return nil }
    self = report
  }
}

/// Runs of random events, of which the first that fails is shrunk.
private struct RandomRuns<State: Graphable, Event: Graphable, Subject> {
  let count: Int
  let length: Int
  let seed: UInt64
  let graph: StateGraph?
  let machine: () throws -> StateMachine<State, Event, Subject>
  /// Returns a random event; `nil` if the test gives no closure and the type has no samples.
  let event: ((inout any RandomNumberGenerator) -> Event)?
  let random: (UInt64) -> any RandomNumberGenerator
  let simpler: (Event) -> [Event]
  let invariant: (StateMachine<State, Event, Subject>) throws -> Bool

  func report(at sourceLocation: SourceLocation) -> RunReport<Event>? {
    func report(_ failure: RunFailure<Event>, _ seed: UInt64, length: Int) -> RunReport<Event> {
      RunReport(
        failure: failure, originalLength: length, seed: seed, hasGraph: graph != nil,
        sourceLocation: sourceLocation)
    }
    func obstacle(_ words: String) -> RunReport<Event> {
      let failure = RunFailure<Event>(events: [], places: [], entries: [], cause: .machine(words))
      return report(failure, seed, length: 0)
    }
    guard let event else {
      return obstacle("`Event.graphCases` is empty, so give a closure for `event`")
    }
    let schema: StateMachineSchema<State, Event, Subject>
    do { schema = try machine().schema } catch {
      return obstacle("making the machine threw \(error)")
    }
    let driver = RunDriver(
      machine: machine, invariant: invariant, check: StepCheck(of: schema, in: graph))
    for number in 0..<UInt64(max(0, count)) {
      let seed = seed &+ number
      guard case .failed(let failure) = driver.drive(events(of: seed, event)) else { continue }
      return report(shrink(failure, driver), seed, length: failure.events.count)
    }
    return nil
  }

  /// Returns a closure that returns the events of a run, one after another.
  private func events(
    of seed: UInt64, _ event: @escaping (inout any RandomNumberGenerator) -> Event
  ) -> () -> Event? {
    var (random, rest) = (random(seed), length)
    return {
      rest -= 1
      return rest < 0 ? nil : event(&random)
    }
  }

  private func shrink(
    _ failure: RunFailure<Event>, _ driver: RunDriver<State, Event, Subject>
  ) -> RunFailure<Event> {
    var least = 1
    if case .unshown = failure.cause, let start = failure.places.first,
      let end = failure.places.last
    {
      let walk = driver.check.own.shortestWalk(to: end, from: start)
      least += walk?.events.count ?? 0
    }
    var shrinker = RunShrinker(
      failure, leastLength: least, known: driver.known, simpler: simpler,
      drive: { events in
        var rest = events[...]
        return driver.drive { rest.popFirst() }
      })
    return shrinker.shrink()
  }
}

/// The declared samples of an event type, chosen so that all cases are equally likely.
private struct RandomSamples<Event: Graphable> {
  private let cases: [[Event]]

  /// Collects the samples; `nil` if there are none.
  init?() {
    let samples = Event.graphCases
    guard !samples.isEmpty else { return nil }
    let groups = Dictionary(grouping: samples, by: \.eventLabel)
    cases = samples.map(\.eventLabel).uniqued().compactMap { groups[$0] }
  }

  func sample(_ random: inout any RandomNumberGenerator) -> Event {
    let samples = cases[Int.random(in: cases.indices, using: &random)]
    return samples[Int.random(in: samples.indices, using: &random)]
  }
}
