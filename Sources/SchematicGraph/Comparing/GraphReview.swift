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
      Self.withLines(commitment + omission, of: new)
      + (byRegion.isEmpty
        ? Self.edits(from: old, to: new) + Self.regionEdits(from: old, to: new) : byRegion)
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

  /// Returns the edits of each region.
  ///
  /// The states of a graph of regions are all combinations of theirs: one change of a region would be
  /// as many edits as the others have states.
  private static func editsByRegion(
    from old: StateGraph, to new: StateGraph
  ) -> [GraphEdit] {
    guard old.regions.map(\.name) == new.regions.map(\.name) else { return [] }
    return edits(of: zip(old.regions, new.regions), in: nil)
  }

  /// Returns the edits of regions, each with the name of its region after the composite state around it.
  private static func edits(
    of pairs: some Sequence<(StateGraph.Region, StateGraph.Region)>, in composite: String?
  ) -> [GraphEdit] {
    pairs.flatMap { old, new in
      edits(from: old.graph, to: new.graph).map { edit in
        var edit = edit
        edit.region = [composite, new.name, edit.region].compactMap(\.self).joined(separator: ".")
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
    let edit = GraphEdit(
      before: "regions: \(lists[0])", after: "regions: \(lists[1])",
      summary: "regions: \(lists[1]), was \(lists[0])")
    return withLines([edit], of: new)
  }

  private static func edits(from old: StateGraph, to new: StateGraph) -> [GraphEdit] {
    var edits: [GraphEdit] = []
    if old.initialState != new.initialState {
      edits.append(.initialState(from: old.initialState, to: new.initialState))
    }
    let composed = composites(in: old, new)
    let (outerOld, outerNew) = (OuterGraph(old, composed), OuterGraph(new, composed))
    edits += pairs(old.composites, new.composites, by: \.identifier).flatMap { old, new in
      let isSame = old?.bare == new?.bare
      let edit = isSame ? nil : GraphEdit.composite(from: old, to: new)
      return (edit.map { [$0] } ?? [])
        + GraphEdit.behaviors(
          of: (new ?? old)?.identifier ?? "", from: old?.behaviors ?? [], to: new?.behaviors ?? [])
        + regionEdits(from: old, to: new)
    }
    let states = pairs(outerOld.states, outerNew.states, by: \.identifier).flatMap { old, new in
      let isSame = old?.withoutBehaviors == new?.withoutBehaviors
      let edit = isSame ? nil : GraphEdit.state(from: old, to: new)
      return (edit.map { [$0] } ?? [])
        + GraphEdit.behaviors(
          of: (new ?? old)?.identifier ?? "", from: old?.behaviors ?? [], to: new?.behaviors ?? [])
    }
    let order = Dictionary(
      (new.states + old.states).enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    let reviewed = states + ruleEdits(from: outerOld.rules, to: outerNew.rules)
    let inside = composed.flatMap { name -> [GraphEdit] in
      let regions = [old, new].map { graph in
        graph.composites.first { $0.identifier == name }?.regions ?? []
      }
      return Self.edits(of: zip(regions[0], regions[1]), in: name)
    }
    return withLines(
      edits + reviewed.stablySorted { $0.state.flatMap { order[$0] } ?? order.count } + inside,
      of: new)
  }

  /// Returns the identifiers of the composite states that consist of regions of the same names in both
  /// graphs.
  private static func composites(in old: StateGraph, _ new: StateGraph) -> [String] {
    new.composites.filter { composite in
      let other = old.composites.first { $0.identifier == composite.identifier }
      return !composite.regions.isEmpty
        && other?.regions.map(\.name) == composite.regions.map(\.name)
    }.map(\.identifier)
  }

  /// Returns the edit of a composite state with other regions, if it matters which there are.
  private static func regionEdits(
    from old: StateGraph.CompositeState?, to new: StateGraph.CompositeState?
  ) -> [GraphEdit] {
    guard let old, let new else { return [] }
    let lists = [old, new].map { composite in
      let names = composite.significantRegions.map(\.name)
      return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
    guard lists[0] != lists[1] else { return [] }
    return [
      GraphEdit(
        state: new.identifier, before: "regions: \(lists[0])", after: "regions: \(lists[1])",
        summary: "\(new.identifier): regions: \(lists[1]), was \(lists[0])")
    ]
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

/// A graph without what lies in the regions of its composite states, which is reviewed by region.
private struct OuterGraph {
  let states: [StateGraph.State]
  /// The rules, those that enter or leave the composite states once, as they are drawn.
  let rules: [StateGraph.Rule]

  init(_ graph: StateGraph, _ composed: [String]) {
    guard !composed.isEmpty else {
      (states, rules) = (graph.states, graph.rules)
      return
    }
    let inner = InnerRegions(of: graph)
    func owner(_ state: String) -> InnerRegions.Composite? {
      inner.owners[state].flatMap { composed.contains($0) ? inner.composites[$0] : nil }
    }
    states = graph.states.filter { owner($0.identifier) == nil }
    func target(_ rule: StateGraph.Rule) -> String {
      owner(rule.target) == nil ? rule.target : inner.name(of: inner.vertex(entering: rule.target))
    }
    var exits: [String: [(rule: StateGraph.Rule, sources: Set<String>)]] = [:]
    rules = graph.rules.flatMap { rule -> [StateGraph.Rule] in
      guard let owner = owner(rule.source) else {
        return [rule.moved(from: rule.source, to: target(rule))]
      }
      guard owner.parts[rule.target] == nil else { return [] }
      let name = owner.state.identifier
      let known = exits[name] ?? inner.rules(in: owner).exits
      exits[name] = known
      let exit = known.first { $0.rule.label == rule.label && $0.rule.target == rule.target }
      let sources = exit?.sources ?? []
      let isWhole =
        sources.count == inner.sources(of: .composite(name)).count && !rule.trigger.isTimeout
      let vertices =
        isWhole
        ? [.composite(name)]
        : inner.vertices(leaving: sources, of: name, on: rule.trigger) ?? [.state(rule.source)]
      return vertices.map { rule.moved(from: inner.name(of: $0), to: target(rule)) }
    }.uniqued()
  }
}

extension InnerRegions {
  /// Returns the name of a vertex after the regions that it is in: `riding.battery.low`.
  func name(of vertex: Statechart.Vertex) -> String {
    switch vertex {
    case .state(let state), .fork(_, let state): return state
    case .composite(let composite), .history(let composite, _): return composite
    case .inner(let owner, let region, let vertex):
      guard let composite = composites[owner] else { return owner }
      let name = composite.regions[region].name(of: vertex)
      return "\(owner).\(composite.state.regions[region].name).\(name)"
    }
  }
}

extension StateGraph.CompositeState {
  /// The composite state without its behaviors and regions.
  fileprivate var bare: StateGraph.CompositeState {
    StateGraph.CompositeState(identifier: identifier, label: label, parent: parent)
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
      case .effect: (rest.effect, rest.target, rest.change) = (.external(), rest.source, nil)
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
    case .rejected, .traps, .ignored: label.text()
    }
  }

  /// The outcome as a verb with its object.
  fileprivate var phrase: String {
    switch effect {
    case .external: "leads to \(target)\(doing)"
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
