import SchematicGraph
import SchematicTestKit

/// Decides properties by looking at every path up to a length, one after the other.
///
/// In a graph of up to six states, a path of twelve transitions has been in some state twice, so that
/// what holds along it may hold for ever.
struct BruteForce {
  /// What has just been taken, and the state.
  private struct Moment: Hashable {
    let transition: StateGraph.Transition?
    let state: String
  }

  private static let length = 12

  private let graph: StateGraph
  private let ways: [String: [Moment]]
  private var known: [GraphProperty: [Moment: Bool]] = [:]

  init(_ graph: StateGraph) {
    self.graph = graph
    ways = Dictionary(grouping: graph.transitions, by: \.source).mapValues {
      $0.map { Moment(transition: $0, state: $0.target) }
    }
  }

  /// Returns whether a property holds at the start.
  mutating func holds(_ property: GraphProperty) -> Bool {
    holds(property, Moment(transition: nil, state: graph.initialState))
  }

  private mutating func holds(_ property: GraphProperty, _ moment: Moment) -> Bool {
    if let known = known[property]?[moment] { return known }
    let holds = decide(property, moment)
    known[property, default: [:]][moment] = holds
    return holds
  }

  private mutating func decide(_ property: GraphProperty, _ moment: Moment) -> Bool {
    let next = ways[moment.state, default: []]
    switch property {
    case .true: return true
    case .states(let names): return names.contains(moment.state)
    case .region(let name): return moment.state.hasPrefix("\(name).")
    case .final: return graph.states.first { $0.identifier == moment.state }?.isFinal == true
    case .events(let labels): return moment.transition.map { labels.contains($0.event) } ?? false
    case .actions(let labels): return moment.transition?.action.map(labels.contains) ?? false
    case .moved: return moment.transition?.isInternal == false
    case .not(let operand): return !holds(operand, moment)
    case .and(let left, let right): return holds(left, moment) && holds(right, moment)
    case .or(let left, let right): return holds(left, moment) || holds(right, moment)
    case .ex(let operand):
      for moment in next where holds(operand, moment) { return true }
      return false
    case .ax(let operand):
      for moment in next where !holds(operand, moment) { return false }
      return true
    case .eu(let before, let end):
      return somePath([moment]) { checker, path in
        guard checker.holds(end, path.last!) else {
          return checker.holds(before, path.last!) ? nil : false
        }
        return true
      }
    case .au(let before, let end):
      return !somePath([moment]) { checker, path in
        // A path without an end refutes it, and so does one that fails before.
        if checker.holds(end, path.last!) { return false }
        if !checker.holds(before, path.last!) { return true }
        return path.count > Self.length || checker.isOver(path) ? true : nil
      }
    case .eg(let operand):
      return somePath([moment]) { checker, path in
        guard checker.holds(operand, path.last!) else { return false }
        return path.count > Self.length || checker.isOver(path) ? true : nil
      }
    case .ag(let operand):
      return !somePath([moment]) { checker, path in
        checker.holds(operand, path.last!) ? nil : true
      }
    }
  }

  private func isOver(_ path: [Moment]) -> Bool {
    ways[path.last!.state, default: []].isEmpty
  }

  /// Returns whether there is a path that is what is looked for; `nil` to look at longer ones.
  private mutating func somePath(
    _ path: [Moment], _ verdict: (inout BruteForce, [Moment]) -> Bool?
  ) -> Bool {
    if let verdict = verdict(&self, path) { return verdict }
    guard path.count <= Self.length else { return false }
    for moment in ways[path.last!.state, default: []] {
      if somePath(path + [moment], verdict) { return true }
    }
    return false
  }
}

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
