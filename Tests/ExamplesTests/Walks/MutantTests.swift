@testable import Diagrams
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// Walks find mistakes: of rules with one in them, those that pass behave like the right ones.
@MainActor
@Suite struct MutantTests {
  /// How many mutants there are, and what became of them.
  private struct Tally {
    var mutants = 0
    var killed = 0
    var proved = 0
  }

  private static let closing = StateMachineSchema<TCPState, TCPEvent, TCPConnection>(
    initialState: .finWait1, logic: TCPConnection.transition
  ).final { $0 == .closed }

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
        let difference = StateGraph(mutant).difference(from: graph)
        #expect(difference == nil, "\(mutation)")
        tally.proved += 1
      }
    }
  }

  /// Returns whether rules do what a plan says, step by step.
  private func follows<State: Graphable, Event: Graphable, Subject>(
    _ plan: [PlannedStep<State, Event>], _ rules: StateMachineSchema<State, Event, Subject>
  ) -> Bool {
    var state = rules.initialState
    for planned in plan {
      let answers = planned.guards
      let answer = rules.transition(from: state, on: planned.event) { answers[$0] ?? true }
      state = answer.target ?? state
      guard state.graphIdentifier == planned.step.target else { return false }
      switch planned.step.answer {
      case .transition(let transition):
        guard answer.kind == (transition.isInternal ? .internal : .external),
          answer.label == transition.action
        else { return false }
      case .rejection(let rejection):
        guard answer.kind == .rejected, answer.reason == rejection.reason else { return false }
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
    let unreachable = graph.walks().unreachable
    #expect(unreachable.count == 13)
    let plans = try graph.walks().map { try schema.plan(for: $0) }
    for transition in unreachable {
      let mutant = schema.mutated(by: .lost(transition))
      #expect(plans.allSatisfy { follows($0, mutant) })
      #expect(StateGraph(mutant) != graph)
      #expect(StateGraph(mutant).isEquivalent(to: graph))
    }
  }
}
