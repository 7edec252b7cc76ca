/// A search for states that remember where a composite state was left: see ``History``.
///
/// A state is one if that is all there is to it: every arrow into it comes from a state inside the
/// composite state and remembers that state, some arrow leads back to each of them, and nothing else
/// changes what is remembered. Otherwise, the diagram keeps the conditions, or the copies.
struct HistorySearch {
  /// What is drawn for a history.
  struct Fold {
    let history: History
    /// The rules that are drawn in place of others, with the positions of these.
    var rules: [(positions: [Int], rule: StateGraph.Rule)] = []
    /// The state that is drawn in place of copies.
    var state: StateGraph.State?
    /// The identifiers of the copies.
    var copies: Set<String> = []
    /// The identifiers of the composite states that aren't drawn.
    var composites: Set<String> = []
  }

  private let graph: StateGraph
  private let hierarchy: StateHierarchy
  private let states: [String: StateGraph.State]
  private let composites: [String: StateGraph.CompositeState]
  /// The positions of the rules that begin in a state, and of those that lead to it from others.
  private var outgoing: [String: [Int]] = [:]
  private var incoming: [String: [Int]] = [:]

  /// Creates a search, or returns `nil` if nothing can be found.
  init?(in graph: StateGraph) {
    // A view may hide what changes a memory.
    guard !graph.composites.isEmpty, graph.omission == nil else { return nil }
    self.graph = graph
    hierarchy = StateHierarchy(of: graph)
    states = Dictionary(
      graph.states.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    composites = Dictionary(
      graph.composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for (position, rule) in graph.rules.enumerated() {
      outgoing[rule.source, default: []].append(position)
      if rule.target != rule.source { incoming[rule.target, default: []].append(position) }
    }
  }

  /// What is drawn for the histories, in the order of the states that remember.
  var folds: [Fold] {
    var folds: [Fold] = []
    for state in graph.states.map(\.identifier) {
      if let fold = foldOfValues(of: state) { folds.append(fold) }
    }
    var homes: Set<String> = []
    var mirrors: Set<String> = []
    for composite in graph.composites.map(\.identifier) where !homes.contains(composite) {
      let around = hierarchy.ancestors(ofComposite: composite)
      guard mirrors.isDisjoint(with: around), let fold = foldOfCopies(in: composite),
        !mirrors.contains(fold.history.composite)
      else { continue }
      homes.insert(fold.history.composite)
      mirrors.insert(composite)
      folds.append(fold)
    }
    return folds
  }

  private func isDeep(_ sources: [String], in composite: String) -> Bool {
    sources.contains { states[$0]?.parent != composite }
  }

  // MARK: Values

  /// Returns what is drawn for a state whose values say where to return to.
  private func foldOfValues(of keeper: String) -> Fold? {
    let back = outgoing[keeper, default: []].filter { position in
      graph.rules[position].target != keeper && Self.memory(of: graph.rules[position].label) != []
    }
    guard back.count > 1, keeper != graph.initialState else { return nil }
    let left = incoming[keeper, default: []]
    let known = Set(left.map { graph.rules[$0].source })
    let sources = graph.states.map(\.identifier).filter(known.contains)
    let around = hierarchy.ancestors(of: keeper)
    guard sources.count > 1, sources.allSatisfy(isPlain),
      let home = hierarchy.commonAncestor(of: sources), !around.contains(home),
      left.allSatisfy({ isExternal(graph.rules[$0]) })
    else { return nil }
    // Arrows back with one label beside the condition on what is remembered.
    let families = Dictionary(grouping: back) { Self.rest(of: graph.rules[$0].label) }
      .values.filter { family in
        family.count == sources.count && Set(family.map { graph.rules[$0].target }) == known
          && family.allSatisfy { isExternal(graph.rules[$0]) }
      }
    guard let first = families.min(by: { $0[0] < $1[0] }) else { return nil }
    func memories(_ family: [Int]) -> [String: [String]] {
      Dictionary(
        family.map { (graph.rules[$0].target, Self.memory(of: graph.rules[$0].label)) },
        uniquingKeysWith: { first, _ in first })
    }
    let remembered = memories(first)
    let fields = Set(remembered.values.joined().map(Self.field))
    guard Set(remembered.values).count == sources.count, !fields.contains(nil) else { return nil }
    var fold = Fold(
      history: History(composite: home, keeper: keeper, isDeep: isDeep(sources, in: home)))
    for position in left {
      let rule = graph.rules[position]
      guard let label = Self.forgetting(remembered[rule.source] ?? [], rule.label) else {
        return nil
      }
      fold.rules.append(([position], with(rule.lines, .init(label, from: rule.source, to: keeper))))
    }
    for position in outgoing[keeper, default: []] {
      let rule = graph.rules[position]
      let isKept = rule.target != keeper || !Self.changes(rule.label, fields.compactMap(\.self))
      guard isKept else { return nil }
    }
    for family in families where memories(family) == remembered {
      let label = Self.rest(of: graph.rules[family[0]].label)
      fold.rules.append((family, returning(label, from: family, in: fold.history)))
    }
    return fold
  }

  /// Returns the label of an arrow into a keeper without what it remembers, which the history says; `nil`
  /// if it remembers something else than the state that it leaves.
  private static func forgetting(_ memory: [String], _ label: RuleLabel) -> RuleLabel? {
    guard let change = label.change else { return nil }
    let parts = StateGraph.Condition.parts(of: change, at: ", ")
    let places = parts.indices.filter { parts[$0...].starts(with: memory) }
    guard places.count == 1 else { return nil }
    let rest = parts[..<places[0]] + parts[(places[0] + memory.count)...]
    var forgetting = label
    forgetting.change = rest.isEmpty ? nil : rest.joined(separator: ", ")
    return forgetting
  }

  /// Returns the rule that is drawn for those that lead back.
  private func returning(
    _ label: RuleLabel, from positions: [Int], in history: History
  ) -> StateGraph.Rule {
    var lines = SourceLines()
    for position in positions { lines.merge(graph.rules[position].lines) }
    return with(
      lines,
      StateGraph.Rule(label, from: history.keeper, to: history.composite, entry: .history))
  }

  /// Returns the conditions at the beginning that are about payloads.
  private static func memory(of label: RuleLabel) -> [String] {
    label.conditions.prefix { $0.isPayload }.map(\.name)
  }

  /// Returns a label without these conditions.
  private static func rest(of label: RuleLabel) -> RuleLabel {
    var rest = label
    rest.conditions.removeFirst(memory(of: label).count)
    return rest
  }

  /// Returns the name of the field that a condition says to have one value; `nil` for any other.
  private static func field(of condition: String) -> String? {
    let parts = StateGraph.Condition.parts(of: condition, at: " = ")
    return parts.count == 2 ? parts[0] : nil
  }

  /// Returns whether a change may be one of some fields.
  private static func changes(_ label: RuleLabel, _ fields: [String]) -> Bool {
    let parts = label.change.map { StateGraph.Condition.parts(of: $0, at: ", ") } ?? []
    return parts.contains { part in fields.contains { part.after($0) != nil } }
  }

  // MARK: Copies

  /// Returns what is drawn for a composite state whose states are copies of those to return to.
  private func foldOfCopies(in mirror: String) -> Fold? {
    guard states[mirror] == nil, let box = composites[mirror], box.behaviors.isEmpty else {
      return nil
    }
    let copies = hierarchy.descendants(of: mirror)
    guard let first = copies.first, copies.count > 1, copies.allSatisfy({ isPlain($0.identifier) }),
      !copies.contains(where: { $0.identifier == graph.initialState })
    else { return nil }
    let around = hierarchy.ancestors(ofComposite: mirror)
    guard let home = home(of: first.identifier, in: mirror), home != mirror, !around.contains(home),
      !hierarchy.ancestors(ofComposite: home).contains(mirror)
    else { return nil }
    var originals: [String] = []
    for copy in copies {
      guard let original = copy.identifier.after(mirror).map({ home + $0 }),
        isCopy(copy, of: original, mirror, home), copy.behaviors == first.behaviors
      else { return nil }
      originals.append(original)
    }
    var fold = Fold(
      history: History(composite: home, keeper: mirror, isDeep: isDeep(originals, in: home)))
    for (copy, original) in zip(copies, originals) {
      let left = incoming[copy.identifier, default: []]
      guard !left.isEmpty else { return nil }
      for position in left {
        let rule = graph.rules[position]
        guard rule.source == original, isExternal(rule) else { return nil }
        fold.rules.append(([position], rule.moved(from: rule.source, to: mirror)))
      }
    }
    guard addRules(to: &fold, copies.map(\.identifier), originals) else { return nil }
    fold.state = StateGraph.State(
      identifier: mirror, label: box.label, parent: box.parent, behaviors: first.behaviors)
    fold.copies = Set(copies.map(\.identifier))
    fold.composites = Set(
      [mirror]
        + hierarchy.composites.map(\.identifier).filter {
          hierarchy.ancestors(ofComposite: $0).contains(mirror)
        })
    return fold
  }

  /// Returns the composite state with the original of a copy that some rule leads back to.
  private func home(of copy: String, in mirror: String) -> String? {
    guard let suffix = copy.after(mirror)?.unicodeScalars else { return nil }
    for position in outgoing[copy, default: []] {
      let target = graph.rules[position].target.unicodeScalars
      guard target.count > suffix.count, target.suffix(suffix.count).elementsEqual(suffix) else {
        continue
      }
      let home = String(target.dropLast(suffix.count))
      if home != mirror, composites[home] != nil { return home }
    }
    return nil
  }

  /// Returns whether `copy` has the same position inside the remembering state as `original` has inside
  /// the remembered one.
  private func isCopy(
    _ copy: StateGraph.State, of original: String, _ mirror: String, _ home: String
  ) -> Bool {
    guard let state = states[original], isPlain(original), state.label == copy.label else {
      return false
    }
    let inside = hierarchy.ancestors(of: original).prefix { $0 != home }
    let inCopy = hierarchy.ancestors(of: copy.identifier).prefix { $0 != mirror }
    guard inside.count < hierarchy.ancestors(of: original).count, inside.count == inCopy.count
    else {
      return false
    }
    return zip(inside, inCopy).allSatisfy { box, other in
      guard let box = composites[box], let other = composites[other] else { return false }
      return box.identifier.after(home).map { mirror + $0 } == other.identifier
        && box.label == other.label
        && other.behaviors.isEmpty
    }
  }

  /// Adds one rule for those of all copies, or returns `false` if the copies differ.
  private func addRules(to fold: inout Fold, _ copies: [String], _ originals: [String]) -> Bool {
    let lists = copies.map { outgoing[$0, default: []] }
    guard lists.allSatisfy({ $0.count == lists[0].count }) else { return false }
    var leadsBack = false
    for row in lists[0].indices {
      let positions = lists.map { $0[row] }
      let rules = positions.map { graph.rules[$0] }
      let first = rules[0]
      guard rules.allSatisfy({ $0.label == first.label }) else { return false }
      let targets = rules.map(\.target)
      let keeper = fold.history.keeper
      if targets == originals {
        guard isExternal(first) else { return false }
        leadsBack = true
        fold.rules.append((positions, returning(first.label, from: positions, in: fold.history)))
      } else if targets == copies {
        fold.rules.append((positions, first.moved(from: keeper, to: keeper)))
      } else {
        guard targets.allSatisfy({ $0 == first.target }), !copies.contains(first.target) else {
          return false
        }
        fold.rules.append((positions, first.moved(from: keeper, to: first.target)))
      }
    }
    return leadsBack
  }

  // MARK: Rules

  /// Returns whether a machine can leave a state, and come back to it.
  private func isPlain(_ identifier: String) -> Bool {
    guard let state = states[identifier] else { return false }
    return !state.isFinal && state.completion == nil
  }

  private func isExternal(_ rule: StateGraph.Rule) -> Bool {
    if case .external = rule.effect { rule.trigger != .completion } else { false }
  }

  private func with(_ lines: SourceLines, _ rule: StateGraph.Rule) -> StateGraph.Rule {
    var rule = rule
    rule.lines = lines
    return rule
  }
}

extension StateGraph.Condition {
  fileprivate var isPayload: Bool { if case .payload = self { true } else { false } }
}
