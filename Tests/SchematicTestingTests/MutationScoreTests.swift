import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

/// What tests are worth: the mutants of a machine that they notice.
@Suite struct MutationScoreTests {
  private static let graph = StateGraph(Hatch.schema)

  @Test func walksNoticeWrongRules() async {
    let walks = StateGraph(Hatch.schema).walks(taking: .everyTransitionAndRejection)
    let score = await MutationScore(of: Hatch.schema, mutants: 20, seed: 7) { schema in
      for walk in walks {
        expectWalk(walk, of: schema, subject: { Hatch() }) { step, hatch in
          hatch.hasKey = step.guards["has key"] ?? false
        }
      }
    }
    expectMutantsNoticed(score)
    #expect(score.count == 20)
    #expect(score.noticed == 20)
    #expect(score.failure() == nil)
    #expect("\(score)" == "20 of 20 mutants noticed (seed 7)")
  }

  /// The rules that walks are made from may be the mutant's own: they follow its mistakes.
  @Test func walksOfTheMutantNoticeNothing() async {
    let score = await MutationScore(of: Hatch.schema, mutants: 20, seed: 7) { schema in
      for walk in StateGraph(schema).walks(taking: .everyTransitionAndRejection) {
        expectWalk(walk, of: schema, subject: { Hatch() }) { step, hatch in
          hatch.hasKey = step.guards["has key"] ?? false
        }
      }
    }
    #expect(score.noticed == 0)
  }

  @Test func propertyNoticesWhatItIsAbout() async {
    let score = await MutationScore(of: Hatch.schema) { schema in
      expectProperty(.never(.open, after: .locked, until: .closed), of: schema)
    }
    let living = score.living.map(\.description)
    #expect(!living.contains("turnKey [has key] in locked leads to open"))
    #expect(living.contains("turnKey [has key] in locked is ignored"))
  }

  @Test func emptyTestNoticesNothing() async throws {
    let score = await MutationScore(of: Hatch.schema, mutants: 5, seed: 7) { _ in }
    #expect(score.noticed == 0)
    #expect(score.count == 5)
    #expect(score.living.count == 5)
    let failure = try #require(score.failure())
    #expect(failure.hasPrefix("5 of 5 mutants live (seed 7); no test notices that\n"))
    withKnownIssue {
      expectMutantsNoticed(score)
    } matching: {
      $0.comments.first?.rawValue == failure
    }
    expectMutantsNoticed(score) { _ in true }
  }

