import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

/// Random machines in random environments, beside a search that is written from the definition.
@Suite struct DrivenOracleTests {
  private static let states = ["a", "b", "c", "d"]
  private static let events = ["e", "f", "g", "h"]
  private static let actions = ["x", "y", "z"]

  /// What an environment of three states does.
  private struct Moves {
    var sends: [Int: [(event: String, target: Int)]] = [:]
    var hears: [Int: [(action: String, target: Int)]] = [:]

    var environment: MachineEnvironment {
      MachineEnvironment("random", initial: 0) { state in
        sends[state, default: []].map { .sends($0.event, then: $0.target) }
          + hears[state, default: []].map { .hears($0.action, then: $0.target) }
      }
    }
  }

  private static func rules(_ random: inout SplitMix64) -> [StateGraph.Rule] {
    (0..<10).map { _ in
      let effects: [StateGraph.Effect] = [
        .external(action: actions.randomElement(using: &random)), .external(),
        .internal(action: actions.randomElement(using: &random)), .rejected(), .traps(),
      ]
      return StateGraph.Rule(
        source: states.randomElement(using: &random)!, target: states.randomElement(using: &random),
        trigger: .event(events.randomElement(using: &random)!),
        conditions: [[], [.guard("p")], [.guard("p", holds: false)]].randomElement(using: &random)!,
        effect: effects.randomElement(using: &random)!)
    }.map { rule in
      rule.isInternal
        ? StateGraph.Rule(
          source: rule.source, trigger: rule.trigger, conditions: rule.conditions,
          effect: rule.effect) : rule
    }
  }

  private static func moves(
    hearing sounds: [String], sending events: [String], _ random: inout SplitMix64
  ) -> Moves {
    var moves = Moves()
    for state in 0..<3 {
      for _ in 0..<Int.random(in: 0...2, using: &random) where !events.isEmpty {
        moves.sends[state, default: []].append(
          (events.randomElement(using: &random)!, Int.random(in: 0..<3, using: &random)))
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) where !sounds.isEmpty {
        moves.hears[state, default: []].append(
          (sounds.randomElement(using: &random)!, Int.random(in: 0..<3, using: &random)))
      }
    }
    return moves
  }

  /// A state of the machine and one of each of two environments.
  private struct Place: Hashable { var state: String, first: Int, second: Int }

  /// Returns the places that can be reached, and the traps that are possible there.
  private static func definition(
    _ graph: StateGraph, _ moves: [Moves]
  ) -> (places: Set<Place>, traps: Set<StateGraph.Rule>) {
    // An environment restricts an event that it sends in a state that it can reach at all.
    let alphabets = moves.map { moves -> Set<String> in
      var known: Set<Int> = [0]
      while true {
        let next = known.union(
          known.flatMap { state in
            moves.sends[state, default: []].map(\.target)
              + moves.hears[state, default: []].map(\.target)
          })
        if next == known { break }
        known = next
      }
      return Set(known.flatMap { moves.sends[$0, default: []].map(\.event) })
    }
    func after(_ event: String, isRejected: Bool, _ index: Int, _ state: Int) -> Set<Int> {
      guard alphabets[index].contains(event) else {
        if isRejected { return [state] }
        // Others' events are heard like actions.
        let heard = moves[index].hears[state, default: []].filter { $0.action == event }
        return heard.isEmpty ? [state] : Set(heard.map(\.target))
      }
      return Set(moves[index].sends[state, default: []].filter { $0.event == event }.map(\.target))
    }
    func hearing(_ action: String?, _ index: Int, _ states: Set<Int>) -> Set<Int> {
      Set(
        states.flatMap { state -> [Int] in
          let heard = moves[index].hears[state, default: []].filter { $0.action == action }
          return heard.isEmpty ? [state] : heard.map(\.target)
        })
    }
    var (places, traps): (Set<Place>, Set<StateGraph.Rule>) = (
      [Place(state: graph.initialState, first: 0, second: 0)], []
    )
    while true {
      let before = places.count
      for place in places {
        for event in events {
          let answers = graph.rules.filter { $0.source == place.state && $0.event == event }
          func ends(isRejected: Bool) -> [Set<Int>] {
            [
              after(event, isRejected: isRejected, 0, place.first),
              after(event, isRejected: isRejected, 1, place.second),
            ]
          }
          guard ends(isRejected: false).allSatisfy({ !$0.isEmpty }) else { continue }
          traps.formUnion(answers.filter { $0.effect == .traps() })
          var outcomes = answers.filter { $0.effect != .traps() }.map {
            ($0.target, $0.action, ends(isRejected: $0.effect.isRejection))
          }
          let isAnswered =
            answers.contains(where: \.conditions.isEmpty)
            || Set(answers.map(\.conditions)).count == 2
          if !isAnswered, graph.rules.contains(where: { $0.event == event }) {
            outcomes.append((place.state, nil, ends(isRejected: false)))
          }
          for (target, action, ends) in outcomes {
            for first in hearing(action, 0, ends[0]) {
              for second in hearing(action, 1, ends[1]) {
                places.insert(Place(state: target, first: first, second: second))
              }
            }
          }
        }
      }
      if places.count == before { return (places, traps) }
    }
  }

  @Test func drivenGraphIsWhatTheDefinitionSays() throws {
    var counts = (traps: 0, impossible: 0, places: 0)
    try Seeds.each(500) { seed in
      var random = SplitMix64(seed: seed)
      let graph = StateGraph(
        states: Self.states.map { .init(identifier: $0) }, rules: Self.rules(&random),
        initialState: "a")
      let known = graph.rules.map(\.event).uniqued()
      let sounds = graph.rules.compactMap(\.action).uniqued() + known
      let moves = [
        Self.moves(hearing: sounds, sending: known, &random),
        Self.moves(hearing: sounds, sending: known, &random),
      ]
      let (places, traps) = Self.definition(graph, moves)
      let driven = try graph.driven(by: moves.map(\.environment))
      let reached = Set(places.map(\.state))
      let found = driven.reachableTraps + driven.callerTraps
      guard
        Set(driven.impossibleStates) == Set(Self.states).subtracting(reached),
        Set(found.compactMap { $0.steps.last?.rule }) == traps,
        Set(driven.impossibleTraps) == Set(graph.traps).subtracting(traps),
        driven.graph.states.count == places.count
      else {
        Issue.record("\(driven) beside \(places) and \(traps)")
        return
      }
      counts.traps += traps.count
      counts.impossible += driven.impossibleTraps.count
      counts.places += places.count
    }
    // The machines are not all alike.
    #expect(counts.traps > 200)
    #expect(counts.impossible > 200)
    #expect(counts.places > 2_000)
  }
}
