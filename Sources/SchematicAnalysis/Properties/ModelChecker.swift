import Schematic
import SchematicGraph

extension StateGraph {
  /// Returns a run from the initial state that refutes a property, or `nil` if the property holds.
  ///
  /// ```swift
  /// #expect(try graph.check(.always(.reachable("closed"))) == nil)
  /// ```
  ///
  /// Unreachable states don't count, because a machine is never in them.
  ///
  /// - Parameter property: The property, which refers to states and events by name.
  /// - Returns: A short counterexample, which isn't always the shortest, or `nil`.
  /// - Throws: `UnknownNameError` if the property names a state, a composite state, an event or an
  ///   action that the graph doesn't have, or if there are more than 10,000 combinations of the
  ///   regions' states.
  /// - Complexity: O(*f* · *n*) for *f* operators, and *n* states and transitions. With regions, *n*
  ///   counts the combinations and their transitions.
  public func check(_ property: GraphProperty) throws(UnknownNameError) -> Counterexample? {
    try property.formula.checkNames(in: self)
    let combined = try combined()
    var checker = ModelChecker(combined)
    guard !checker.holdsAtStart(property.formula) else { return nil }
    return CounterexampleSearch(of: property, in: combined, checker).counterexample
  }

  /// Returns a run that refutes a property, or `nil` if the property holds.
  ///
  /// Use this if you have the types of the graph's states and events.
  ///
  /// - Parameter property: The property, which refers to states and events by value.
  /// - Returns: A short counterexample, which isn't always the shortest, or `nil`.
  /// - Throws: `UnknownNameError`, as for a ``GraphProperty``.
  public func check<State: Graphable, Event: Graphable>(
    _ property: MachineProperty<State, Event>
  ) throws(UnknownNameError) -> Counterexample? {
    try check(property.named)
  }
}

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// Returns a run of a machine with these rules that refutes a property, or `nil` if the property
  /// holds.
  ///
  /// ```swift
  /// #expect(try Link.schema.check(.always(.reachable(.closed))) == nil)
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - bounds: The limits of the exploration.
  /// - Returns: A short counterexample, which isn't always the shortest, or `nil`.
  /// - Throws: `UnknownNameError` if the property names a state, a composite state, an event or an
  ///   action that the graph of the rules doesn't have, or if there are more than 10,000 combinations
  ///   of the regions' states.
  public func check(
    _ property: MachineProperty<State, Event>, bounds: ExplorationBounds = ExplorationBounds()
  ) throws(UnknownNameError) -> Counterexample? {
    try StateGraph(self, bounds: bounds).check(property.named)
  }
}

/// A search for the positions at which a formula holds.
///
/// This is the labeling method of Clarke, Emerson and Sistla (1986). The state at a position alone
/// decides which positions can follow. The search therefore visits states instead of pairs of
/// transitions, and each operator costs O(*n*) in the number of states and transitions.
struct ModelChecker {
  private let combined: CombinedGraph
  let digraph: Digraph
  var graph: StateGraph { combined.graph }
  private var known: [Formula: [Bool]] = [:]

  init(_ combined: CombinedGraph) {
    self.combined = combined
    digraph = Digraph(combined.graph)
  }

  /// The number of the first position, which no transition leads to.
  ///
  /// Each other position has the number of the transition that leads to it.
  var start: Int { graph.transitions.count }

  /// Returns the state at a position.
  func state(at position: Int) -> Int {
    position == start ? digraph.initial : digraph.targets[position]
  }

  mutating func holdsAtStart(_ formula: Formula) -> Bool {
    satisfyingPositions(of: formula)[start]
  }

  /// Returns, for each position, whether a formula holds there.
  mutating func satisfyingPositions(of formula: Formula) -> [Bool] {
    if let positions = known[formula] { return positions }
    let positions: [Bool]
    switch formula {
    case .true, .states, .inside, .final, .events, .actions, .moved:
      positions = (0...start).map { holds(formula, at: $0) }
    case .returning(let name):
      let returns = FoldedHistories(of: combined.tree.graph).returns
      // A rule of one region is a part of a step of all regions.
      positions =
        graph.transitions.map { combined.parts(of: $0).contains { returns[$0] == name } } + [false]
    case .stuck, .ended, .busy:
      let states = StateFacts(of: combined, digraph).states(formula)
      positions = (0...start).map { states[state(at: $0)] }
    case .not(let operand):
      positions = satisfyingPositions(of: operand).map { !$0 }
    case .and(let left, let right):
      positions = zip(satisfyingPositions(of: left), satisfyingPositions(of: right))
        .map { $0 && $1 }
    case .or(let left, let right):
      positions = zip(satisfyingPositions(of: left), satisfyingPositions(of: right))
        .map { $0 || $1 }
    case .ex(let operand):
      let holds = satisfyingPositions(of: operand)
      let states = digraph.outgoing.map { $0.contains { holds[$0] } }
      positions = (0...start).map { states[state(at: $0)] }
    case .eu(let before, let end):
      positions = reachable(
        satisfyingPositions(of: end), while: satisfyingPositions(of: before))
    case .au(let before, let end):
      positions = unavoidable(
        satisfyingPositions(of: end), while: satisfyingPositions(of: before))
    // The other operators follow from the ones above by negation.
    case .eg(let operand): positions = satisfyingPositions(of: .not(.au(.true, .not(operand))))
    case .ax(let operand): positions = satisfyingPositions(of: .not(.ex(.not(operand))))
    case .ag(let operand): positions = satisfyingPositions(of: .not(.eu(.true, .not(operand))))
    }
    known[formula] = positions
    return positions
  }

