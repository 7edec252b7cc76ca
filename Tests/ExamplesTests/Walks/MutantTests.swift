@testable import Examples
import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

/// Walks find mistakes: mutants that pass all walks behave like the original rules.
@MainActor
@Suite struct MutantTests {
  /// The number of mutants, of those found and of those proved equivalent.
  private struct Tally {
    var mutants = 0
    var killed = 0
    var proved = 0
  }

  private static let closing = StateMachineSchema<TCPState, TCPEvent, TCPConnection>(
    initialState: .finWait1, logic: TCPConnection.transition
  ).states { $0 == .closed ? .final : .none }

  /// Drives the mutants of some rules, and expects all to be found that behave differently.
  private func drive<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>, _ count: Int, _ tally: inout Tally,
    _ generator: inout SplitMix64
  ) throws {
    let graph = StateGraph(schema)
    let plans = try graph.walks(taking: .everyTransitionAndRejection).map {
      try schema.plan(for: $0)
    }
    for mutation in Mutation.all(in: graph).shuffled(using: &generator).prefix(count) {
      let mutant = schema.mutated(by: mutation)
      tally.mutants += 1
      if plans.contains(where: { !follows($0, mutant) }) {
        tally.killed += 1
      } else {
        let trace = try StateGraph(mutant).distinguishingTrace(from: graph)
        #expect(trace == nil, "\(mutation)")
        tally.proved += 1
      }
    }
  }

  /// Returns true where rules follow a plan, step by step.
  private func follows<State: Graphable, Event: Graphable, Subject>(
    _ plan: [PlannedStep<State, Event>], _ rules: StateMachineSchema<State, Event, Subject>
  ) -> Bool {
    var state = rules.initialState
    for planned in plan {
      let answers = planned.guards
      let answer = rules.transition(from: state, on: planned.event) { answers[$0] ?? true }
      state = answer.target ?? state
      guard state.graphIdentifier == planned.step.target else { return false }
      switch planned.step.rule.effect {
      case .external(let action):
        guard answer.kind == .external, answer.label == action else { return false }
      case .internal(let action):
        guard answer.kind == .internal, answer.label == action else { return false }
      case .rejected(let reason):
        guard answer.kind == .rejected, answer.reason == reason else { return false }
      case .ignored: guard answer.kind == .ignored else { return false }
      case .traps: return false
      }
    }
    return true
  }

  @Test(arguments: Seeds.first(3))
  func everyMutantIsFoundOrBehavesAlike(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var tally = Tally()
    try drive(Turnstile.schema, 30, &tally, &generator)
    try drive(Screen.schema, 30, &tally, &generator)
    try drive(StencilDownload.schema, 30, &tally, &generator)
    try drive(ItemList.schema, 30, &tally, &generator)
    try drive(NetworkRequest.schema, 30, &tally, &generator)
    try drive(GameNavigation.schema, 30, &tally, &generator)
    try drive(TCPConnection.schema, 40, &tally, &generator)
    try drive(PPP.schema, 60, &tally, &generator)
    // Once a connection is about to be closed, half of the figure cannot be reached.
    try drive(Self.closing, 40, &tally, &generator)
    #expect(tally.mutants >= 200)
    #expect(tally.killed + tally.proved == tally.mutants)
    #expect(tally.killed > 200)
    #expect(tally.proved > 0)
  }

  /// A mistake where no machine ever comes is no mistake.
  @Test func mutantsOfWhatCannotBeReachedBehaveAlike() throws {
    let schema = Self.closing
    let graph = StateGraph(schema)
    let unreachable = graph.walks(resetCost: nil).unreachable
    #expect(unreachable.count == 13)
    let plans = try graph.walks().map { try schema.plan(for: $0) }
    for transition in unreachable {
      let mutant = schema.mutated(by: .lost(transition))
      #expect(plans.allSatisfy { follows($0, mutant) })
      #expect(StateGraph(mutant) != graph)
      #expect(try StateGraph(mutant).distinguishingTrace(from: graph) == nil)
    }
  }
}
