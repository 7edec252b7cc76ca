extension StateGraph {
  /// Returns how this graph behaves differently from another; `nil` where nobody who sends events
  /// can tell them apart.
  ///
  /// Unlike `==`, which compares diagrams, this compares behaviour: states may have other names, be
  /// more or fewer, and be unreachable. What counts is bisimilarity over events, guards, actions,
  /// whether a transition is internal, rejections and their reasons, and whether a machine is
  /// finished.
  ///
  /// ```swift
  /// #expect(StateGraph(Refactored.schema).difference(from: StateGraph(Original.schema)) == nil)
  /// ```
  ///
  /// Where the same move leads to several states, the walks of the difference are one line of play:
  /// one graph makes the moves, and the other answers as well as it can.
  ///
  /// - Parameter other: The graph to compare with.
  /// - Returns: A shortest way to tell the graphs apart.
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions of both graphs.
  public func difference(from other: StateGraph) -> BehaviourDifference? {
    var behaviour = Behaviour()
    let start = behaviour.add(self)
    let otherStart = behaviour.add(other)
    let game = DistinguishingGame(
      graph: self, other: other, bisimulation: Bisimulation(behaviour), behaviour: behaviour)
    return game.difference(start, otherStart)
  }

  /// Returns whether nobody who sends events can tell the graph from another.
  ///
  /// ```swift
  /// graph.isEquivalent(to: graph.minimized())  // true
  /// ```
  ///
  /// - Parameter other: The graph to compare with.
  /// - Returns: `true` where ``difference(from:)`` finds none.
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions of both graphs.
  public func isEquivalent(to other: StateGraph) -> Bool {
    difference(from: other) == nil
  }

  /// The reachable states in groups that behave alike, each in the order of the graph.
  ///
  /// A group of more than one state holds states that nobody who sends events can tell apart.
  ///
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions.
  public var equivalentStates: [[State]] {
    var behaviour = Behaviour()
    _ = behaviour.add(self)
    let classes = Bisimulation(behaviour).classes
    let index = GraphIndex(self)
    let reached = ShortestWays(from: index.initial, in: index).isReached
    let groups = Dictionary(grouping: states.indices.filter { reached[$0] }) { classes[$0] }
    return groups.values.sorted { $0[0] < $1[0] }.map { $0.map { states[$0] } }
  }

  /// Returns the smallest graph that behaves alike: states that cannot be told apart become one, and
  /// states that cannot be reached are left out.
  ///
  /// A group of states goes by the name of its first one, and lies in the composite states that all
  /// of them lie in. Regions are not kept.
  ///
  /// ```swift
  /// graph.minimized().states.count == graph.states.count  // whether the graph is minimal
  /// ```
  ///
  /// - Returns: The graph, with the same behaviour.
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions.
  public func minimized() -> StateGraph {
    let groups = equivalentStates
    var names: [String: String] = [:]
    for group in groups { for state in group { names[state.identifier] = group[0].identifier } }
    let first = Set(groups.map { $0[0].identifier })
    let hierarchy = StateHierarchy(of: self)
    return StateGraph(
      states: groups.map { group in
        State(
          identifier: group[0].identifier, label: group[0].label, isFinal: group[0].isFinal,
          parent: hierarchy.commonAncestor(of: group.map(\.identifier)))
      },
      composites: composites,
      transitions: transitions.filter { first.contains($0.source) }.map { transition in
        Transition(
          source: transition.source, target: names[transition.target]!, event: transition.event,
          guard: transition.guard, action: transition.action, isInternal: transition.isInternal)
      },
      rejections: rejections.filter { first.contains($0.state) },
      initialState: names[initialState]!)
  }
}

/// How two graphs can be told apart by sending events.
///
/// ```swift
/// new.difference(from: old)?.description
/// // after coin [paid] / unlock: push is taken as "push / lock" by this graph and not by the other
/// ```
public struct BehaviourDifference: Hashable, Sendable {
  /// What both graphs do before they differ, in this graph; from its initial state.
  ///
  /// Its events are the distinguishing word. No shorter one tells the graphs apart.
  public let walk: Walk

  /// What both graphs do before they differ, in the other graph.
  public let otherWalk: Walk

  /// What differs then.
  public let contrast: Contrast

  /// What two states show that are not alike.
  public enum Contrast: Hashable, Sendable {
    /// One graph has a move that the other has not.
    ///
    /// The transition is of this graph, or of the other one.
    case transition(StateGraph.Transition, isInThisGraph: Bool)
    /// One graph rejects an event that the other does not reject, or not for the same reason.
    case rejection(StateGraph.Rejection, isInThisGraph: Bool)
    /// A machine is finished in one graph and not in the other.
    case finalState(isInThisGraph: Bool)
  }
}

extension BehaviourDifference: CustomStringConvertible {
  /// The events to send, and what differs then.
  public var description: String {
    let moves = walk.steps.compactMap(\.transition).map { Behaviour.Move($0).description }
    let place = moves.isEmpty ? "at the start" : "after " + moves.joined(separator: ", ")
    return "\(place): \(contrast)"
  }
}

extension BehaviourDifference.Contrast: CustomStringConvertible {
  /// What differs, in words.
  public var description: String {
    switch self {
    case .transition(let transition, let isInThisGraph):
      "only \(Self.name(isInThisGraph)) takes \(Behaviour.Move(transition))"
    case .rejection(let rejection, let isInThisGraph):
      "only \(Self.name(isInThisGraph)) says \(rejection)"
    case .finalState(let isInThisGraph):
      "only \(Self.name(isInThisGraph)) is finished"
    }
  }

  private static func name(_ isInThisGraph: Bool) -> String {
    isInThisGraph ? "this graph" : "the other graph"
  }
}
