/// What makes one graph another: the changes that lead from an old graph to a new one.
///
/// ```swift
/// print(newGraph.diff(from: oldGraph))
/// // + state broken
/// // ~ locked: coin [paid] leads to broken, was unlocked
/// ```
public struct GraphDiff: Hashable, Sendable, CustomStringConvertible {
  /// The changes: the initial state, then states, transitions and rejections, what was removed
  /// before what was added.
  public let changes: [GraphChange]

  /// The changes as a reviewer reads them: the initial state, composite states, then state by state.
  ///
  /// In a graph of regions, region by region.
  public let edits: [GraphEdit]

  /// Whether the graphs are equal.
  public var isEmpty: Bool { changes.isEmpty }

  /// The edits, a line each: `-` before what is gone, `+` before what is new, `~` before what differs.
  public var description: String {
    edits.map(\.description).joined(separator: "\n")
  }

  init(from old: StateGraph, to new: StateGraph) {
    var changes: [GraphChange] = []
    if old.initialState != new.initialState {
      changes.append(.initialState(old: old.initialState, new: new.initialState))
    }
    changes += Self.stateChanges(from: old.states, to: new.states)
    let composites = Self.compare(old.composites, new.composites)
    changes += composites.removed.map(GraphChange.compositeRemoved)
    changes += composites.added.map(GraphChange.compositeAdded)
    let transitions = Self.compare(old.transitions, new.transitions)
    changes += transitions.removed.map(GraphChange.transitionRemoved)
    changes += transitions.added.map(GraphChange.transitionAdded)
    let rejections = Self.compare(old.rejections, new.rejections)
    changes += rejections.removed.map(GraphChange.rejectionRemoved)
    changes += rejections.added.map(GraphChange.rejectionAdded)
    self.changes = changes
    edits = changes.isEmpty ? [] : GraphReview(from: old, to: new).edits
  }

  private static func stateChanges(
    from old: [StateGraph.State], to new: [StateGraph.State]
  ) -> [GraphChange] {
    let states = compare(old, new)
    let added = Dictionary(uniqueKeysWithValues: states.added.map { ($0.identifier, $0) })
    let removed = Set(states.removed.map(\.identifier))
    return states.removed.map { state in
      added[state.identifier].map { .stateChanged(old: state, new: $0) } ?? .stateRemoved(state)
    } + states.added.filter { !removed.contains($0.identifier) }.map(GraphChange.stateAdded)
  }

  private static func compare<Element: Hashable>(
    _ old: [Element], _ new: [Element]
  ) -> (removed: [Element], added: [Element]) {
    let (oldSet, newSet) = (Set(old), Set(new))
    return (old.filter { !newSet.contains($0) }, new.filter { !oldSet.contains($0) })
  }
}

extension StateGraph {
  /// Returns the changes that lead from another graph to this one.
  ///
  /// - Parameter old: The graph to start from, such as a committed diagram.
  /// - Returns: The changes; empty exactly when the graphs are equal.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func diff(from old: StateGraph) -> GraphDiff {
    GraphDiff(from: old, to: self)
  }
}

/// One difference between two graphs.
public enum GraphChange: Hashable, Sendable {
  /// A machine starts in another state.
  case initialState(old: String, new: String)
  /// A state is gone.
  case stateRemoved(StateGraph.State)
  /// A state is new.
  case stateAdded(StateGraph.State)
  /// A state has another label, lies elsewhere, or is final and was not, or the other way round.
  case stateChanged(old: StateGraph.State, new: StateGraph.State)
  /// A state that others lie in is gone.
  case compositeRemoved(StateGraph.CompositeState)
  /// A state that others lie in is new.
  case compositeAdded(StateGraph.CompositeState)
  /// A transition is gone.
  case transitionRemoved(StateGraph.Transition)
  /// A transition is new.
  case transitionAdded(StateGraph.Transition)
  /// An event is no longer a mistake in a state, or not for the same reason.
  case rejectionRemoved(StateGraph.Rejection)
  /// An event is now a mistake in a state.
  case rejectionAdded(StateGraph.Rejection)
}

extension GraphChange: CustomStringConvertible {
  /// The change on one line: `-` before what is gone, `+` before what is new.
  public var description: String {
    switch self {
    case .initialState(let old, let new): "initial state: \(old) became \(new)"
    case .stateRemoved(let state): "- state \(state)"
    case .stateAdded(let state): "+ state \(state)"
    case .stateChanged(let old, let new): "state \(old) became \(new)"
    case .compositeRemoved(let state): "- composite state \(state)"
    case .compositeAdded(let state): "+ composite state \(state)"
    case .transitionRemoved(let transition): "- \(transition)"
    case .transitionAdded(let transition): "+ \(transition)"
    case .rejectionRemoved(let rejection): "- \(rejection)"
    case .rejectionAdded(let rejection): "+ \(rejection)"
    }
  }
}
