import SchematicAnalysis
import SchematicGraph
import SchematicTestKit

/// A decision procedure that visits every path up to a length, one after the other.
///
/// In a graph of up to six states, a path of twelve transitions has been in some state twice, so that
/// what holds along it may hold for ever.
struct BruteForce {
  /// The transition just taken, and the state it led to.
  private struct Position: Hashable {
    let transition: StateGraph.Rule?
    let state: String
  }

  private static let length = 12

  private let graph: StateGraph
  private let successors: [String: [Position]]
  private var known: [Formula: [Position: Bool]] = [:]

  init(_ graph: StateGraph) {
    self.graph = graph
    successors = Dictionary(grouping: graph.transitions, by: \.source).mapValues {
      $0.map { Position(transition: $0, state: $0.target) }
    }
  }

  /// Returns whether a property holds at the start, or after a transition.
  mutating func holds(
    _ property: GraphProperty, after transition: StateGraph.Rule? = nil
  ) -> Bool {
    holds(
      property.formula,
      Position(transition: transition, state: transition?.target ?? graph.initialState))
  }

  private mutating func holds(_ formula: Formula, _ position: Position) -> Bool {
    if let known = known[formula]?[position] { return known }
    let holds = decide(formula, position)
    known[formula, default: [:]][position] = holds
    return holds
  }

  private mutating func decide(_ formula: Formula, _ position: Position) -> Bool {
    let next = successors[position.state, default: []]
    switch formula {
    case .true: return true
    case .states(let names): return names.contains(position.state)
    case .inside(let name): return graph.ancestors(of: position.state).contains(name)
    case .final: return graph.states.first { $0.identifier == position.state }?.isFinal == true
    case .events(let labels): return position.transition.map { labels.contains($0.event) } ?? false
    case .actions(let labels): return position.transition?.action.map(labels.contains) ?? false
    case .returning(let name):
      return position.transition.map { $0.entry == .history && $0.target == name } ?? false
    case .moved: return position.transition?.isInternal == false
    case .ended: return holds(.final, position)
    case .busy:
      let state = graph.states.first { $0.identifier == position.state }
      return state?.behaviors.contains { $0.kind == .task } == true && !holds(.final, position)
    case .stuck:
      return !holds(.final, position) && graph.states.count > 1
        && !next.contains { $0.state != position.state }
    case .not(let operand): return !holds(operand, position)
    case .and(let left, let right): return holds(left, position) && holds(right, position)
    case .or(let left, let right): return holds(left, position) || holds(right, position)
    case .ex(let operand):
      for position in next where holds(operand, position) { return true }
      return false
    case .ax(let operand):
      for position in next where !holds(operand, position) { return false }
      return true
    case .eu(let before, let end):
      return somePath([position]) { checker, path in
        guard checker.holds(end, path.last!) else {
          return checker.holds(before, path.last!) ? nil : false
        }
        return true
      }
    case .au(let before, let end):
      return !somePath([position]) { checker, path in
        // A path without an end refutes it, and so does one that fails before.
        if checker.holds(end, path.last!) { return false }
        if !checker.holds(before, path.last!) { return true }
        return path.count > Self.length || checker.isOver(path) ? true : nil
      }
    case .eg(let operand):
      return somePath([position]) { checker, path in
        guard checker.holds(operand, path.last!) else { return false }
        return path.count > Self.length || checker.isOver(path) ? true : nil
      }
    case .ag(let operand):
      return !somePath([position]) { checker, path in
        checker.holds(operand, path.last!) ? nil : true
      }
    }
  }

  private func isOver(_ path: [Position]) -> Bool {
    successors[path.last!.state, default: []].isEmpty
  }

  /// Returns whether there is a path that is what is looked for; `nil` to look at longer ones.
  private mutating func somePath(
    _ path: [Position], _ verdict: (inout BruteForce, [Position]) -> Bool?
  ) -> Bool {
    if let verdict = verdict(&self, path) { return verdict }
    guard path.count <= Self.length else { return false }
    for position in successors[path.last!.state, default: []] {
      if somePath(path + [position], verdict) { return true }
    }
    return false
  }
}

/// A source of formulas by seed, over the names that random graphs have.
struct RandomFormula {
  var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed &+ 1_000_000)
  }

  /// Returns a formula with operators nested up to a depth.
  mutating func next(depth: Int, in graph: StateGraph) -> Formula {
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
    case 7: return .eu(.true, operand)
    case 8: return .au(.true, operand)
    case 9, 10: return .eu(operand, next(depth: depth - 1, in: graph))
    default: return .au(operand, next(depth: depth - 1, in: graph))
    }
  }

  private mutating func atom(in graph: StateGraph) -> Formula {
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
