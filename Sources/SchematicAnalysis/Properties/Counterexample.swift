import SchematicGraph

/// A run that shows that a property doesn't hold.
///
/// ```swift
/// try graph.check(.always(.reachable("closed")))?.description
/// // always(reachable("closed")) does not hold: off: start -> broken; there never("closed") holds
/// ```
public struct Counterexample: Hashable, Sendable {
  /// The property that doesn't hold.
  package let property: GraphProperty

  /// The run, from the initial state.
  public let walk: Walk

  /// The transitions that repeat forever after ``walk``; empty if the run ends or can continue in
  /// any way.
  package let cycle: [StateGraph.Rule]

  /// Properties that hold at positions of ``walk``, although the run doesn't show them, in the order of
  /// the positions.
  package let remainders: [Remainder]

  /// The conjunction of the ``remainders`` at the end of ``walk``, or `nil` if there are none.
  package var remainder: GraphProperty? {
    let last = remainders.filter { $0.stepCount == walk.steps.count }.map(\.property)
    return last.dropFirst().reduce(last.first) { all, property in all.map { $0 && property } }
  }

  /// A property that holds at one position of a run, although the run doesn't show it.
  package struct Remainder: Hashable, Sendable {
    /// The number of steps before the position.
    package let stepCount: Int
    /// The property.
    package let property: GraphProperty
  }
}

extension Counterexample: CustomStringConvertible {
  /// The property, the run, its repetition, and the remaining properties.
  public var description: String { "\(property) does not hold: \(run)" }

  /// The run, its repetition, and the remaining properties, on one line.
  package var run: String {
    let loop = cycle.map { Walk.Step($0).description }.joined(separator: ", ")
    return "\(walk)" + (cycle.isEmpty ? "" : ", and for ever: \(loop)")
      + remainders.map { "; \(place(of: $0)) \($0.property) holds" }.joined()
  }

  /// The property, the run and its repetition as tables, and the remaining properties, for a test's issue.
  package var report: String {
    let repeated = Walk(start: walk.end, steps: cycle.map { Walk.Step($0) })
    let rows = walk.steps.isEmpty ? ["  in \(walk.start), where a machine starts"] : walk.table()
    let loop = cycle.isEmpty ? [] : ["and for ever:"] + repeated.table(from: walk.steps.count + 1)
    let rest = remainders.map { "\(place(of: $0)) \($0.property) holds" }
    return (["\(property) does not hold:"] + rows + loop + rest).joined(separator: "\n")
  }

  private func place(of remainder: Remainder) -> String {
    let count = remainder.stepCount
    if count == walk.steps.count, cycle.isEmpty { return "there" }
    return count == 0 ? "at the start" : "after \(count == 1 ? "1 step" : "\(count) steps")"
  }
}

/// A search for a run that shows the negation of a property.
///
/// This follows Clarke, Grumberg, McMillan and Zhao, *Efficient generation of counterexamples and
/// witnesses in symbolic model checking* (DAC 1995). To show an operator about some run, such as EX,
/// the search continues the run. A single run can't show an operator about every run, such as AX. The
/// search records such operators instead.
struct CounterexampleSearch {
  private(set) var counterexample: Counterexample

  private var checker: ModelChecker
  private var position: Int
  private var path: [Int] = []
  private var cycle: [Int] = []
  private var remainders: [Counterexample.Remainder] = []

  /// Searches for a run that refutes a property, which must not hold at the start.
  init(of property: GraphProperty, in combined: CombinedGraph, _ checker: ModelChecker) {
    let graph = combined.graph
    self.checker = checker
    position = checker.start
    let walk = Walk(start: graph.initialState, steps: [])
    counterexample = Counterexample(property: property, walk: walk, cycle: [], remainders: [])
    show(Formula.not(property.formula).normalized)
    counterexample = Counterexample(
      property: property,
      walk: Walk(
        start: graph.initialState,
        steps: path.map {
          Walk.Step(graph.transitions[$0], combined.parts(of: graph.transitions[$0]))
        }),
      cycle: cycle.map { graph.transitions[$0] }, remainders: remainders)
  }

