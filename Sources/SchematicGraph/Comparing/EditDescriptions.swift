/// The differences between two graphs, in the order and form in which they are reviewed.
struct EditDescriptions {
  let edits: [GraphEdit]

  init(from old: StateGraph, to new: StateGraph) {
    let commitment =
      old.isCommitting == new.isCommitting
      ? [] : [GraphEdit.commitment(isCommitting: new.isCommitting)]
    let omission = GraphEdit.omission(from: old, to: new).map { [$0] } ?? []
    edits = Self.withLines(commitment + omission + Self.edits(from: old, to: new), of: new)
  }

  /// Returns edits, of which those without a line get the nearest one of the new graph.
  private static func withLines(_ edits: [GraphEdit], of new: StateGraph) -> [GraphEdit] {
    guard edits.contains(where: \.lines.all.isEmpty) else { return edits }
    let nearest = NearestLines(in: new)
    return edits.map { edit in
      guard edit.lines.all.isEmpty else { return edit }
      var edit = edit
      edit.lines = nearest.lines(state: edit.state, event: edit.event)
      return edit
    }
  }

  private static func edits(from old: StateGraph, to new: StateGraph) -> [GraphEdit] {
    var edits: [GraphEdit] = []
    // The initial states of a machine of regions are those of the regions.
    if old.initialState != new.initialState, old.isSingle, new.isSingle {
      edits.append(.initialState(from: old.initialState, to: new.initialState))
    }
    edits += pairs(old.regions, new.regions, by: \.identifier).compactMap(GraphEdit.region)
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
    let reviewed = states + ruleEdits(from: old.rules, to: new.rules)
    return edits + reviewed.stablySorted { $0.state.flatMap { order[$0] } ?? order.count }
  }

  private static func ruleEdits(
    from olds: [StateGraph.Rule], to news: [StateGraph.Rule]
  ) -> [GraphEdit] {
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

extension StateGraph {
  /// A Boolean value that indicates whether the machine as a whole is in one state at a time.
  fileprivate var isSingle: Bool { !regions.contains { $0.parent == nil } }
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
    pair(by: { Circumstance($0, but: .effect) }, at: { $1.lines }) { old, new in
      Self.words(for: new, was: old)
    }
    pair(by: { Circumstance($0, but: .guard) }, at: Self.linesOfConditions) { old, new in
      "\(new.label.occasion()) \(new.phrase), was "
        + (old.guard.map { "[\($0)]" } ?? "without a guard")
    }
    pair(by: { Circumstance($0, but: .trigger) }, at: Self.linesOfTrigger) { old, new in
      "\(new.label.occasion()) \(new.phrase), was event \(old.event)"
    }
    edits += self.removed.map {
      GraphEdit(
        state: $0.source, event: $0.event, before: $0.notation, summary: $0.description)
    }
    edits += self.added.map {
      GraphEdit(
        state: $0.source, event: $0.event, after: $0.notation, summary: $0.description,
        lines: $0.lines)
    }
  }

  /// Returns the lines of a rule, those of conditions that the old one lacks first.
  private static func linesOfConditions(
    _ old: StateGraph.Rule, _ new: StateGraph.Rule
  ) -> SourceLines {
    let names = new.conditions.filter { !old.conditions.contains($0) }.map(\.name)
    var lines = new.lines
    lines.answers = names.compactMap { new.lines.conditions[$0] } + lines.answers
    return lines
  }

  /// Returns the lines of a rule, those of timeouts first.
  private static func linesOfTrigger(
    _ old: StateGraph.Rule, _ new: StateGraph.Rule
  ) -> SourceLines {
    var lines = new.lines
    lines.answers = lines.timeouts + lines.answers
    return lines
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
      case .effect:
        (rest.effect, rest.target, rest.change) = (.external(), rest.source, nil)
        rest.entry = .initial
      }
      self.rest = rest
    }
  }

  private mutating func pair<Key: Hashable>(
    by key: (StateGraph.Rule) -> Key,
    at lines: (StateGraph.Rule, StateGraph.Rule) -> SourceLines,
    words: (StateGraph.Rule, StateGraph.Rule) -> String
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
          state: new.source, event: new.event, before: old.notation, after: new.notation,
          summary: "\(new.source): \(words(old, new))", lines: lines(old, new)))
    }
    removed.removeAll(where: isPaired)
    added.removeAll(where: isPaired)
  }

  private static func words(for new: StateGraph.Rule, was old: StateGraph.Rule) -> String {
    let occasion = new.label.occasion()
    if new.effect == old.effect, new.target == old.target, new.entry == old.entry {
      return "\(occasion) \(new.changeWords), was: \(old.changeWords)"
    }
    if case .external = new.effect, new.effect == old.effect, new.change == old.change {
      return "\(occasion) leads to \(new.target)\(new.entry), was \(old.target)\(old.entry)"
    }
    return "\(occasion) \(new.phrase), was: \(old.phrase)"
  }
}

extension StateGraph.Rule {
  /// The rule without its state: `coin [paid] / unlock -> unlocked`.
  fileprivate var notation: String {
    switch effect {
    case .external: "\(label.text()) -> \(target)\(entry)"
    case .internal: "\(label.text()) (internal\(target == source ? "" : " as \(target)"))"
    case .rejected, .traps, .ignored: label.text()
    }
  }

  /// The outcome as a verb with its object.
  fileprivate var phrase: String {
    switch effect {
    case .external: "leads to \(target)\(entry)\(doing)"
    case .internal: "stays\(target == source ? "" : " as \(target)")\(doing)"
    case .rejected, .ignored: "is \(effect.text ?? "")"
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
