import SchematicGraph
import SchematicTestKit

/// Properties by seed, over the names that random graphs have.
struct RandomProperty {
  var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed &+ 1_000_000)
  }

  /// Returns a property with operators nested up to a depth.
  mutating func next(depth: Int, in graph: StateGraph) -> GraphProperty {
    guard depth > 0 else { return atom(in: graph) }
    let operand = next(depth: depth - 1, in: graph)
    switch Int.random(in: 0..<13, using: &generator) {
    case 0: return .not(operand)
    case 1: return .and(operand, next(depth: depth - 1, in: graph))
    case 2: return .or(operand, next(depth: depth - 1, in: graph))
    case 3: return .ex(operand)
    case 4: return .ax(operand)
    case 5: return .eg(operand)
    case 6: return .ag(operand)
    case 7: return .ef(operand)
    case 8: return .af(operand)
    case 9, 10: return .eu(operand, next(depth: depth - 1, in: graph))
    default: return .au(operand, next(depth: depth - 1, in: graph))
    }
  }

  private mutating func atom(in graph: StateGraph) -> GraphProperty {
    let events = Set(graph.transitions.map(\.event)).sorted()
    let state = graph.states[Int.random(in: 0..<graph.states.count, using: &generator)].identifier
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: return .states([state])
    case 2: return .not(.states([state]))
    case 3: return events.isEmpty ? .true : .events([events.randomElement(using: &generator)!])
    case 4: return .moved
    default: return .final
    }
  }
}
