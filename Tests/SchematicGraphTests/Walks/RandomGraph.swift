import SchematicGraph
import SchematicTestKit

/// Small graphs by seed.
struct RandomGraph {
  var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// Returns a graph of up to a number of states, from sparse to dense.
  mutating func next(
    states bound: Int, events: [String] = ["a", "b", "c"], isDeterministic: Bool = false
  ) -> StateGraph {
    let count = Int.random(in: 1...bound, using: &generator)
    let density = Int.random(in: 20...90, using: &generator)
    let names = (0..<count).map { "s\($0)" }
    var transitions: [StateGraph.Transition] = []
    for source in names {
      for event in events {
        for _ in 0..<(isDeterministic ? 1 : 2) where chance(density) {
          let isInternal = chance(20)
          transitions.append(
            StateGraph.Transition(
              source: source,
              target: isInternal ? source : names[Int.random(in: 0..<count, using: &generator)],
              event: event,
              guard: isDeterministic || chance(70) ? nil : "ready",
              action: chance(80) ? nil : "act",
              isInternal: isInternal))
        }
      }
    }
    return StateGraph(
      states: names.map { .init(identifier: $0, isFinal: chance(10)) },
      transitions: transitions, rejections: rejections(in: names), initialState: names[0])
  }

  private mutating func rejections(in names: [String]) -> [StateGraph.Rejection] {
    names.filter { _ in chance(15) }.map { .init(state: $0, event: "r", reason: "not here") }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }
}
