/// The differences that lead from an old graph to a new one.
///
/// ```swift
/// print(newGraph.diff(from: oldGraph))
/// // + state broken
/// // ~ locked: coin [paid] leads to broken, was unlocked
/// ```
public struct GraphDiff: Hashable, Sendable, CustomStringConvertible {
  /// The differences as a reviewer reads them: the initial state, composite states, then state by
  /// state.
  ///
  /// In a graph of regions, region by region.
  public let edits: [GraphEdit]

  /// Every element of a graph that is gone, new or changed.
  package let changes: [GraphChange]

  /// A Boolean value that indicates whether the graphs are equal.
  public var isEmpty: Bool { edits.isEmpty }

  /// The edits, one per line: `-` before what is gone, `+` before what is new, `~` before what
  /// differs.
  public var description: String {
    edits.map(\.description).joined(separator: "\n")
  }

  init(from old: StateGraph, to new: StateGraph) {
    var changes: [GraphChange] = []
    if old.initialState != new.initialState {
      changes.append(.initialState(old: old.initialState, new: new.initialState))
    }
    if old.isCommitting != new.isCommitting {
      changes.append(.commitment(isCommitting: new.isCommitting))
    }
    if old.omission != new.omission {
      changes.append(.omission(old: old.omission, new: new.omission))
    }
    changes += Self.stateChanges(from: old.states, to: new.states)
    let composites = Self.compare(old.composites, new.composites)
    changes += composites.removed.map(GraphChange.compositeRemoved)
    changes += composites.added.map(GraphChange.compositeAdded)
    let rules = Self.compare(old.rules, new.rules)
    changes += rules.removed.map(GraphChange.ruleRemoved)
    changes += rules.added.map(GraphChange.ruleAdded)
    let regions = Self.compare(old.regions, new.regions)
    changes += regions.removed.map(GraphChange.regionRemoved)
    changes += regions.added.map(GraphChange.regionAdded)
    self.changes = changes
    edits = changes.isEmpty ? [] : EditDescriptions(from: old, to: new).edits
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
  /// Returns the differences that lead from another graph to this one.
  ///
  /// - Parameter old: The graph to start from, such as a committed diagram.
  /// - Returns: The differences; empty exactly when the graphs are equal.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func diff(from old: StateGraph) -> GraphDiff {
    GraphDiff(from: old, to: self)
  }
}

/// An element of a graph that is gone, new or changed.
///
/// The two halves of a changed rule are separate changes; ``GraphEdit`` joins them.
package enum GraphChange: Hashable, Sendable {
  /// A machine starts in another state.
  case initialState(old: String, new: String)
  /// A machine commits its transitions, or no longer does.
  case commitment(isCommitting: Bool)
  /// A graph is a view of another one, or of one that differs.
  case omission(old: GraphOmission?, new: GraphOmission?)
  /// A state is gone.
  case stateRemoved(StateGraph.State)
  /// A state is new.
  case stateAdded(StateGraph.State)
  /// A state has another label, parent or behavior, became final, or is no longer final.
  case stateChanged(old: StateGraph.State, new: StateGraph.State)
  /// A composite state is gone.
  case compositeRemoved(StateGraph.CompositeState)
  /// A composite state is new.
  case compositeAdded(StateGraph.CompositeState)
  /// A region is gone.
  case regionRemoved(StateGraph.Region)
  /// A region is new.
  case regionAdded(StateGraph.Region)
  /// A rule is gone.
  case ruleRemoved(StateGraph.Rule)
  /// A rule is new.
  case ruleAdded(StateGraph.Rule)
}
