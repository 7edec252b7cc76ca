/// The coarsest partition of states in which states of one class cannot be told apart.
///
/// Partition refinement: begin with classes of states that look alike, and split them by where their
/// moves lead until nothing changes (Kanellakis, Smolka: *CCS expressions, finite state processes,
/// and three problems of equivalence*, 1983, the naive method). Every round is kept, because the round
/// that splits two states tells how.
struct Bisimulation {
  /// The class of each state, round by round: after round *k*, states of one class cannot be told
  /// apart by *k* events.
  let rounds: [[Int]]

  private let behaviour: Behaviour

  /// Refines until nothing changes.
  ///
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions; in practice a few rounds of
  ///   O(*m* log *m*).
  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    var rounds = [Self.numbered(behaviour.sights)]
    while true {
      let classes = rounds[rounds.count - 1]
      let next = Self.numbered(
        behaviour.ways.indices.map { state in
          [[classes[state]]] + Self.signature(behaviour.ways[state], classes)
        })
      // A round only ever splits, so that as many classes are the same classes.
      if next.max() == classes.max() { break }
      rounds.append(next)
    }
    self.rounds = rounds
  }

  /// The class of each state.
  var classes: [Int] { rounds[rounds.count - 1] }

  /// Returns the first round that tells two states apart; `nil` where none does.
  func round(separating one: Int, _ other: Int) -> Int? {
    guard classes[one] != classes[other] else { return nil }
    return rounds.firstIndex { $0[one] != $0[other] }
  }

  /// Returns the ways out of one state whose move leads, in another, to nowhere that is alike after
  /// a round.
  func ways(
    outOf one: Int, unlike other: Int, after round: Int
  ) -> [(move: Int, target: Int)] {
    let classes = rounds[round]
    return behaviour.ways[one].filter { way in
      !behaviour.ways[other].contains {
        $0.move == way.move && classes[$0.target] == classes[way.target]
      }
    }
  }

  private static func signature(
    _ ways: [(move: Int, target: Int)], _ classes: [Int]
  ) -> [[Int]] {
    let pairs = ways.map { (move: $0.move, target: classes[$0.target]) }.sorted { $0 < $1 }
    var signature: [[Int]] = []
    for (move, target) in pairs where signature.last != [move, target] {
      signature.append([move, target])
    }
    return signature
  }

  /// Returns a number for each key, the same for equal ones, in the order in which they come.
  private static func numbered<Key: Hashable>(_ keys: [Key]) -> [Int] {
    var numbers: [Key: Int] = [:]
    return keys.map { key in
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
  }
}

/// What somebody who sends events to a machine sees of it, apart from the names of its states.
struct Behaviour {
  /// What an event does, without where it leads.
  struct Move: Hashable {
    let event: String
    let `guard`: String?
    let action: String?
    let isInternal: Bool
  }

  /// What is seen in a state before any event is taken.
  struct Sight: Hashable {
    /// An event that is a mistake.
    struct Refusal: Hashable {
      let event: String
      let `guard`: String?
      let reason: String?
    }

    let isFinal: Bool
    let refusals: Set<Refusal>
  }

  /// What is seen in each state.
  private(set) var sights: [Sight] = []
  /// What can be done in each state: the number of the move, and the state it leads to.
  private(set) var ways: [[(move: Int, target: Int)]] = []
  /// The moves by number.
  private(set) var moves: [Move] = []

  private var numbers: [Move: Int] = [:]

  /// Adds the states of a graph, and returns the number of its initial state.
  mutating func add(_ graph: StateGraph) -> Int {
    let index = GraphIndex(graph)
    let first = sights.count
    let refusals = Dictionary(grouping: graph.rejections, by: \.state)
    for state in graph.states {
      let refusals = refusals[state.identifier, default: []].map(Sight.Refusal.init)
      sights.append(Sight(isFinal: state.isFinal, refusals: Set(refusals)))
    }
    for transitions in index.outgoing {
      ways.append(
        transitions.map { transition in
          (number(of: Move(graph.transitions[transition])), first + index.targets[transition])
        })
    }
    return first + index.initial
  }

  private mutating func number(of move: Move) -> Int {
    if let number = numbers[move] { return number }
    numbers[move] = moves.count
    moves.append(move)
    return moves.count - 1
  }
}

extension Behaviour.Move: CustomStringConvertible {
  init(_ transition: StateGraph.Transition) {
    self.init(
      event: transition.event, guard: transition.guard, action: transition.action,
      isInternal: transition.isInternal)
  }

