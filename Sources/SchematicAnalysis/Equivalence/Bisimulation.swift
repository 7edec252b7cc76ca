import SchematicGraph

/// A labeled transition system, which represents graphs without the names of their states.
struct LabeledTransitionSystem {
  /// The facts about a state that are known without taking a transition.
  struct Observation: Hashable {
    let isFinal: Bool
    let rejections: Set<RuleLabel>
  }

  /// A transition, given by the number of its label and its target.
  typealias Successor = (label: Int, target: Int)

  /// The observation of each state.
  private(set) var observations: [Observation] = []
  /// The transitions out of each state.
  private(set) var successors: [[Successor]] = []
  /// The labels by number.
  private(set) var labels: [RuleLabel] = []

  private var numbers: [RuleLabel: Int] = [:]

  /// Adds the states of a graph, and returns the number of its initial state.
  mutating func add(_ graph: StateGraph) -> Int {
    let digraph = Digraph(graph)
    let first = observations.count
    // A timeout that is ignored makes no difference.
    let rejections = Dictionary(
      grouping: graph.refusals.filter { $0.effect != .ignored }, by: \.source)
    for state in graph.states {
      observations.append(
        Observation(
          isFinal: state.isFinal,
          rejections: Set(rejections[state.identifier, default: []].map(\.label))))
    }
    for transitions in digraph.outgoing {
      successors.append(
        transitions.map { transition in
          let label = graph.transitions[transition].label
          return (number(of: label), first + digraph.targets[transition])
        })
    }
    return first + digraph.initial
  }

  private mutating func number(of label: RuleLabel) -> Int {
    if let number = numbers[label] { return number }
    numbers[label] = labels.count
    labels.append(label)
    return labels.count - 1
  }
}

/// The coarsest partition of states into classes whose states no events can distinguish.
///
/// This is partition refinement: start with classes of states with the same observation, and split
/// them by the classes that their transitions lead to, until nothing changes (Kanellakis, Smolka:
/// *CCS expressions, finite state processes, and three problems of equivalence*, 1983, the naive
/// method). All rounds are retained, because the number of the round that separates two states is
/// the length of a shortest trace that distinguishes them.
struct Bisimulation {
  let system: LabeledTransitionSystem

  /// The class of each state in each round.
  ///
  /// After round *k*, no *k* events can distinguish states of one class.
  let rounds: [[Int]]

  /// Refines the partition until nothing changes.
  ///
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions; in practice a few rounds of
  ///   O(*m* log *m*).
  init(of system: LabeledTransitionSystem) {
    self.system = system
    var rounds = [Self.numbered(system.observations)]
    while true {
      let classes = rounds[rounds.count - 1]
      let next = Self.numbered(
        system.successors.indices.map { state in
          [[classes[state]]] + Self.signature(system.successors[state], classes)
        })
      // A round only splits classes. If their number stays the same, no class has changed.
      if next.max() == classes.max() { break }
      rounds.append(next)
    }
    self.rounds = rounds
  }

  /// The class of each state.
  var classes: [Int] { rounds[rounds.count - 1] }

  /// Returns the first round that separates two states, or `nil` if there is none.
  func separatingRound(_ state: Int, _ other: Int) -> Int? {
    guard classes[state] != classes[other] else { return nil }
    return rounds.firstIndex { $0[state] != $0[other] }
  }

  /// Returns the successors of one state that another state can't match.
  ///
  /// Two successors match if they have the same label and, after the given round, the same class.
  func unmatchedSuccessors(
    of state: Int, in other: Int, afterRound round: Int
  ) -> [LabeledTransitionSystem.Successor] {
    let classes = rounds[round]
    return system.successors[state].filter { successor in
      !system.successors[other].contains {
        $0.label == successor.label && classes[$0.target] == classes[successor.target]
      }
    }
  }

  private static func signature(
    _ successors: [LabeledTransitionSystem.Successor], _ classes: [Int]
  ) -> [[Int]] {
    let pairs = successors.map { (label: $0.label, target: classes[$0.target]) }.sorted { $0 < $1 }
    var signature: [[Int]] = []
    for (label, target) in pairs where signature.last != [label, target] {
      signature.append([label, target])
    }
    return signature
  }

