/// A search for states that remember where a composite state was left: see ``History``.
///
/// A state is one if that is all there is to it: every arrow into it comes from a state inside the
/// composite state and remembers that state, some arrow leads back to each of them, and nothing else
/// changes what is remembered. Otherwise, the diagram keeps the conditions, or the copies.
struct HistorySearch {
  /// What is drawn for a history.
  struct Fold {
    let history: History
    /// The rules that are drawn in place of others, by the positions of these; `nil` for none.
    var rules: [Int: StateGraph.Rule?] = [:]
    /// The state that is drawn in place of copies.
    var state: StateGraph.State?
    /// The composite states that aren't drawn.
    var composites: [String] = []
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
    composites[composite]?.regions.isEmpty == false
      || sources.contains { states[$0]?.parent != composite }
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
      around.allSatisfy({ composites[$0]?.regions.isEmpty != false }),
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
    let history = History(
      composite: home, keeper: keeper, isDeep: isDeep(sources, in: home),
      memories: sources.map { .init(state: $0, conditions: remembered[$0] ?? []) })
    var fold = Fold(history: history)
    for position in left {
      let rule = graph.rules[position]
      guard let label = history.marked(rule.label, from: rule.source) else { return nil }
      fold.rules[position] = with(rule.lines, StateGraph.Rule(label, from: rule.source, to: keeper))
    }
    for position in outgoing[keeper, default: []] {
      let rule = graph.rules[position]
      let isKept = rule.target != keeper || !Self.changes(rule.label, fields.compactMap(\.self))
      guard isKept, history.label(ofReturning: rule.label) == nil else { return nil }
    }
    for family in families where memories(family) == remembered {
      for position in family { fold.rules[position] = .some(nil) }
      let rule = graph.rules[family[0]]
      fold.rules[family[0]] = with(rule.lines, history.returning(Self.rest(of: rule.label)))
    }
    return fold
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
    guard around.allSatisfy({ composites[$0]?.regions.isEmpty != false }),
      let home = home(of: first.identifier, in: mirror), home != mirror, !around.contains(home),
      !hierarchy.ancestors(ofComposite: home).contains(mirror)
    else { return nil }
    var history = History(composite: home, keeper: mirror, isDeep: false, memories: [])
    var originals: [String] = []
    for copy in copies {
      guard let original = copy.identifier.after(mirror).map({ home + $0 }),
        isCopy(copy, of: original, history), copy.behaviors == first.behaviors
      else { return nil }
      originals.append(original)
    }
    history = History(
      composite: home, keeper: mirror, isDeep: isDeep(originals, in: home),
      memories: originals.map { .init(state: $0, conditions: []) })
    var fold = Fold(history: history)
    for (copy, original) in zip(copies, originals) {
      let left = incoming[copy.identifier, default: []]
      guard !left.isEmpty else { return nil }
      for position in left {
        let rule = graph.rules[position]
        guard rule.source == original, isExternal(rule) else { return nil }
        fold.rules[position] = rule.moved(from: rule.source, to: mirror)
      }
    }
    guard addRules(to: &fold, copies.map(\.identifier), originals) else { return nil }
    fold.state = StateGraph.State(
      identifier: mirror, label: box.label, parent: box.parent, behaviors: first.behaviors)
    fold.composites =
      [mirror]
      + hierarchy.composites.map(\.identifier).filter {
        hierarchy.ancestors(ofComposite: $0).contains(mirror)
      }
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

  /// Returns whether a state lies in the keeper as another one lies in the state to return to.
  private func isCopy(_ copy: StateGraph.State, of original: String, _ history: History) -> Bool {
    guard let state = states[original], isPlain(original), state.label == copy.label else {
      return false
    }
    let inside = hierarchy.ancestors(of: original).prefix { $0 != history.composite }
    let inCopy = hierarchy.ancestors(of: copy.identifier).prefix { $0 != history.keeper }
    guard inside.count < hierarchy.ancestors(of: original).count, inside.count == inCopy.count
    else {
      return false
    }
    return zip(inside, inCopy).allSatisfy { box, other in
      guard let box = composites[box], let other = composites[other] else { return false }
      return history.copy(of: box.identifier) == other.identifier && box.label == other.label
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
      for position in positions { fold.rules[position] = .some(nil) }
      if targets == originals {
        guard isExternal(first), fold.history.label(ofReturning: first.label) == nil else {
          return false
        }
        leadsBack = true
        fold.rules[positions[0]] = with(first.lines, fold.history.returning(first.label))
      } else if targets == copies {
        fold.rules[positions[0]] = first.moved(from: fold.history.keeper, to: fold.history.keeper)
      } else {
        guard targets.allSatisfy({ $0 == first.target }), !copies.contains(first.target) else {
          return false
        }
        fold.rules[positions[0]] = first.moved(from: fold.history.keeper, to: first.target)
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