  /// Returns whether a formula without operators holds at a position.
  private func holds(_ formula: Formula, at position: Int) -> Bool {
    let state = graph.states[state(at: position)]
    let transition = position == start ? nil : graph.transitions[position]
    switch formula {
    case .states(let names): return names.contains { combined.contains($0, in: state.identifier) }
    case .inside(let name): return combined.contains(name, in: state.identifier)
    case .final: return state.isFinal
    case .events(let labels): return transition.map { labels.contains($0.event) } ?? false
    case .actions(let labels):
      return !labels.isDisjoint(with: combined.actions(along: transition))
    case .moved: return transition.map { !$0.isInternal } ?? false
    default: return true
    }
  }

  /// Returns, for each position, whether some run from there meets a condition until it reaches an end.
  private func reachable(_ end: [Bool], while condition: [Bool]) -> [Bool] {
    var holds = end
    var isVisited = [Bool](repeating: false, count: digraph.names.count)
    var pending = end.indices.filter { end[$0] }
    while let position = pending.popLast() {
      // This position can follow every position in the source of its transition.
      guard position != start, !isVisited[digraph.sources[position]] else { continue }
      let state = digraph.sources[position]
      isVisited[state] = true
      for earlier in positions(in: state) where condition[earlier] && !holds[earlier] {
        holds[earlier] = true
        pending.append(earlier)
      }
    }
    return holds
  }

  /// Returns, for each position, whether every run from there meets a condition until it reaches an end.
  private func unavoidable(_ end: [Bool], while condition: [Bool]) -> [Bool] {
    var holds = end
    // For each state, the number of transitions after which a run may still avoid the end.
    var openCounts = digraph.outgoing.map(\.count)
    var pending = end.indices.filter { end[$0] }
    while let position = pending.popLast() {
      guard position != start else { continue }
      let state = digraph.sources[position]
      openCounts[state] -= 1
      guard openCounts[state] == 0 else { continue }
      for earlier in positions(in: state) where condition[earlier] && !holds[earlier] {
        holds[earlier] = true
        pending.append(earlier)
      }
    }
    return holds
  }

  /// Returns the positions at which the machine is in a state.
  private func positions(in state: Int) -> [Int] {
    digraph.incoming[state] + (state == digraph.initial ? [start] : [])
  }
}

extension Formula {
  /// Throws an error if the formula names something that a graph doesn't have.
  fileprivate func checkNames(in graph: StateGraph) throws(UnknownNameError) {
    switch self {
    case .true, .final, .moved, .stuck, .ended, .busy: return
    case .states(let names):
      // A box of the picture is a name, too.
      try Self.check(
        names, .state,
        known: graph.states.map(\.identifier) + graph.composites.map(\.identifier))
    case .inside(let name), .returning(let name):
      try Self.check(
        [name], .composite,
        known: graph.composites.map(\.identifier) + graph.regions.compactMap(\.parent).uniqued())
    case .events(let labels):
      try Self.check(labels, .event, known: graph.transitions.map(\.event).uniqued())
    case .actions(let labels):
      try Self.check(labels, .action, known: graph.actions.uniqued())
    case .not(let operand), .ex(let operand), .eg(let operand), .ax(let operand),
      .ag(let operand):
      try operand.checkNames(in: graph)
    case .and(let left, let right), .or(let left, let right), .eu(let left, let right),
      .au(let left, let right):
      try left.checkNames(in: graph)
      try right.checkNames(in: graph)
    }
  }

  private static func check(
    _ names: Set<String>, _ kind: UnknownNameError.Kind, known: [String]
  ) throws(UnknownNameError) {
    let unknown = names.subtracting(known).min()
    if let unknown { throw UnknownNameError(kind: kind, name: unknown, known: known) }
  }
}
