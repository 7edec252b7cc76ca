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
    edits = old == new ? [] : EditDescriptions(from: old, to: new).edits
    let (renames, renamed) = edits.count < 2 ? ([], old) : GraphRename.all(from: old, to: new)
    reading =
      renames.isEmpty
      ? edits : renames.map(\.edit) + EditDescriptions(from: renamed, to: new).edits
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

extension StateGraph {
  /// Returns one graph with the states and rules of this graph and another, and marks for the differences.
  ///
  /// ```swift
  /// let (both, marks) = StateGraph(Door.schema).comparison(with: committed)
  /// both.dot(marks: marks)
  /// ```
  ///
  /// - Parameter old: The graph to start from, such as a committed diagram.
  /// - Returns: The graph, with its states in the order of the old graph, so that its picture resembles
  ///   the old picture; and the marks of the differences.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func comparison(with old: StateGraph) -> (graph: StateGraph, marks: DiagramMarks) {
    let known = Dictionary(firstOf: old.states.map { ($0.identifier, $0) })
    let new = Dictionary(firstOf: states.map { ($0.identifier, $0) })
    let boxes = Dictionary(firstOf: old.composites.map { ($0.identifier, $0.behaviors) })
    // Of composite states with the same identifier, the graph keeps the first: the one of this graph.
    let graph = StateGraph(
      states: old.states.map { state in
        guard var kept = new[state.identifier] else { return state }
        kept.behaviors = kept.behaviors.afterMissing(from: state.behaviors)
        return kept
      } + states.filter { known[$0.identifier] == nil },
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
    for state in graph.states.map(\.identifier) where known[state] != new[state] {
      marks.states[state] = known[state] == nil ? .added : new[state] == nil ? .removed : .changed
    }
    if old.initialState != initialState, marks.states[initialState] == nil {
      marks.states[initialState] = .changed
    }
    let (oldRules, newRules) = (Set(old.rules), Set(rules))
    for rule in old.rules where !newRules.contains(rule) { marks.mark(rule, .removed) }
    for rule in rules where !oldRules.contains(rule) { marks.mark(rule, .added) }
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