  /// Continues the run to show a formula, which must hold at the current position.
  private mutating func show(_ formula: Formula) {
    switch formula {
    case .true, .states, .inside, .final, .events, .actions, .returning, .moved, .stuck, .ended,
      .busy:
      return
    case .not(let operand):
      if operand.isTemporal { report(formula) }
    case .and(let left, let right):
      // The run shows one of the two formulas. The other holds at the same position, and is reported
      // if it concerns later positions.
      let (shown, reported) =
        right.hasWitness && !left.hasWitness ? (right, left) : (left, right)
      if shown.hasWitness, reported.isTemporal { report(reported) }
      show(shown)
      if !shown.hasWitness, reported.isTemporal { show(reported) }
    case .or(let left, let right):
      show(checker.satisfyingPositions(of: left)[position] ? left : right)
    case .ex(let operand):
      let holds = checker.satisfyingPositions(of: operand)
      guard let next = successors(of: position).first(where: { holds[$0] }) else { return }
      advance(along: [next])
      show(operand)
    case .eu(_, let end):
      advance(
        along: shortestPath(
          through: checker.satisfyingPositions(of: formula),
          to: checker.satisfyingPositions(of: end)))
      show(end)
    case .eg:
      advanceForEver(through: checker.satisfyingPositions(of: formula))
    case .ax, .au, .ag:
      report(formula)
    }
  }

  /// Records a formula that holds at the current position, although the run doesn't show it.
  private mutating func report(_ formula: Formula) {
    remainders.append(
      Counterexample.Remainder(stepCount: path.count, property: GraphProperty(formula)))
  }

  private func successors(of position: Int) -> [Int] {
    checker.digraph.outgoing[checker.state(at: position)]
  }

  private mutating func advance(along positions: [Int]) {
    path += positions
    position = positions.last ?? position
  }

  /// Returns a shortest path through passable positions to an end.
  private func shortestPath(through isPassable: [Bool], to isEnd: [Bool]) -> [Int] {
    var isLeft: Set<Int> = []
    let search = BreadthFirstSearch<Int, Int>(
      from: [position], until: { isEnd[$0] },
      arcs: { current in
        // Successors depend on the state alone, so each state is expanded once.
        guard isLeft.insert(checker.state(at: current)).inserted else { return [] }
        return successors(of: current).filter { isPassable[$0] }.map { ($0, $0) }
      })
    return search.end.flatMap(search.path) ?? []
  }

  /// Continues through passable positions to a dead end or to a state visited before.
  private mutating func advanceForEver(through isPassable: [Bool]) {
    var visits: [Int: Int] = [:]
    var steps: [Int] = []
    var current = position
    while visits[checker.state(at: current)] == nil {
      visits[checker.state(at: current)] = steps.count
      guard let next = successors(of: current).first(where: { isPassable[$0] }) else {
        advance(along: steps)
        return
      }
      steps.append(next)
      current = next
    }
    let start = visits[checker.state(at: current), default: 0]
    cycle = Array(steps[start...])
    advance(along: Array(steps[..<start]))
  }
}

extension Formula {
  /// A Boolean value that indicates whether a single run can show some part of the normalized
  /// formula.
  fileprivate var hasWitness: Bool {
    switch self {
    case .ex, .eu, .eg: true
    case .and(let left, let right), .or(let left, let right):
      left.hasWitness || right.hasWitness
    default: false
    }
  }

  /// A Boolean value that indicates whether the formula concerns later positions.
  fileprivate var isTemporal: Bool {
    switch self {
    case .ex, .eu, .eg, .ax, .au, .ag: true
    case .and(let left, let right), .or(let left, let right): left.isTemporal || right.isTemporal
    case .not(let operand): operand.isTemporal
    default: false
    }
  }
}
