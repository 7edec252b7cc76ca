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
