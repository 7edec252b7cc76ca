/// The differences between two graphs, in the order and form in which a reviewer reads them.
struct EditDescriptions {
  let edits: [GraphEdit]

  init(from old: StateGraph, to new: StateGraph) {
    let commitment =
      old.isCommitting == new.isCommitting
      ? [] : [GraphEdit.commitment(isCommitting: new.isCommitting)]
    let omission = GraphEdit.omission(from: old, to: new).map { [$0] } ?? []
    edits = Self.withLines(commitment + omission + Self.edits(from: old, to: new), of: new)
  }

  /// Returns the edits, and gives each edit without a line the nearest line of the new graph.
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
    // If the machine as a whole consists of regions, the edits of the regions say where the machine starts.
    if old.initialState != new.initialState, !old.isDivided, !new.isDivided {
      edits.append(.initialState(from: old.initialState, to: new.initialState))
    }
    edits += pairs(old.regions, new.regions, by: \.identifier).flatMap { name, old, new in
      GraphEdit.element("region", name, from: old, to: new, as: GraphElement.region)
    }
    edits += pairs(old.composites, new.composites, by: \.identifier).flatMap { name, old, new in
      GraphEdit.element(
        "composite state", name, from: old?.withoutBehaviors, to: new?.withoutBehaviors,
        as: GraphElement.composite)
        + GraphEdit.behaviors(
          of: .composite(name), from: old?.behaviors ?? [], to: new?.behaviors ?? [])
    }
    let states = pairs(old.states, new.states, by: \.identifier).flatMap { name, old, new in
      GraphEdit.element(
        "state", name, from: old?.withoutBehaviors, to: new?.withoutBehaviors,
        as: GraphElement.state)
        + GraphEdit.behaviors(
          of: .state(name), from: old?.behaviors ?? [], to: new?.behaviors ?? [])
    }
    let order = Dictionary(
      firstOf: (new.states + old.states).enumerated().map { ($1.identifier, $0) })
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

  /// Returns the identifiers of elements that differ, each with the old and the new element; a missing one is `nil`.
  private static func pairs<Element: Equatable>(
    _ old: [Element], _ new: [Element], by identifier: (Element) -> String
  ) -> [(name: String, old: Element?, new: Element?)] {
    let olds = Dictionary(firstOf: old.map { (identifier($0), $0) })
    let kept = Set(new.map(identifier))
    return old.filter { !kept.contains(identifier($0)) }.map { (identifier($0), $0, nil) }
      + new.map { (identifier($0), olds[identifier($0)], $0) }.filter { $0.1 != $0.2 }
  }
}

/// The pairs of removed rules and the added rules that replaced them.
///
/// A removed and an added rule are a pair if they differ only in the outcome, only in the guard or
/// only in the trigger, and no third rule could replace either. All other rules stay removed or added.
private struct RulePairing {
  private(set) var edits: [GraphEdit] = []
  private var removed: [StateGraph.Rule]
  private var added: [StateGraph.Rule]

  init(removed: [StateGraph.Rule], added: [StateGraph.Rule]) {
    self.removed = removed
    self.added = added
    // Pairs that differ in the outcome come first, because reviewers look for these first.
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
        state: $0.source, event: $0.event, before: $0.notation, summary: $0.description,
        removing: [.rule($0)])
    }
    edits += self.added.map {
      GraphEdit(
        state: $0.source, event: $0.event, after: $0.notation, summary: $0.description,
        lines: $0.lines, adding: [.rule($0)])
    }
  }

  /// Returns the lines of the new rule, beginning with lines of conditions that the old rule lacks or, if none of them
  /// has a line, of its timeouts: a value then decides how long the timeout is.
  private static func linesOfConditions(
    _ old: StateGraph.Rule, _ new: StateGraph.Rule
  ) -> SourceLines {
    let names = new.conditions.filter { !old.conditions.contains($0) }.map(\.name)
    var lines = new.lines
    let conditions = names.compactMap { new.lines.conditions[$0] }
    lines.answers = (conditions.isEmpty ? lines.timeouts : conditions) + lines.answers
    return lines
  }

  /// Returns the lines of the new rule, beginning with the lines of its timeouts.
  private static func linesOfTrigger(
    _ old: StateGraph.Rule, _ new: StateGraph.Rule
  ) -> SourceLines {
    var lines = new.lines
    lines.answers = lines.timeouts + lines.answers
    return lines
  }

  /// A rule without its trigger, guard or outcome, to find rules that differ only in this part.
  private struct Circumstance: Hashable {
    enum Respect { case trigger, `guard`, effect }

    private let rest: StateGraph.Rule

    init(_ rule: StateGraph.Rule, but respect: Respect) {
      var rest = rule
      switch respect {
      case .trigger: rest.trigger = ""
      case .guard: (rest.conditions, rest.untold) = ([], nil)
      case .effect:
        (rest.effect, rest.target, rest.change) = (.external(), rest.source, nil)
        rest.untold = nil
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
          summary: "\(new.source): \(words(old, new))", lines: lines(old, new),
          removing: [.rule(old)], adding: [.rule(new)]))
    }
    removed.removeAll(where: isPaired)
    added.removeAll(where: isPaired)
  }

  private static func words(for new: StateGraph.Rule, was old: StateGraph.Rule) -> String {
    let occasion = new.label.occasion()
    if new.effect == old.effect, new.target == old.target, new.entry == old.entry {
      // The words are the same, and what they leave out isn't.
      guard new.change != old.change else { return "\(occasion) \(new.phrase) for other values" }
      return "\(occasion) \(new.changeWords), was: \(old.changeWords)"
    }
    if case .external = new.effect, new.effect == old.effect, new.change == old.change {
      return "\(occasion) leads to \(new.target)\(new.entry), was \(old.target)\(old.entry)"
    }
    return "\(occasion) \(new.phrase), was: \(old.phrase)"
  }
}

extension StateGraph.Rule {
  /// The rule without its source: `coin [paid] / unlock -> unlocked`.
  fileprivate var notation: String {
    switch effect {
    case .external: "\(label.text()) -> \(target)\(entry)"
    case .internal: "\(label.text()) (internal\(target == source ? "" : " as \(target)"))"
    case .rejected, .traps, .ignored: label.text()
    }
  }

  /// The outcome as a verb with its object: `leads to unlocked / unlock`.
  fileprivate var phrase: String {
    switch effect {
    case .external: "leads to \(target)\(entry)\(doing)"
    case .internal: "stays\(target == source ? "" : " as \(target)")\(doing)"
    case .rejected, .ignored: "is \(effect.text ?? "")"
    case .traps: effect.text ?? ""
    }
  }

  /// The action and the change: ` / count {attempt + 1}`.
  private var doing: String {
    (action.map { " / \($0)" } ?? "") + (change.map { " {\($0)}" } ?? "")
  }

  /// The change as a verb with its object: `shows {attempt + 1}`.
  fileprivate var changeWords: String {
    change.map { "shows {\($0)}" } ?? "shows no change"
  }
}
