import Schematic
import SchematicGraph
import Testing

/// The text of the issue for a walk that failed.
package struct WalkReport: CustomStringConvertible {
  private let graph: StateGraph
  private let failure: WalkFailure
  /// The purpose of the test's walk; the failing walk may be a shorter one.
  private let purpose: String?

  /// The expected and the actual result, the walk so far with its lines of code, and the call that
  /// repeats it.
  package var description: String {
    let walk = failure.walk
    let name = purpose.map { "the walk \"\($0)\"" } ?? "the walk"
    let place = walk.steps.last.map { "step \(walk.steps.count), \(words(for: $0))" } ?? "the start"
    var lines = ["\(name) fails at \(place): \(failure.found)"]
    guard let last = walk.steps.last else { return lines[0] }
    lines.append("shortest failing walk found:")
    // Perhaps the system followed another rule of the same state.
    let sources = Set(last.parts.map(\.source))
    let others = graph.rules.filter { sources.contains($0.source) && !last.parts.contains($0) }
    lines += walk.table(markingLast: true, with: others)
    if let events = graph.events(of: walk) {
      let list = events.map(\.debugDescription).joined(separator: ", ")
      lines.append("to repeat it: expectWalk(try graph.walk(sending: [\(list)]), …)")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the words for a step, without the regions in which nothing happens.
  private func words(for step: Walk.Step) -> String {
    guard !graph.regions.isEmpty, !step.rule.effect.isRefusal else { return "\(step)" }
    let targets = step.parts.map(\.target).joined(separator: Configuration.separator)
    return "\(step.rule.label.occasion()) -> \(targets)"
  }

  /// Records the report as an issue, and attaches the diagram unless the test runs against a mutant.
  func record(at sourceLocation: SourceLocation) {
    if !MutantRun.isUnderWay {
      let dot = graph.dot(marking: failure.walk, at: failure.walk.steps.count - 1)
      Attachment.record(dot, named: "walk.dot", sourceLocation: sourceLocation)
    }
    Issue.record(Comment(rawValue: description), sourceLocation: sourceLocation)
  }
}

extension WalkReport {
  /// Creates the report for a walk from its failure, or from the failure of a shorter walk.
  init(of failure: WalkFailure, on walk: Walk, in graph: StateGraph) {
    self.graph = graph
    self.failure = failure
    purpose = walk.purpose
  }

  /// Drives a system along a walk and, if that fails, along shorter walks; `nil` if the walk doesn't fail.
  private init?(_ walk: Walk, in graph: StateGraph, _ drive: (Walk) -> WalkFailure?) {
    guard let failure = drive(walk) else { return nil }
    // Nobody reads how a mutant fails.
    let shortest =
      MutantRun.isUnderWay
      ? failure : WalkShrinker(for: failure, in: graph).shrink(failure, drive)
    self.init(of: shortest, on: walk, in: graph)
  }

  /// Drives a machine that the caller creates; `nil` if the machine takes the walk.
  package init?<State: Graphable, Event: Graphable, Subject>(
    _ walk: Walk,
    of schema: StateMachineSchema<State, Event, Subject>,
    machine: () throws -> StateMachine<State, Event, Subject>,
    prepare: (
      _ step: PlannedStep<State, Event>, _ machine: StateMachine<State, Event, Subject>
    ) throws -> Void = { _, _ in }
  ) {
    // Exploring costs more than the walk.
    guard !MutantRun.isNoticed else { return nil }
    let graph = schema.knownGraph
    let report = withoutActuallyEscaping(machine) { machine in
      withoutActuallyEscaping(prepare) { prepare in
        let driver = MachineDriver(
          schema: schema, tree: ConfigurationTree(of: graph), machine: machine, prepare: prepare)
        return WalkReport(walk, in: graph, driver.drive)
      }
    }
    guard let report else { return nil }
    self = report
  }

  /// Drives a machine whose timeouts wait on a clock; `nil` if the machine takes the walk.
  nonisolated(nonsending) package init?<State: Graphable, Event: Graphable, Subject>(
    _ walk: Walk,
    of schema: StateMachineSchema<State, Event, Subject>,
    on clock: ManualClock,
    subject: @escaping () throws -> Subject,
    prepare:
      @escaping (_ step: PlannedStep<State, Event>, _ subject: Subject) throws -> Void = { _, _ in }
  ) async {
    guard !MutantRun.isNoticed else { return nil }
    let graph = schema.knownGraph
    let driver = MachineDriver(
      schema: schema, tree: ConfigurationTree(of: graph),
      machine: { StateMachine(schema: schema, owning: try subject()) },
      prepare: { step, machine in
        if let subject = machine.subject { try prepare(step, subject) }
      })
    guard let failure = await driver.drive(walk, on: clock) else { return nil }
    let shortest = await WalkShrinker(for: failure, in: graph).shrink(failure) {
      await driver.drive($0, on: clock)
    }
    self.init(of: shortest, on: walk, in: graph)
  }

  /// Drives a system of any kind; `nil` if the system takes the walk.
  package init?<System>(
    _ walk: Walk, in graph: StateGraph,
    system: () throws -> System,
    send: (_ system: System, _ step: Walk.Step) throws -> Void,
    state: (_ system: System) throws -> String
  ) {
    let report = withoutActuallyEscaping(system) { system in
      withoutActuallyEscaping(send) { send in
        withoutActuallyEscaping(state) { state in
          let driver = SystemDriver(system: system, send: send, state: state)
          return WalkReport(walk, in: graph, driver.drive)
        }
      }
    }
    guard let report else { return nil }
    self = report
  }
}