  @Test func livingMutantIsNamedByItsArrowAndLine() async throws {
    let score = await MutationScore(of: Hatch.schema) { schema in
      let machine = StateMachine(schema: schema, owning: Hatch())
      #expect(machine.handle(.push) == .moved)
      #expect(machine.state == .open)
    }
    let living = score.living.map(\.description)
    #expect(living.contains("push in open is ignored"))
    #expect(living.contains("push in open leads to locked"))
    #expect(living.contains("turnKey in open is ignored, not rejected"))
    #expect(living.contains("turnKey in closed negates has key"))
    #expect(living.contains("push in closed doesn't perform squeak"))
    #expect(!living.contains("push in closed is ignored"))
    #expect(!living.contains { $0.hasPrefix("push in closed leads to") })
    let mutant = try #require(score.living.first { "\($0)" == "push in open is ignored" })
    #expect(mutant.rule?.event == "push")
    #expect(mutant.sourceLines.map(\.description) == ["SchematicTestingTests/HatchTests.swift:18"])
    #expect(
      score.failure { "\($0)" != "push in open is ignored" }
        == """
        1 of \(score.count) mutants live (seed 0); no test notices that
          push in open is ignored (SchematicTestingTests/HatchTests.swift:18)
        """)
  }

  @Test func sameSeedChoosesTheSameMutants() async {
    func mutants(_ seed: UInt64) async -> [String] {
      await MutationScore(of: Hatch.schema, mutants: 8, seed: seed) { _ in }.living.map(
        \.description)
    }
    let first = await mutants(1)
    #expect(await mutants(1) == first)
    #expect(await mutants(2) != first)
  }

  @Test func errorCountsAsNoticed() async {
    struct Refusal: Error {}
    let score = await MutationScore(of: Hatch.schema, mutants: 3, seed: 7) { schema in
      guard StateGraph(schema) == Self.graph else { throw Refusal() }
    }
    #expect(score.noticed == 3)
  }

  @Test func scoreNeedsTestsThatPass() async {
    struct Refusal: Error {}
    await withKnownIssue {
      let score = await MutationScore(of: Hatch.schema, mutants: 3, seed: 7) { _ in throw Refusal()
      }
      #expect(score.count == 0)
      #expect(score.failure() == nil)
    } matching: { issue in
      issue.comments.first?.rawValue
        == "no mutant was tried, because the tests fail with the rules as they are: Refusal()"
    }
  }

  @Test func knownIssueIsNotNoticed() async {
    let score = await MutationScore(of: Hatch.schema, mutants: 3, seed: 7) { _ in
      withKnownIssue { Issue.record("known") }
    }
    #expect(score.noticed == 0)
  }

  @MainActor @Test func testsRunOnTheActorOfTheirCaller() async {
    let hatch = Hatch()
    let score = await MutationScore(of: Hatch.schema, mutants: 3, seed: 7) { schema in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      let machine = StateMachine(schema: schema, subject: hatch)
      #expect(machine.handle(.push) == .moved)
    }
    #expect(score.count == 3)
  }

  @Test func silencedActionDoesNotRun() throws {
    let push = try #require(Self.graph.transitions.first { $0.source == "closed" })
    let machine = StateMachine(
      schema: Hatch.schema.mutated(by: .silenced(push)), owning: Hatch())
    machine.handle(.push)
    #expect(machine.state == .open)
    #expect(machine.subject?.squeaks == 0)
    machine.handle(.push)
    #expect(machine.subject?.squeaks == 1)
  }

  @Test func retargetedTransitionKeepsItsAction() throws {
    let push = try #require(Self.graph.transitions.first { $0.source == "closed" })
    let machine = StateMachine(
      schema: Hatch.schema.mutated(by: .retargeted(push, to: "locked")), owning: Hatch())
    machine.handle(.push)
    #expect(machine.state == .locked)
    #expect(machine.subject?.squeaks == 1)
  }

  @Test func invertedGuardIsAskedInOneStateOnly() throws {
    let rule = try #require(Self.graph.transitions.first { $0.guard == "has key" })
    #expect(rule.source == "closed")
    let machine = StateMachine(
      schema: Hatch.schema.mutated(by: .inverted(guard: "has key", rule)), owning: Hatch())
    for _ in 1...3 {
      machine.handle(.turnKey)
      #expect(machine.state == .locked)
      machine.subject?.hasKey = true
      machine.handle(.turnKey)
      #expect(machine.state == .closed)
      machine.subject?.hasKey = false
    }
  }

  /// Rules that carry values: a call that tries again.
  enum Call: Graphable, Equatable {
    case idle, trying(attempt: Int)
    static let graphCases: [Call] = [.idle, .trying(attempt: 1), .trying(attempt: 2)]
  }
  enum CallEvent: CaseIterable, Graphable { case dial, busy }

  @Test func otherValueOfTheTargetIsCarried() async {
    let schema = StateMachineSchema<Call, CallEvent, Void>(initialState: .idle) { state, event in
      switch (state, event) {
      case (.idle, .dial): .to(.trying(attempt: 1))
      case (.trying(1), .busy): .to(.trying(attempt: 2))
      case (.trying, .busy): .to(.idle)
      default: .ignored
      }
    }
    let score = await MutationScore(of: schema) { schema in
      let machine = StateMachine(schema: schema, subject: ())
      machine.handle(.dial)
      #expect(machine.state == .trying(attempt: 1))
    }
    #expect(
      score.living.map(\.description).contains {
        $0.hasPrefix("busy") && $0.hasSuffix("leads to trying(attempt: 1)")
      })
    #expect(
      !score.living.contains {
        "\($0)" == "dial in idle leads to trying(attempt: 2)"
      })
  }
}