  /// Returns a number for each key, the same for equal keys, in the order of their first
  /// occurrence.
  private static func numbered<Key: Hashable>(_ keys: [Key]) -> [Int] {
    var numbers: [Key: Int] = [:]
    return keys.map { key in
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
  }
}

/// A search for a shortest trace that distinguishes two states.
///
/// If a round after the first separates two states, one of them has a transition that the other
/// can't match. The search takes that transition in the one state, and the most similar one in the
/// other. An earlier round separates the two targets, from which the search continues (the
/// attacker's strategy in Stirling's bisimulation game).
struct TraceSearch {
  let graph: StateGraph
  let other: StateGraph
  let bisimulation: Bisimulation

  private var system: LabeledTransitionSystem { bisimulation.system }

  init(graph: StateGraph, other: StateGraph, bisimulation: Bisimulation) {
    self.graph = graph
    self.other = other
    self.bisimulation = bisimulation
  }

  /// Returns a trace that distinguishes a state of the graph from a state of the other graph, or
  /// `nil` if the two are equivalent.
  func trace(from first: Int, _ otherFirst: Int) -> DistinguishingTrace? {
    var (state, otherState) = (first, otherFirst)
    guard var round = bisimulation.separatingRound(state, otherState) else { return nil }
    var steps: [Walk.Step] = []
    var otherSteps: [Walk.Step] = []
    var difference = difference(between: state, otherState)
    while round > 0 {
      let own = bisimulation.unmatchedSuccessors(
        of: state, in: otherState, afterRound: round - 1)
      let isOwn = !own.isEmpty
      let (attacker, defender) = isOwn ? (state, otherState) : (otherState, state)
      let unmatched =
        isOwn
        ? own
        : bisimulation.unmatchedSuccessors(of: otherState, in: state, afterRound: round - 1)
      // A label that the defender lacks shows the difference at once. Otherwise any transition will do.
      let attack = unmatched.first { successor in
        !system.successors[defender].contains { $0.label == successor.label }
      }
      if let attack {
        difference = (rule(of: attack, from: attacker), isOwn)
        break
      }
      let move = unmatched[0]
      let answers = system.successors[defender].filter { $0.label == move.label }
      let best = answers.max {
        separatingRound($0.target, move.target) < separatingRound($1.target, move.target)
      }
      guard let best else { break }
      let (ownMove, otherMove) = isOwn ? (move, best) : (best, move)
      steps.append(Walk.Step(rule(of: ownMove, from: state)))
      otherSteps.append(Walk.Step(rule(of: otherMove, from: otherState)))
      (state, otherState) = (ownMove.target, otherMove.target)
      round = separatingRound(state, otherState)
      difference = self.difference(between: state, otherState)
    }
    return DistinguishingTrace(
      walk: Walk(start: graph.initialState, steps: steps),
      otherWalk: Walk(start: other.initialState, steps: otherSteps),
      rule: difference.rule, isInThisGraph: difference.isInThisGraph)
  }

  /// Returns the round that separates two states, or `.max` if there is none.
  private func separatingRound(_ state: Int, _ other: Int) -> Int {
    bisimulation.separatingRound(state, other) ?? .max
  }

  /// Returns a rejection that only one of two states has; the rule is `nil` if there is none.
  private func difference(
    between state: Int, _ otherState: Int
  ) -> (rule: StateGraph.Rule?, isInThisGraph: Bool) {
    let (observation, otherObservation) =
      (system.observations[state], system.observations[otherState])
    let own = observation.rejections.subtracting(otherObservation.rejections)
    let others = otherObservation.rejections.subtracting(observation.rejections)
    func rule(in graph: StateGraph, of state: Int, _ labels: Set<RuleLabel>)
      -> StateGraph.Rule?
    {
      graph.rules.first { $0.source == identifier(of: state) && labels.contains($0.label) }
    }
    if let rule = rule(in: graph, of: state, own) { return (rule, true) }
    if let rule = rule(in: other, of: otherState, others) { return (rule, false) }
    return (nil, observation.isFinal)
  }

  /// Returns the identifier of a state of either graph.
  private func identifier(of state: Int) -> String {
    let count = graph.states.count
    return (state < count ? graph.states[state] : other.states[state - count]).identifier
  }

  /// Returns the rule that a successor represents.
  private func rule(
    of successor: LabeledTransitionSystem.Successor, from state: Int
  ) -> StateGraph.Rule {
    StateGraph.Rule(
      system.labels[successor.label], from: identifier(of: state),
      to: identifier(of: successor.target))
  }
}
