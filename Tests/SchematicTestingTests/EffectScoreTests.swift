import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTesting
import Testing

/// Walks, random runs and mutants of machines with effects.
@Suite struct EffectScoreTests {
  enum Door: Graphable, CaseIterable { case open, closed, locked }
  enum Hand: Graphable, CaseIterable { case push, pull, turn }
  enum Sound: Equatable { case creak, slam(Int), click }
  typealias Schema = StateMachineSchema<Door, Hand, Effects<Sound>>

  private static let schema = Schema(initialState: .closed) { state, event in
    switch (state, event) {
    case (.closed, .pull): return .to(.open, .creak)
    case (.open, .push): return .to(.closed, .slam(3), .creak)
    case (.closed, .turn): return .to(.locked)
    case (.locked, .turn): return .to(.closed)
    case (.locked, .pull): return .stay(.slam(1))
    default: return .ignored
    }
  } states: { state in
    state == .locked ? .entry(.click).exit(.click, .creak) : .none
  }

  @Test func walksAndRandomRunsCompareTheCasesOfEffects() {
    for walk in StateGraph(Self.schema).walks() {
      expectWalk(walk, of: Self.schema, machine: { StateMachine(schema: Self.schema) })
    }
    expectRandomRuns(20, seed: 7, machine: { StateMachine(schema: Self.schema) })
  }

  @Test func walksNoticeMutantsWithoutEffects() async {
    let walks = StateGraph(Self.schema).walks(taking: .everyTransitionAndRejection)
    let score = await MutationScore(of: Self.schema, seed: 7) { schema in
      for walk in walks {
        expectWalk(walk, of: schema, machine: { StateMachine(schema: schema) })
      }
    }
    // Walks of mutants don't compare what states do.
    expectMutantsNoticed(score) { "\($0)".contains(" lacks ") }
    #expect(score.count == 20)
    #expect(score.noticed == 18)
  }

  @Test func propertyFindsAnEffectInAListWhateverItCarries() throws {
    let graph = StateGraph(Self.schema)
    let pushSlams: GraphProperty = .always(.implies(.taking("push"), .performing(Sound.slam(0))))
    #expect(try graph.check(pushSlams) == nil)
    #expect(try graph.check(.always(.implies(.taking("push"), .performing("slam, creak")))) == nil)
    #expect(try graph.check(.always(!.performing("creak")))?.walk.end == "open")
    #expect(throws: UnknownNameError.self) {
      try graph.check(.always(!.performing("cry")))
    }
  }

  @Test func propertyFindsTheEffectsOfEntriesAndExits() throws {
    let graph = StateGraph(Self.schema)
    #expect(try graph.check(.never(.performing(Sound.click)))?.walk.end == "locked")
    // Turning enters `locked` and leaves it again.
    #expect(try graph.check(.always(.implies(.taking("turn"), .performing(Sound.click)))) == nil)
    let ringing = StateGraph(
      Schema(initialState: .open) { _, _ in
        .ignored
      } states: { state in
        state == .open ? .entry(.slam(2)) : .none
      })
    #expect(try ringing.check(.never(.performing(Sound.slam(0))))?.walk.steps.isEmpty == true)
  }
}
