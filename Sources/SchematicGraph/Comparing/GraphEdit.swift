/// A difference between two graphs as a reviewer reads it.
///
/// An element that is gone and the one that replaced it are a single edit if no other reading is
/// possible: an event that leads to another state, has another action, or was rejected; a guard or
/// an event with another name.
///
/// ```swift
/// let edit = newGraph.diff(from: oldGraph).edits[0]
/// edit.description  // "~ locked: coin leads to broken, was unlocked"
/// ```
public struct GraphEdit: Hashable, Sendable {
  /// The identifier of the state concerned; `nil` for the initial state of the machine.
  package let state: String?
  /// The name of the region that the state belongs to, or `nil` if the graph is a single machine.
  package internal(set) var region: String?
  /// The text of the old graph, such as `coin [paid] / unlock -> unlocked`, or `nil` if the element
  /// is new.
  package let before: String?
  /// The text of the new graph, or `nil` if the element is gone.
  package let after: String?
  /// A description of the edit, without its mark.
  public let summary: String

  init(
    state: String? = nil, before: String? = nil, after: String? = nil, summary: String
  ) {
    self.state = state
    self.before = before
    self.after = after
    self.summary = summary
  }
}

extension GraphEdit {
  /// The kinds of differences, derived from the two texts.
  package enum Kind: String {
    /// Only the old graph has it.
    case removed
    /// Only the new graph has it.
    case added
    /// Both graphs have it, and it differs.
    case changed
  }

  /// The kind of the difference.
  package var kind: Kind {
    before == nil ? .added : after == nil ? .removed : .changed
  }
}

extension GraphEdit: CustomStringConvertible {
  /// The edit on one line, with its mark: `-` for what is gone, `+` for what is new, `~` for what
  /// differs.
  public var description: String {
    let mark =
      switch kind {
      case .removed: "-"
      case .added: "+"
      case .changed: "~"
      }
    return mark + " " + (region.map { "\($0): " } ?? "") + summary
  }
}

extension GraphEdit {
  /// Returns the edit of another initial state.
  static func initialState(from old: String, to new: String) -> GraphEdit {
    GraphEdit(
      before: "initial state: \(old)", after: "initial state: \(new)",
      summary: "initial state: \(new), was \(old)")
  }

  /// Returns the edit of a machine that commits its transitions, or no longer does.
  static func commitment(isCommitting: Bool) -> GraphEdit {
    let caption = StateGraph.commitCaption
    return GraphEdit(
      before: isCommitting ? nil : caption, after: isCommitting ? caption : nil, summary: caption)
  }

  /// Returns the edit of another view, or `nil` if both graphs are the same view.
  static func omission(from old: StateGraph, to new: StateGraph) -> GraphEdit? {
    guard old.omission != new.omission else { return nil }
    func words(_ omission: GraphOmission?) -> String {
      omission.map { $0.isCut ? "a part: \($0)" : "a part: \($0) (of \($0.whole))" }
        ?? "the whole graph"
    }
    return GraphEdit(
      before: words(old.omission), after: words(new.omission),
      summary: "shows \(words(new.omission)), was \(words(old.omission))")
  }

  /// Returns the edit of a state that is gone, is new, or differs.
  static func state(from old: StateGraph.State?, to new: StateGraph.State?) -> GraphEdit? {
    element("state", (old ?? new)?.identifier, from: old?.description, to: new?.description)
  }

  /// Returns the edit of a composite state that is gone, is new, or differs.
  static func composite(
    from old: StateGraph.CompositeState?, to new: StateGraph.CompositeState?
  ) -> GraphEdit? {
    element(
      "composite state", (old ?? new)?.identifier, from: old?.description, to: new?.description)
  }

  private static func element(
    _ name: String, _ identifier: String?, from old: String?, to new: String?
  ) -> GraphEdit? {
    let (before, after) = (old.map { "\(name) \($0)" }, new.map { "\(name) \($0)" })
    switch (before, after) {
    case (nil, nil):
      return nil
    case (let before?, nil):
      return GraphEdit(state: identifier, before: before, summary: before)
    case (nil, let after?):
      return GraphEdit(state: identifier, after: after, summary: after)
    case (let before?, let after?):
      return GraphEdit(
        state: identifier, before: before, after: after,
        summary: "\(after), was \(old ?? "")")
    }
  }
}

