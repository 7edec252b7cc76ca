extension StateGraph {
  /// Returns why a property does not hold of a machine that starts in the initial state; `nil` where
  /// it does hold.
  ///
  /// ```swift
  /// #expect(try graph.check(.always(.reachable("closed"))) == nil)
  /// ```
  ///
  /// States that cannot be reached do not count: a machine is never there.
  ///
  /// - Parameter property: What is to hold.
  /// - Returns: A way that refutes the property. In a graph with many, it is short, though not always
  ///   the shortest.
  /// - Throws: ``UnknownName`` when the property names a state, an event or an action that the graph
  ///   does not have.
  /// - Complexity: O(*f* · *n*) for *f* operators, and *n* states and transitions.
  public func check(_ property: GraphProperty) throws(UnknownName) -> Counterexample? {
    try property.checkNames(in: self)
    var checker = ModelChecker(self)
    guard !checker.holdsAtTheStart(property) else { return nil }
    return CounterexampleSearch(of: property, in: self, checker).counterexample
  }
}

/// Decides at which moments of a graph a property holds.
///
/// The labelling method of Clarke, Emerson and Sistla (1986). What may come after a moment depends
/// on its state alone, so that ways are followed from state to state, and no pair of transitions is
/// ever looked at: each operator costs O(*n*) in the number of states and transitions.
struct ModelChecker {
  let graph: StateGraph
  let index: GraphIndex
  private var labels: [GraphProperty: [Bool]] = [:]

  init(_ graph: StateGraph) {
    self.graph = graph
    index = GraphIndex(graph)
  }

  /// The moment before anything is taken; the others are numbered as the transitions they follow.
  var start: Int { graph.transitions.count }

  /// Returns the state at a moment.
  func state(at moment: Int) -> Int {
    moment == start ? index.initial : index.targets[moment]
  }

  mutating func holdsAtTheStart(_ property: GraphProperty) -> Bool {
    moments(of: property)[start]
  }

  /// Returns whether a property holds, moment by moment.
  mutating func moments(of property: GraphProperty) -> [Bool] {
    if let known = labels[property] { return known }
    let moments: [Bool]
    switch property {
    case .true, .states, .region, .final, .events, .actions, .moved:
      moments = (0...start).map { holds(property, at: $0) }
    case .not(let operand):
      moments = self.moments(of: operand).map { !$0 }
    case .and(let left, let right):
      moments = zip(self.moments(of: left), self.moments(of: right)).map { $0 && $1 }
    case .or(let left, let right):
      moments = zip(self.moments(of: left), self.moments(of: right)).map { $0 || $1 }
    case .ex(let operand):
      let holds = self.moments(of: operand)
      let states = index.outgoing.map { $0.contains { holds[$0] } }
      moments = (0...start).map { states[state(at: $0)] }
    case .eu(let before, let end):
      moments = possible(self.moments(of: end), while: self.moments(of: before))
    case .au(let before, let end):
      moments = inevitable(self.moments(of: end), while: self.moments(of: before))
    // For ever is what never comes to its opposite.
    case .eg(let operand): moments = self.moments(of: .not(.au(.true, .not(operand))))
    case .ax(let operand): moments = self.moments(of: .not(.ex(.not(operand))))
    case .ag(let operand): moments = self.moments(of: .not(.eu(.true, .not(operand))))
    }
    labels[property] = moments
    return moments
  }

  /// Returns whether a property without operators holds at a moment.
  private func holds(_ property: GraphProperty, at moment: Int) -> Bool {
    let state = graph.states[state(at: moment)]
    let transition = moment == start ? nil : graph.transitions[moment]
    switch property {
    case .states(let names): return names.contains(state.identifier)
    case .region(let name): return state.identifier.hasPrefix(name + ".")
    case .final: return state.isFinal
    case .events(let labels): return transition.map { labels.contains($0.event) } ?? false
    case .actions(let labels): return transition?.action.map(labels.contains) ?? false
    case .moved: return transition.map { !$0.isInternal } ?? false
    default: return true
    }
  }

