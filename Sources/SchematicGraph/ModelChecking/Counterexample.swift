/// A way through a graph that shows why a property does not hold.
///
/// ```swift
/// try graph.check(.always(.reachable("closed")))?.description
/// // off: start -> broken; there ¬EF closed holds
/// ```
public struct Counterexample: Hashable, Sendable {
  /// The property that does not hold.
  public let property: GraphProperty

  /// The way, from the initial state.
  public let walk: Walk

  /// What is repeated for ever at the end of ``walk``; empty where the way ends or anything may
  /// follow.
  public let cycle: [StateGraph.Transition]

  /// What holds at the end of the way and speaks of all that may follow, which no single way shows;
  /// `nil` where the way says it all.
  public let remainder: GraphProperty?
}

extension Counterexample: CustomStringConvertible {
  /// The property, the way, and what is repeated or holds in the end.
  public var description: String {
    let loop = cycle.map { Walk.Step(.transition($0)).description }.joined(separator: ", ")
    return "\(property) does not hold: \(walk)"
      + (cycle.isEmpty ? "" : ", and for ever: \(loop)")
      + (remainder.map { "; there \($0) holds" } ?? "")
  }
}

/// The search for a way that refutes a property: one that shows its opposite.
///
/// After Clarke, Grumberg, McMillan and Zhao, *Efficient generation of counterexamples and witnesses
/// in symbolic model checking* (DAC 1995). A way is found for each operator that speaks of some way,
/// one after the other, until what is left speaks of all ways, or of none.
struct CounterexampleSearch {
  private(set) var counterexample: Counterexample

  private var checker: ModelChecker
  private var moment: Int
  private var way: [Int] = []
  private var cycle: [Int] = []
  private var remainder: GraphProperty?

  /// Searches for why a property does not hold at the start, where it does not.
  init(of property: GraphProperty, in graph: StateGraph, _ checker: ModelChecker) {
    self.checker = checker
    moment = checker.start
    let walk = Walk(start: graph.initialState, steps: [])
    counterexample = Counterexample(property: property, walk: walk, cycle: [], remainder: nil)
    show(GraphProperty.not(property).normalized)
    counterexample = Counterexample(
      property: property, walk: graph.walk(from: graph.initialState, along: way),
      cycle: cycle.map { graph.transitions[$0] }, remainder: remainder)
  }

  /// Goes on to where a property that holds now has been shown.
  private mutating func show(_ property: GraphProperty) {
    switch property {
    case .true, .states, .region, .final, .events, .actions, .moved, .not:
      return
    case .and(let left, let right):
      // One way can show one of them; the other holds at the same moment, and is said.
      let (shown, said) =
        right.isAboutSomeWay && !left.isAboutSomeWay ? (right, left) : (left, right)
      if shown.isAboutSomeWay, said.isAboutWays { remainder = said }
      show(shown)
      if !shown.isAboutSomeWay, said.isAboutWays { show(said) }
    case .or(let left, let right):
      show(checker.moments(of: left)[moment] ? left : right)
    case .ex(let operand):
      let holds = checker.moments(of: operand)
      guard let next = ways(out: moment).first(where: { holds[$0] }) else { return }
      go([next])
      show(operand)
    case .eu(_, let end):
      go(shortestWay(along: checker.moments(of: property), to: checker.moments(of: end)))
      show(end)
    case .eg:
      followForEver(checker.moments(of: property))
    case .ax, .au, .ag:
      remainder = property
    }
  }

  private func ways(out moment: Int) -> [Int] {
    checker.index.outgoing[checker.state(at: moment)]
  }

  private mutating func go(_ moments: [Int]) {
    way += moments
    moment = moments.last ?? moment
  }

