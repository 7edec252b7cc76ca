import Schematic
import SchematicGraph
import Testing

/// The text of the issue for a walk that failed.
package struct WalkReport: CustomStringConvertible {
  private let graph: StateGraph
  private let failure: WalkFailure

  /// What was expected and what happened, the events that lead there, and the diagram around them.
  package var description: String {
    let walk = failure.walk
    let place = walk.steps.last.map { "step \(walk.steps.count), \($0)" } ?? "the start"
    return """
      the walk fails at \(place): \(failure.found)
      shortest failing walk found: \(walk.events.isEmpty ? "no event" : walk.events.joined(separator: ", "))
      \(diagram)
      """
  }

  /// Records the report as an issue of the current test, with the diagram as an attachment.
  func record(at sourceLocation: SourceLocation) {
    let dot = graph.dot(marking: failure.walk, at: failure.walk.steps.count - 1)
    Attachment.record(dot, named: "walk.dot", sourceLocation: sourceLocation)
    Issue.record(Comment(rawValue: description), sourceLocation: sourceLocation)
  }

  /// The rules of the states on the walk.
  ///
  /// The numbers before a rule are those of the steps that follow it; an arrow marks the one that
  /// failed.
  private var diagram: String {
    let steps = failure.walk.steps
    let numbers = Dictionary(grouping: steps.indices) { steps[$0].rule }
    let passed = Set([failure.walk.start] + steps.map(\.source))
    let rules = graph.rules.filter { passed.contains($0.source) }
    let followed = rules.map { numbers[$0, default: []] }
    let marks = followed.map { $0.map { "\($0 + 1)" }.joined(separator: ",") }
    let width = marks.map(\.count).max() ?? 0
    return rules.indices.map { index in
      let arrow = followed[index].contains(steps.count - 1) ? ">" : " "
      let indentation = String(repeating: " ", count: width - marks[index].count)
      let place = arrow == ">" ? rules[index].place : ""
      return "\(arrow) \(indentation)\(marks[index])  \(rules[index])\(place)"
    }.joined(separator: "\n")
  }
}

extension WalkReport {
  /// Creates the report of a failure.
  init(of failure: WalkFailure, in graph: StateGraph) {
    self.graph = graph
    self.failure = failure
  }

  /// Drives along a walk and, if that fails, along shorter ones; `nil` if it does not.
  private init?(_ walk: Walk, in graph: StateGraph, _ drive: (Walk) -> WalkFailure?) {
    guard let failure = drive(walk) else { return nil }
    self.init(of: WalkShrinker(for: failure, in: graph).shrink(failure, drive), in: graph)
  }

  /// Drives a machine that the caller makes; `nil` if it takes the walk.
  package init?<State: Graphable, Event: Graphable, Subject>(
    _ walk: Walk,
    of schema: StateMachineSchema<State, Event, Subject>,
    machine: () throws -> StateMachine<State, Event, Subject>,
    prepare: (
      _ step: PlannedStep<State, Event>, _ machine: StateMachine<State, Event, Subject>
    ) throws -> Void = { _, _ in }
  ) {
    let graph = StateGraph(schema)
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

  /// Drives a machine whose timeouts wait on a clock; `nil` if it takes the walk.
  nonisolated(nonsending) package init?<State: Graphable, Event: Graphable, Subject>(
    _ walk: Walk,
    of schema: StateMachineSchema<State, Event, Subject>,
    on clock: ManualClock,
    subject: @escaping () throws -> Subject,
    prepare:
      @escaping (_ step: PlannedStep<State, Event>, _ subject: Subject) throws -> Void = { _, _ in }
  ) async {
    graph = StateGraph(schema)
    let driver = MachineDriver(
      schema: schema, tree: ConfigurationTree(of: graph),
      machine: { StateMachine(schema: schema, owning: try subject()) },
      prepare: { step, machine in
        if let subject = machine.subject { try prepare(step, subject) }
      })
    guard let failure = await driver.drive(walk, on: clock) else { return nil }
    self.failure = await WalkShrinker(for: failure, in: graph).shrink(failure) {
      await driver.drive($0, on: clock)
    }
  }

  /// Drives a system of any kind; `nil` if it takes the walk.
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