/// The differences between two graphs, in the order and form in which they are reviewed.
struct GraphReview {
  let edits: [GraphEdit]

  init(from old: StateGraph, to new: StateGraph) {
    let byRegion = Self.editsByRegion(from: old, to: new)
    let commitment =
      old.isCommitting == new.isCommitting
      ? [] : [GraphEdit.commitment(isCommitting: new.isCommitting)]
    let omission = GraphEdit.omission(from: old, to: new).map { [$0] } ?? []
    edits =
      commitment + omission
      + (byRegion.isEmpty
        ? Self.edits(from: old, to: new) + Self.regionEdits(from: old, to: new) : byRegion)
  }

  /// Returns the edits of each region.
  ///
  /// The states of a graph of regions are all combinations of theirs: one change of a region would be
  /// as many edits as the others have states.
  private static func editsByRegion(
    from old: StateGraph, to new: StateGraph
  ) -> [GraphEdit] {
    guard old.regions.map(\.name) == new.regions.map(\.name) else { return [] }
    return zip(old.regions, new.regions).flatMap { old, new in
      edits(from: old.graph, to: new.graph).map { edit in
        var edit = edit
        edit.region = new.name
        return edit
      }
    }
  }

  /// Returns the edit of other regions, if it matters which regions there are.
  private static func regionEdits(from old: StateGraph, to new: StateGraph) -> [GraphEdit] {
    let lists = [old, new].map { graph in
      let names = graph.significantRegions.map(\.name)
      return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
    guard lists[0] != lists[1] else { return [] }
    return [
      GraphEdit(
        before: "regions: \(lists[0])", after: "regions: \(lists[1])",
        summary: "regions: \(lists[1]), was \(lists[0])")
    ]
  }

  private static func edits(from old: StateGraph, to new: StateGraph) -> [GraphEdit] {
    var edits: [GraphEdit] = []
    if old.initialState != new.initialState {
      edits.append(.initialState(from: old.initialState, to: new.initialState))
    }
    edits += pairs(old.composites, new.composites, by: \.identifier).flatMap { old, new in
      let isSame = old?.withoutBehaviors == new?.withoutBehaviors
      let edit = isSame ? nil : GraphEdit.composite(from: old, to: new)
      return (edit.map { [$0] } ?? [])
        + GraphEdit.behaviors(
          of: (new ?? old)?.identifier ?? "", from: old?.behaviors ?? [], to: new?.behaviors ?? [])
    }
    let states = pairs(old.states, new.states, by: \.identifier).flatMap { old, new in
      let isSame = old?.withoutBehaviors == new?.withoutBehaviors
      let edit = isSame ? nil : GraphEdit.state(from: old, to: new)
      return (edit.map { [$0] } ?? [])
        + GraphEdit.behaviors(
          of: (new ?? old)?.identifier ?? "", from: old?.behaviors ?? [], to: new?.behaviors ?? [])
    }
    let order = Dictionary(
      (new.states + old.states).enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    let reviewed = states + ruleEdits(from: old, to: new)
    return edits + reviewed.stablySorted { $0.state.flatMap { order[$0] } ?? order.count }
  }

  private static func ruleEdits(from old: StateGraph, to new: StateGraph) -> [GraphEdit] {
    let (olds, news) = (old.rules, new.rules)
    let (oldSet, newSet) = (Set(olds), Set(news))
    return RulePairing(
      removed: olds.filter { !newSet.contains($0) },
      added: news.filter { !oldSet.contains($0) }
    ).edits
  }

  /// Returns the elements that differ, the old and the new one of an identifier together.
  private static func pairs<Element: Equatable>(
    _ old: [Element], _ new: [Element], by identifier: (Element) -> String
  ) -> [(Element?, Element?)] {
    let olds = Dictionary(
      old.map { (identifier($0), $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(new.map(identifier))
    return old.filter { !kept.contains(identifier($0)) }.map { ($0, nil) }
      + new.map { (olds[identifier($0)], $0) }.filter { $0 != $1 }
  }
}

/// The rules that replaced each other.
///
/// Two belong together when they agree in all but one respect and no other removed or added rule
/// agrees as well; all others were removed or added.
private struct RulePairing {
  private(set) var edits: [GraphEdit] = []
  private var removed: [StateGraph.Rule]
  private var added: [StateGraph.Rule]

  init(removed: [StateGraph.Rule], added: [StateGraph.Rule]) {
    self.removed = removed
    self.added = added
    // Reviewers look first for events with another outcome.
    pair(by: { Circumstance($0, but: .effect) }) { old, new in
      Self.words(for: new, was: old)
    }
    pair(by: { Circumstance($0, but: .guard) }) { old, new in
      "\(new.label.occasion()) \(new.phrase), was "
        + (old.guard.map { "[\($0)]" } ?? "without a guard")
    }
    pair(by: { Circumstance($0, but: .trigger) }) { old, new in
      "\(new.label.occasion()) \(new.phrase), was event \(old.event)"
    }
    edits += self.removed.map {
      GraphEdit(state: $0.source, before: $0.notation, summary: $0.description)
    }
    edits += self.added.map {
      GraphEdit(state: $0.source, after: $0.notation, summary: $0.description)
    }
  }

  /// All of a rule but one respect in which it may differ from another.
  private struct Circumstance: Hashable {
    enum Respect { case trigger, `guard`, effect }

    private let rest: StateGraph.Rule

    init(_ rule: StateGraph.Rule, but respect: Respect) {
      var rest = rule
      switch respect {
      case .trigger: rest.trigger = ""
      case .guard: rest.conditions = []
      case .effect: (rest.effect, rest.target, rest.change) = (.external(), rest.source, nil)
      }
      self.rest = rest
    }
  }

  private mutating func pair<Key: Hashable>(
    by key: (StateGraph.Rule) -> Key, words: (StateGraph.Rule, StateGraph.Rule) -> String
  ) {
    let olds = Dictionary(grouping: removed, by: key)
    let news = Dictionary(grouping: added, by: key)
    func isPaired(_ rule: StateGraph.Rule) -> Bool {
      let key = key(rule)
      return olds[key]?.count == 1 && news[key]?.count == 1
    }
    for old in removed where isPaired(old) {
      guard let new = news[key(old)]?.first else { continue }
      edits.append(
        GraphEdit(
          state: new.source, before: old.notation, after: new.notation,
          summary: "\(new.source): \(words(old, new))"))
    }
    removed.removeAll(where: isPaired)
    added.removeAll(where: isPaired)
  }

  private static func words(for new: StateGraph.Rule, was old: StateGraph.Rule) -> String {
    let occasion = new.label.occasion()
    if new.effect == old.effect, new.target == old.target {
      return "\(occasion) \(new.changeWords), was: \(old.changeWords)"
    }
    if case .external = new.effect, new.effect == old.effect, new.change == old.change {
      return "\(occasion) leads to \(new.target), was \(old.target)"
    }
    return "\(occasion) \(new.phrase), was: \(old.phrase)"
  }
}

extension StateGraph.Rule {
  /// The rule without its state: `coin [paid] / unlock -> unlocked`.
  fileprivate var notation: String {
    switch effect {
    case .external: "\(label.text()) -> \(target)"
    case .internal: "\(label.text()) (internal\(target == source ? "" : " as \(target)"))"
    case .rejected, .traps: label.text()
    }
  }

  /// The outcome as a verb with its object.
  fileprivate var phrase: String {
    switch effect {
    case .external: "leads to \(target)\(doing)"
    case .internal: "stays\(target == source ? "" : " as \(target)")\(doing)"
    case .rejected: "is \(effect.text ?? "")"
    case .traps: effect.text ?? ""
    }
  }

  /// The action and the change.
  private var doing: String {
    (action.map { " / \($0)" } ?? "") + (change.map { " {\($0)}" } ?? "")
  }

  /// What becomes of the values that the state carries, as a verb with its object.
  fileprivate var changeWords: String {
    change.map { "makes {\($0)}" } ?? "leaves what the state carries"
  }
}
