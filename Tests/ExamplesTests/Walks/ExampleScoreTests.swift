@testable import Examples
import Foundation
import MainActorExamples
import Schematic
import SchematicAnalysis
import SchematicDiagrams
import SchematicGraph
import SchematicTesting
import Testing

/// What the tests of the tutorial are worth: the mutants of each example that they notice.
///
/// The walks are those of the committed pictures. With `RECORD_GOLDENS=1` in the environment, the test
/// writes the table of Examples/README.md.
@MainActor @Suite struct ExampleScoreTests {
  /// The mutants of one example, and those that no walk notices.
  private struct Row {
    let name: String
    let count: Int
    let living: [String]
  }

  /// A machine written by hand, which is a value.
  private final class System<Machine> {
    var machine: Machine
    init(_ machine: Machine) { self.machine = machine }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let count = 20
  private static let seed: UInt64 = 7

  private func text(of path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  private func walks(of name: String) throws -> [Walk] {
    let picture = try StateGraph(dot: text(of: "Diagrams/\(name).dot"))
    return Array(picture.walks(taking: .everyTransitionAndRejection))
  }

  /// Returns the score of the walks through a committed picture.
  private func row<State: Graphable, Event: Graphable, Subject>(
    _ name: String, _ schema: StateMachineSchema<State, Event, Subject>,
    _ subject: @escaping () -> Subject,
    _ prepare: @escaping (PlannedStep<State, Event>, StateMachine<State, Event, Subject>) -> Void =
      { _, _ in }
  ) async throws -> Row {
    let walks = try walks(of: name)
    let score = await MutationScore(of: schema, mutants: Self.count, seed: Self.seed) { mutant in
      for walk in walks {
        expectWalk(
          walk, of: mutant, machine: { StateMachine(schema: mutant, owning: subject()) },
          prepare: prepare)
      }
    }
    // What no walk notices is in the picture all the same, and `check` tells.
    let picture = StateGraph(schema).dot()
    for mutant in score.living {
      #expect(
        StateGraph(schema.mutated(by: mutant.mutation)).dot() != picture, "\(name): \(mutant)")
    }
    return Row(name: name, count: score.count, living: score.living.map(\.description))
  }

  /// Returns the score of a machine written by hand, whose mistakes are made in the state after an event.
  private func row<Machine>(
    _ name: String, _ graph: StateGraph, _ start: Machine, state: @escaping (Machine) -> String,
    at place: (String) throws -> Machine,
    send: @escaping (inout Machine, _ event: String) -> Void
  ) throws -> Row {
    let walks = try walks(of: name)
    let all = Mutation.all(in: graph).filter { mutation in
      guard mutation.rule?.effect.isRefusal == false else { return false }
      switch mutation {
      case .retargeted: return true
      // A walk sees only states, so nobody could tell that a loop is lost.
      case .lost(let rule): return rule.source != rule.target
      default: return false
      }
    }
    let mutations = Mutation.chosen(from: all, count: Self.count, seed: Self.seed) { _ in true }
    let living = try mutations.filter { mutation in
      guard let rule = mutation.rule else { return true }
      let target =
        if case .retargeted(_, let state) = mutation { try place(state) } else { Machine?.none }
      return walks.allSatisfy { walk in
        WalkReport(
          walk, in: graph, system: { System(start) },
          send: { system, step in
            let before = system.machine
            send(&system.machine, step.event)
            guard state(before) == rule.source, step.event == rule.event,
              state(system.machine) == rule.target
            else { return }
            system.machine = target ?? before
          }, state: { state($0.machine) }) == nil
      }
    }
    return Row(name: name, count: mutations.count, living: living.map(\.description))
  }

