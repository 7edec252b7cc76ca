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