  /// Returns a shortest way over moments of one kind to one of another.
  private func shortestWay(along passable: [Bool], to isEnd: [Bool]) -> [Int] {
    var previous: [Int: Int] = [:]
    var isLeft = [Bool](repeating: false, count: checker.index.names.count)
    var waiting = [moment]
    var next = 0
    while next < waiting.count {
      let current = waiting[next]
      next += 1
      if isEnd[current] {
        var way: [Int] = []
        var step = current
        while let before = previous[step] {
          way.append(step)
          step = before
        }
        return way.reversed()
      }
      // What comes next depends on the state alone, so no state is left twice.
      guard !isLeft[checker.state(at: current)] else { continue }
      isLeft[checker.state(at: current)] = true
      for following in ways(out: current)
      where passable[following] && previous[following] == nil && following != moment {
        previous[following] = current
        waiting.append(following)
      }
    }
    return []
  }

  /// Goes on over moments of one kind to a dead end, or to a state where it has been before.
  private mutating func followForEver(_ passable: [Bool]) {
    var positions: [Int: Int] = [:]
    var steps: [Int] = []
    var current = moment
    while positions[checker.state(at: current)] == nil {
      positions[checker.state(at: current)] = steps.count
      guard let next = ways(out: current).first(where: { passable[$0] }) else {
        go(steps)
        return
      }
      steps.append(next)
      current = next
    }
    let start = positions[checker.state(at: current), default: 0]
    cycle = Array(steps[start...])
    go(Array(steps[..<start]))
  }
}

extension GraphProperty {
  /// The same property with `not` in front of nothing but what speaks of one moment.
  var normalized: GraphProperty {
    switch self {
    case .true, .states, .region, .final, .events, .actions, .moved: return self
    case .and(let left, let right): return .and(left.normalized, right.normalized)
    case .or(let left, let right): return .or(left.normalized, right.normalized)
    case .ex(let operand): return .ex(operand.normalized)
    case .ax(let operand): return .ax(operand.normalized)
    case .eg(let operand): return .eg(operand.normalized)
    case .ag(let operand): return .ag(operand.normalized)
    case .eu(let before, let end): return .eu(before.normalized, end.normalized)
    case .au(let before, let end): return .au(before.normalized, end.normalized)
    case .not(let operand): return operand.opposite
    }
  }

  /// The normalized opposite.
  private var opposite: GraphProperty {
    switch self {
    case .true, .states, .region, .final, .events, .actions, .moved: return .not(self)
    case .not(let operand): return operand.normalized
    case .and(let left, let right): return .or(left.opposite, right.opposite)
    case .or(let left, let right): return .and(left.opposite, right.opposite)
    case .ex(let operand): return .ax(operand.opposite)
    case .ax(let operand): return .ex(operand.opposite)
    case .eg(let operand): return .au(.true, operand.opposite)
    case .ag(let operand): return .eu(.true, operand.opposite)
    case .eu(.true, let end): return .ag(end.opposite)
    case .au(.true, let end): return .eg(end.opposite)
    // Either the end never comes, or what is to hold until then fails before it.
    case .eu(let before, let end):
      let failure = GraphProperty.and(before.opposite, end.opposite)
      return .or(.ag(end.opposite), .au(end.opposite, failure))
    case .au(let before, let end):
      let failure = GraphProperty.and(before.opposite, end.opposite)
      return .or(.eu(end.opposite, failure), .eg(end.opposite))
    }
  }

  /// Whether the normalized property speaks of some way, which can be shown.
  var isAboutSomeWay: Bool {
    switch self {
    case .ex, .eu, .eg: true
    case .and(let left, let right), .or(let left, let right):
      left.isAboutSomeWay || right.isAboutSomeWay
    default: false
    }
  }

  /// Whether the property speaks of what may follow.
  var isAboutWays: Bool {
    switch self {
    case .ex, .eu, .eg, .ax, .au, .ag: true
    case .and(let left, let right), .or(let left, let right):
      left.isAboutWays || right.isAboutWays
    case .not(let operand): operand.isAboutWays
    default: false
    }
  }
}