  /// Returns at which moments some way keeps to one thing until another comes true.
  private func possible(_ end: [Bool], while before: [Bool]) -> [Bool] {
    var holds = end
    var hasWay = [Bool](repeating: false, count: index.names.count)
    var waiting = end.indices.filter { end[$0] }
    while let moment = waiting.popLast() {
      // From the state that this moment comes after, it may be next.
      guard moment != start, !hasWay[index.sources[moment]] else { continue }
      let state = index.sources[moment]
      hasWay[state] = true
      for earlier in moments(in: state) where before[earlier] && !holds[earlier] {
        holds[earlier] = true
        waiting.append(earlier)
      }
    }
    return holds
  }

  /// Returns at which moments every way keeps to one thing until another comes true.
  private func inevitable(_ end: [Bool], while before: [Bool]) -> [Bool] {
    var holds = end
    // How many ways out of each state are not yet known to come to it.
    var openWays = index.outgoing.map(\.count)
    var waiting = end.indices.filter { end[$0] }
    while let moment = waiting.popLast() {
      guard moment != start else { continue }
      let state = index.sources[moment]
      openWays[state] -= 1
      guard openWays[state] == 0 else { continue }
      for earlier in moments(in: state) where before[earlier] && !holds[earlier] {
        holds[earlier] = true
        waiting.append(earlier)
      }
    }
    return holds
  }

  /// Returns the moments at which the machine is in a state.
  private func moments(in state: Int) -> [Int] {
    index.incoming[state] + (state == index.initial ? [start] : [])
  }
}

extension GraphProperty {
  /// Throws where the property names something that a graph does not have.
  func checkNames(in graph: StateGraph) throws(UnknownName) {
    switch self {
    case .true, .final, .moved: return
    case .states(let names):
      try Self.check(names, .state, known: graph.states.map(\.identifier))
    case .region(let name):
      let paths = graph.states.map { $0.identifier.split(separator: ".") }
      let regions = paths.flatMap { path in
        (1..<max(1, path.count)).map { path.prefix($0).joined(separator: ".") }
      }
      try Self.check([name], .region, known: regions.uniqued())
    case .events(let labels):
      try Self.check(labels, .event, known: graph.transitions.map(\.event).uniqued())
    case .actions(let labels):
      try Self.check(labels, .action, known: graph.transitions.compactMap(\.action).uniqued())
    case .not(let property), .ex(let property), .eg(let property), .ax(let property),
      .ag(let property):
      try property.checkNames(in: graph)
    case .and(let left, let right), .or(let left, let right), .eu(let left, let right),
      .au(let left, let right):
      try left.checkNames(in: graph)
      try right.checkNames(in: graph)
    }
  }

  private static func check(
    _ names: Set<String>, _ kind: UnknownName.Kind, known: [String]
  ) throws(UnknownName) {
    let unknown = names.subtracting(known).min()
    if let unknown { throw UnknownName(kind: kind, name: unknown, known: known) }
  }
}

/// A property names something that the graph does not have, so that it would say nothing.
public struct UnknownName: Error, Hashable, CustomStringConvertible {
  /// What a name can stand for.
  public enum Kind: String, Hashable, Sendable {
    /// A state, by its identifier.
    case state
    /// A region, by the beginning of its states' identifiers.
    case region
    /// An event, by its label.
    case event
    /// An action, by its label.
    case action
  }

  /// What the name was taken for.
  public let kind: Kind
  /// The name.
  public let name: String
  /// The names that the graph has, in its order.
  public let known: [String]

  /// What was not found, and what there is.
  public var description: String {
    "the graph has no \(kind) \"\(name)\"; it has "
      + (known.isEmpty ? "none" : known.map { "\"\($0)\"" }.joined(separator: ", "))
  }
}
