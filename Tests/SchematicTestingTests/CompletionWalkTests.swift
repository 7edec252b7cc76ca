import Schematic
import SchematicGraph
import SchematicTesting
import Testing

/// Walks through completions, which machines take by themselves.
@Suite struct CompletionWalkTests {
  enum Job: CaseIterable, Graphable { case running, succeeded, failed }
  enum Build: Graphable {
    case idle, working(Job), deployed
    static let graphCases: [Build] = [.idle, .deployed] + Job.allCases.map { .working($0) }
  }
  enum Signal: CaseIterable, Graphable { case start, success, failure, reset }

  final class Host {
    var isGreen = true
    var lines: [String] = []
  }

  private static let job = StateMachineSchema<Job, Signal, Host>(initialState: .running) {
    job, signal in
    switch signal {
    case .success: return .to(.succeeded)
    case .failure: return .to(.failed)
    case .start, .reset: return .ignored
    }
  } states: {
    $0 == .running ? .none : .final
  }

  private static func schema(
    action: String = "deploy"
  ) -> StateMachineSchema<Build, Signal, Host> {
    StateMachineSchema<Build, Signal, Host>(initialState: .idle) { build, signal in
      switch (build, signal) {
      case (.idle, .start): return .to(.working(.running))
      case (.working, .reset), (.deployed, .reset): return .to(.idle)
      default: return .ignored
      }
    }
    .embedding(
      job, in: Build.working,
      completion: { job, when in
        guard job == .succeeded else { return .to(.idle, "report") { $0.lines.append("report") } }
        return when("green") { $0.isGreen }
          ? .to(.deployed, action) { $0.lines.append("deploy") } : .ignored
      })
  }

  @Test func completionsAreWalkedThroughInAMachine() {
    let schema = Self.schema()
    let graph = StateGraph(schema)
    let recorder = CoverageRecorder("Build", of: graph)
    for walk in graph.walks() {
      expectWalk(
        walk, of: schema,
        machine: {
          let machine = StateMachine(schema: schema, owning: Host())
          recorder.watch(machine)
          return machine
        },
        prepare: { step, machine in
          if let isGreen = step.guards["green"] { machine.subject?.isGreen = isGreen }
        })
    }
    expectCoverage(recorder)
  }

  @Test func walkFailsIfTheCompletionIsAnother() {
    let walk = StateGraph(Self.schema()).tours()[0]
    let report = WalkReport(
      walk, of: Self.schema(),
      machine: { StateMachine(schema: Self.schema(action: "ship"), owning: Host()) },
      prepare: { step, machine in
        if let isGreen = step.guards["green"] { machine.subject?.isGreen = isGreen }
      })
    #expect(
      report?.description.contains(
        "but the machine took working.succeeded -> deployed: completion [green] / ship") == true,
      "\(report?.description ?? "")")
  }

  @Test func walkLeadsAnySystemThatCompletesByItself() {
    let graph = StateGraph(Self.schema())
    final class System {
      let host = Host()
      var position = 0
      lazy var machine = StateMachine(schema: CompletionWalkTests.schema(), owning: host)
    }
    for walk in graph.walks() {
      expectWalk(
        walk, in: graph, system: { System() },
        send: { system, step in
          while walk.steps[system.position] != step { system.position += 1 }
          system.position += 1
          let next = walk.steps.dropFirst(system.position).first
          system.host.isGreen = next?.event == "completion"
          let signal = Signal.allCases.first { $0.graphLabel == step.event }
          if let signal { system.machine.handle(signal) } else { Issue.record("\(step)") }
        },
        state: { $0.machine.state.graphIdentifier })
    }
  }
}
