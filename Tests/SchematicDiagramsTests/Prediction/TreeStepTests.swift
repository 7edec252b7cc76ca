import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// The steps of a tree, which no combination is stored of, and those of all regions together.
///
/// A few machines, or as many as the environment variable `PREDICTIONS` says.
@Suite struct TreeStepTests {
  /// What a step of all regions together does.
  private struct Step: Hashable {
    let kind: TransitionKind
    let label: String?
    let target: String
  }

  /// Walks 100 events with the rules of all regions together, and returns how many moved.
  private func walk<State: PredictedState>(
    _ schema: StateMachineSchema<State, ChartEvent, PredictedSubject<State, ChartEvent>>,
    _ graph: StateGraph, seed: UInt64, using random: inout SplitMix64
  ) -> Int {
    let steps = GraphSteps(of: graph)
    var (state, configuration) = (schema.initialState, steps.tree.initial)
    var moved = 0
    for _ in 0..<100 where !schema.isFinal(state) {
      let event = ChartEvent.make(
        ChartEvent.names.indices.randomElement(using: &random)!,
        Int.random(in: 0...1, using: &random))
      let answers = Set(PredictedChart.guards.filter { _ in Bool.random(using: &random) })
      let transition = schema.transition(from: state, on: event) { answers.contains($0) }
      let target = transition.target ?? state
      let step = Step(
        kind: transition.kind, label: transition.label,
        target: schema.configuration(of: target).description)
      let occurrence = GraphSteps.Occurrence(event: .event(event.graphLabel))
      var possible = steps.reactions(to: occurrence, in: configuration).filter { reaction in
        (reaction.taken + reaction.refusals).flatMap(\.conditions).allSatisfy { condition in
          guard case .guard(let name, let holds) = condition else { return true }
          return answers.contains(name) == holds
        }
      }
      // Only payloads may leave a choice.
      let isDecided = possible.allSatisfy { reaction in
        (reaction.taken + reaction.refusals).flatMap(\.conditions).allSatisfy {
          if case .payload = $0 { false } else { true }
        }
      }
      if isDecided {
        possible = steps.reactions(to: occurrence, in: configuration) { rules in
          let rule = rules.first { rule in
            rule.conditions.allSatisfy { condition in
              guard case .guard(let name, let holds) = condition else { return true }
              return answers.contains(name) == holds
            }
          }
          return [rule.map(GraphSteps.Reaction.init) ?? GraphSteps.Reaction()]
        }
      }
      let found = possible.filter { reaction in
        let after = steps.tree.configuration(after: reaction.taken, in: configuration)
        return self.step(reaction, after) == step
      }
      guard let taken = found.first else {
        Issue.record("SEED=\(seed) \(configuration), \(event), \(answers): \(step) \(possible)")
        return moved
      }
      configuration = steps.tree.configuration(after: taken.taken, in: configuration)
      if transition.kind == .external { moved += 1 }
      state = target
    }
    return moved
  }

  private func step(_ reaction: GraphSteps.Reaction, _ after: Configuration) -> Step {
    let labels = reaction.taken.compactMap(\.action)
    let kind: TransitionKind =
      if reaction.taken.contains(where: { !$0.isInternal }) {
        .external
      } else if !reaction.taken.isEmpty {
        .internal
      } else {
        reaction.refusals.isEmpty ? .ignored : .rejected
      }
    return Step(
      kind: kind, label: labels.isEmpty ? nil : labels.joined(separator: ", "),
      target: after.description)
  }

  @Test func stepsAreThoseOfAllRegionsTogether() {
    var moved = 0
    for seed in Seeds.first(PicturePredictionTests.count) {
      var random = SplitMix64(seed: seed)
      if seed % 2 == 0 {
        let pair = PredictedPair(using: &random)
        moved += walk(pair.schema, pair.graph, seed: seed, using: &random)
      } else {
        let nest = PredictedNest(using: &random)
        moved += walk(nest.schema, nest.graph, seed: seed, using: &random)
      }
    }
    #expect(moved > 0)
  }

  /// Every combination that the rules of all regions together lead to, with what they do there, is a state
  /// of the graph of combinations, and no other one.
  @Test func stepsLeadToTheCombinationsOfTheRegions() throws {
    var combinations = 0
    for seed in Seeds.first(PicturePredictionTests.count) {
      var random = SplitMix64(seed: seed)
      let pair = PredictedPair(using: &random)
      let schema = pair.schema
      let combined = try pair.graph.combined(bound: 1_000)
      var found: Set<String> = []
      var states = [schema.initialState]
      var known = Set(states)
      while let state = states.popLast() {
        found.insert(schema.configuration(of: state).description)
        guard !schema.isFinal(state) else { continue }
        for event in ChartEvent.graphCases {
          for bits in 0..<(1 << PredictedChart.guards.count) {
            let holding = Set(
              PredictedChart.guards.indices.filter { bits >> $0 & 1 == 1 }
                .map { PredictedChart.guards[$0] })
            let target = schema.transition(from: state, on: event) { holding.contains($0) }.target
            if let target, known.insert(target).inserted { states.append(target) }
          }
        }
      }
      // Timeouts and completions send nothing that isn't tried.
      let shown = Set(combined.graph.states.map(\.identifier))
      #expect(found.subtracting(shown).isEmpty, "SEED=\(seed)")
      combinations += found.count
    }
    #expect(combinations > 0)
  }
}