  private func rows() async throws -> [Row] {
    [
      try await row("Turnstile", Turnstile.schema, { Turnstile() }) { step, machine in
        // Nobody but the turnstile counts its coins.
        guard let isPaid = step.guards["paid"], let turnstile = machine.subject else { return }
        switch (isPaid, turnstile.coins) {
        case (true, 0): machine.handle(.coin)
        case (false, 1): [Visitor.coin, .push].forEach { machine.handle($0) }
        default: break
        }
      },
      try row(
        "Upload", Upload.graph, Upload(), state: \.state.graphIdentifier,
        at: { name in Upload(state: try #require(Upload.State.allCases.first { "\($0)" == name }))
        },
        send: { upload, event in
          Upload.Event.allCases.first { "\($0)" == event }.map { upload.handle($0) }
        }),
      try await row("Screen", Screen.schema, { Screen() }),
      try await row(
        "StencilDownload", StencilDownload.schema,
        { StencilDownload(fetch: { _ in }, download: { _ in }) }),
      try await row("ItemList", ItemList.schema, { ItemList { _ in } }),
      try await row(
        "NetworkRequest", NetworkRequest.schema,
        { NetworkRequest(fetch: { _ in }, save: { _ in }) }),
      try await row(
        "GameNavigation", GameNavigation.schema,
        { GameNavigation(scheduler: { _, _ in }, loadLevel: { _, _ in }) }),
      try await row("Headphones", Headphones.schema, { Headphones() }),
      try await row("DeskLamp", DeskLamp.schema, { DeskLamp() }),
      try await signIn(),
      try await row("MediaPlayer", MediaPlayer.schema, { MediaPlayer() }),
      try await row("WashingMachine", WashingMachine.schema, { WashingMachine() }) {
        step, machine in
        machine.subject?.extraRinses = step.guards["extra rinse"] == true ? 1 : 0
      },
      try await row("Scooter", Scooter.schema, { Scooter() }),
      try await recorder(),
      try row(
        "StreamMachine", StreamMachine.graph, StreamMachine(), state: \.state.graphIdentifier,
        at: { name in
          StreamMachine(state: try #require(StreamState.allCases.first { "\($0)" == name }))
        },
        send: { stream, event in
          for known in StreamEvent.graphCases where known.graphLabel == event {
            _ = try? stream.handle(known)
          }
        }),
      try await row("TCPConnection", TCPConnection.schema, { TCPConnection() }) { step, machine in
        guard let isPassive = step.guards["after passive OPEN"] else { return }
        machine.subject?.perform(isPassive ? .createTCB : .send(.syn))
      },
      try await row("InviteTransaction", InviteTransaction.schema, { InviteTransaction() }),
      try await row("PPP", PPP.schema, { PPP() }),
      try row(
        "MachineLife", MachineLife.graph, Lifecycle.new, state: \.graphIdentifier,
        at: { name in try #require(Lifecycle.graphCases.first { $0.graphIdentifier == name }) },
        send: { life, event in
          switch event {
          case "start": _ = life.start()
          case "event": _ = life.receive()
          case "ask rules": _ = life.ask()
          case "rules answer": life.answer()
          case "final state reached": life.finish()
          default: life.rest()
          }
        }),
    ]
  }

  private func signIn() async throws -> Row {
    final class Face { var isSetUp = true }
    let face = Face()
    return try await row(
      "SignIn", SignIn.schema,
      {
        SignIn(
          services: SignInServices(
            isFaceSetUp: { face.isSetUp }, scanFace: { nil }, isRight: { _ in nil },
            waitForNetwork: {}))
      }
    ) { step, _ in
      if let answer = step.guards["face is set up"] { face.isSetUp = answer }
    }
  }

  private func recorder() async throws -> Row {
    let server = TestServer()
    return try await row(
      "Recorder", Recorder.schema, { Recorder(microphone: TestMicrophone(), server: server) }
    ) { step, machine in
      server.isOnline = step.guards["online"] ?? true
      machine.subject?.queue = step.guards["more takes"] == true ? [Take(number: 1)] : []
      machine.subject?.queue.append(Take(number: 2))
    }
  }

  @Test func thePageOfTheExamplesSaysWhichMutantsLive() async throws {
    let rows = try await rows()
    #expect(rows.map(\.name) == exampleDiagrams.diagrams.map(\.name))
    let table =
      "| machine | noticed | no walk notices that |\n|---|---|---|\n"
      + rows.map { row in
        "| \(row.name) | \(row.count - row.living.count) of \(row.count) |"
          + (row.living.isEmpty ? " |\n" : " \(row.living.joined(separator: "; ")) |\n")
      }.joined()
    let page = try text(of: "Examples/README.md")
    let begin = try #require(page.firstRange(of: "<!-- mutants -->\n\n")).upperBound
    let end = try #require(page.firstRange(of: "\n<!-- /mutants -->")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data((page[..<begin] + table + page[end...]).utf8)
        .write(to: Self.root.appending(path: "Examples/README.md"))
      Issue.record("recorded; look at it and run again without RECORD_GOLDENS")
      return
    }
    #expect(
      page[begin..<end] == table, "write the table of Examples/README.md with RECORD_GOLDENS=1")
  }
}