  /// The move in the notation of diagrams: `coin [paid] / unlock`.
  var description: String {
    let condition = self.guard.map { " [\($0)]" } ?? ""
    let effect = action.map { " / \($0)" } ?? ""
    return "\(event)\(condition)\(effect)" + (isInternal ? " (internal)" : "")
  }
}

extension Behaviour.Sight.Refusal {
  init(_ rejection: StateGraph.Rejection) {
    self.init(event: rejection.event, guard: rejection.guard, reason: rejection.reason)
  }
}

/// The shortest line of play that tells two states apart.
///
/// In a round that separates two states, one of them has a move that the other cannot answer alike.
/// The move is made, the best answer to it is given, and so on with where they lead, which an earlier
/// round separates (the attacker's strategy in Stirling's bisimulation game).
struct DistinguishingGame {
  let graph: StateGraph
  let other: StateGraph
  let bisimulation: Bisimulation
  let behaviour: Behaviour

  /// Returns the difference of a state of the graph and one of the other; `nil` where they are alike.
  func difference(_ one: Int, _ another: Int) -> BehaviourDifference? {
    var (state, otherState) = (one, another)
    guard var round = bisimulation.round(separating: state, otherState) else { return nil }
    var steps: [Walk.Step] = []
    var otherSteps: [Walk.Step] = []
    var contrast = contrast(of: state, otherState)
    while round > 0 {
      let own = bisimulation.ways(outOf: state, unlike: otherState, after: round - 1)
      let isOwn = !own.isEmpty
      let (mover, answerer) = isOwn ? (state, otherState) : (otherState, state)
      let ways =
        isOwn ? own : bisimulation.ways(outOf: otherState, unlike: state, after: round - 1)
      // A way that nobody can answer shows the difference at once; otherwise any will do.
      let unanswered = ways.first { way in
        !behaviour.ways[answerer].contains { $0.move == way.move }
      }
      if let way = unanswered {
        contrast = .transition(transition(way, outOf: mover), isInThisGraph: isOwn)
        break
      }
      let way = ways[0]
      let answers = behaviour.ways[answerer].filter { $0.move == way.move }
      let best = answers.max {
        resistance($0.target, way.target) < resistance($1.target, way.target)
      }
      guard let best else { break }
      let (ownWay, otherWay) = isOwn ? (way, best) : (best, way)
      steps.append(Walk.Step(.transition(transition(ownWay, outOf: state))))
      otherSteps.append(Walk.Step(.transition(transition(otherWay, outOf: otherState))))
      (state, otherState) = (ownWay.target, otherWay.target)
      round = resistance(state, otherState)
      contrast = self.contrast(of: state, otherState)
    }
    return BehaviourDifference(
      walk: Walk(start: graph.initialState, steps: steps),
      otherWalk: Walk(start: other.initialState, steps: otherSteps), contrast: contrast)
  }

  /// Returns the round that separates two states that are not alike.
  private func resistance(_ one: Int, _ other: Int) -> Int {
    bisimulation.round(separating: one, other) ?? .max
  }

  /// Returns what two states show without taking an event.
  private func contrast(of state: Int, _ otherState: Int) -> BehaviourDifference.Contrast {
    let (sight, otherSight) = (behaviour.sights[state], behaviour.sights[otherState])
    let own = sight.refusals.subtracting(otherSight.refusals)
    let others = otherSight.refusals.subtracting(sight.refusals)
    let rejections = graph.rejections.filter { rejection in
      rejection.state == graph.states[state].identifier && own.contains(.init(rejection))
    }
    let otherRejections = other.rejections.filter { rejection in
      rejection.state == identifier(otherState) && others.contains(.init(rejection))
    }
    if let rejection = rejections.first { return .rejection(rejection, isInThisGraph: true) }
    if let rejection = otherRejections.first { return .rejection(rejection, isInThisGraph: false) }
    return .finalState(isInThisGraph: sight.isFinal)
  }

  /// Returns the identifier of a state of the other graph.
  private func identifier(_ state: Int) -> String {
    other.states[state - graph.states.count].identifier
  }

  /// Returns the transition that a way stands for.
  private func transition(
    _ way: (move: Int, target: Int), outOf state: Int
  ) -> StateGraph.Transition {
    let isOwn = state < graph.states.count
    let move = behaviour.moves[way.move]
    return StateGraph.Transition(
      source: isOwn ? graph.states[state].identifier : identifier(state),
      target: isOwn ? graph.states[way.target].identifier : identifier(way.target),
      event: move.event, guard: move.guard, action: move.action, isInternal: move.isInternal)
  }
}
