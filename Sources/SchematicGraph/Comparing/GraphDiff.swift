/// The differences that lead from an old graph to a new one.
///
/// ```swift
/// print(newGraph.diff(from: oldGraph))
/// // + state broken
/// // ~ locked: coin [paid] leads to broken, was unlocked
/// ```
public struct GraphDiff: Hashable, Sendable, CustomStringConvertible {
  /// The differences as a reviewer reads them: general ones first, then state by state.
  ///
  /// General differences concern whether the machine commits its transitions, the parts that the
  /// graphs leave out, the initial state, regions and composite states.
  public let edits: [GraphEdit]

  /// The same differences for somebody who reads them: what looks renamed is one edit, and all others use the new name.
  package let reading: [GraphEdit]

  /// Every element of a graph that is gone, new or changed.
  package let changes: [GraphChange]

  /// A Boolean value that indicates whether the graphs are equal.
  public var isEmpty: Bool { edits.isEmpty }

  /// The edits, one per line: `-` before what is gone, `+` before what is new, `~` before what
  /// differs.
  ///
  /// If a name is gone and only one new name has the same rows but for the name, one line says so,
  /// `~ looks renamed: onHold → held`, and all others use the new name.
  public var description: String {
    reading.map(\.description).joined(separator: "\n")
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
    let (renames, renamed) = edits.count < 2 ? ([], old) : GraphRename.all(from: old, to: new)
    reading =
      renames.isEmpty
      ? edits : renames.map(\.edit) + EditDescriptions(from: renamed, to: new).edits
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
/// A changed rule, composite state or region counts as two: one removed, one added. ``GraphEdit`` joins
/// them.
package enum GraphChange: Hashable, Sendable {
  /// A machine starts in another state.
  case initialState(old: String, new: String)
  /// A machine starts or stops committing its transitions.
  case commitment(isCommitting: Bool)
  /// The graphs leave out different parts, or only one of them is whole.
  case omission(old: GraphOmission?, new: GraphOmission?)
  case stateRemoved(StateGraph.State)
  case stateAdded(StateGraph.State)
  /// A state with the same identifier differs in anything else, such as its label or its behaviors.
  case stateChanged(old: StateGraph.State, new: StateGraph.State)
  case compositeRemoved(StateGraph.CompositeState)
  case compositeAdded(StateGraph.CompositeState)
  case regionRemoved(StateGraph.Region)
  case regionAdded(StateGraph.Region)
  case ruleRemoved(StateGraph.Rule)
  case ruleAdded(StateGraph.Rule)
}

extension StateGraph {
  /// Returns one graph with the states and rules of this graph and another, and marks for the differences.
  ///
  /// ```swift
  /// let (both, marks) = StateGraph(Door.schema).comparison(with: committed)
  /// both.dot(marks: marks)
  /// ```
  ///
  /// - Parameters:
  ///   - old: The graph to start from, such as a committed diagram.
  ///   - diff: The differences between the graphs, if somebody has found them already.
  /// - Returns: The graph, with its states in the order of the old graph, so that its picture resembles
  ///   the old picture; and the marks of the differences.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func comparison(
    with old: StateGraph, by diff: GraphDiff? = nil
  ) -> (graph: StateGraph, marks: DiagramMarks) {
    let new = Dictionary(
      states.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(old.states.map(\.identifier))
    let boxes = Dictionary(
      old.composites.map { ($0.identifier, $0.behaviors) }, uniquingKeysWith: { first, _ in first })
    // Of composite states with the same identifier, the graph keeps the first: the one of this graph.
    let graph = StateGraph(
      states: old.states.map { state in
        guard var kept = new[state.identifier] else { return state }
        kept.behaviors = kept.behaviors.afterMissing(from: state.behaviors)
        return kept
      } + states.filter { !known.contains($0.identifier) },
      composites: composites.map { box in
        var kept = box
        kept.behaviors = kept.behaviors.afterMissing(from: boxes[box.identifier, default: []])
        return kept
      } + old.composites,
      regions: regions
        + old.regions.filter { region in !regions.contains { $0.identifier == region.identifier } },
      rules: old.rules + rules,
      initialState: isDivided ? nil : initialState,
      isCommitting: isCommitting)
    var marks = DiagramMarks()
    for change in (diff ?? self.diff(from: old)).changes {
      switch change {
      case .stateAdded(let state): marks.states[state.identifier] = .added
      case .stateRemoved(let state): marks.states[state.identifier] = .removed
      case .stateChanged(_, let state): marks.states[state.identifier] = .changed
      case .initialState(_, let state) where marks.states[state] == nil:
        marks.states[state] = .changed
      case .ruleAdded(let rule): marks.mark(rule, .added)
      case .ruleRemoved(let rule): marks.mark(rule, .removed)
      case .initialState, .commitment, .compositeAdded, .compositeRemoved, .regionAdded,
        .regionRemoved, .omission:
        break
      }
    }
    let (olds, news) = (Set(old.allPlacedBehaviors), Set(allPlacedBehaviors))
    for behavior in olds.subtracting(news) { marks.behaviors[behavior] = .removed }
    for behavior in news.subtracting(olds) { marks.behaviors[behavior] = .added }
    return (graph, marks)
  }
}

extension [StateGraph.StateBehavior] {
  /// Returns the behaviors of another list that this one lacks, and after them these.
  fileprivate func afterMissing(from others: Self) -> Self {
    others.filter { !contains($0) } + self
  }
}

extension DiagramMarks {
  /// Marks a rule; if a row of its state shows it, marks the state as changed, too, if it has no mark.
  fileprivate mutating func mark(_ rule: StateGraph.Rule, _ mark: DiagramMark) {
    rules[rule] = mark
    if rule.effect.isRefusal || rule.isInternal && rule.target == rule.source,
      states[rule.source] == nil
    {
      states[rule.source] = .changed
    }
  }
}
