/// A search for states that remember where a composite state was left: see ``History``.
///
/// A state remembers a composite state only if:
///
/// - Every arrow into the state comes from a state in the composite state, and stores that state: as a
///   value, or by leading to a copy of it.
/// - An arrow leads back to each stored state.
/// - No other rule changes the value, or leads to another copy.
///
/// Otherwise, the diagram shows the rules as they are.
struct HistorySearch {
  /// The replacements in a graph for one history.
  struct Fold {
    let history: History
    /// The new rules, each with the positions in the graph of the rules that it replaces.
    var rules: [(positions: [Int], rule: StateGraph.Rule)] = []
    /// The state that replaces the copies, if there are copies.
    var state: StateGraph.State?
    /// The identifiers of the copies.
    var copies: Set<String> = []
    /// The identifiers of the composite states around the copies; the new state replaces them, too.
    var composites: Set<String> = []
  }

  private let graph: StateGraph
  private let hierarchy: StateHierarchy
  private let states: [String: StateGraph.State]
  private let composites: [String: StateGraph.CompositeState]
  /// The positions of the rules that begin in each state.
  private var outgoing: [String: [Int]] = [:]
  /// The positions of the rules that lead to each state from another one.
  private var incoming: [String: [Int]] = [:]

  /// Creates a search, or returns `nil` if the graph has no composite state or leaves something out.
  init?(in graph: StateGraph) {
    // A rule that changes the stored state may have been left out.
    guard !graph.composites.isEmpty, graph.omission == nil else { return nil }
    self.graph = graph
    hierarchy = StateHierarchy(of: graph)
    states = Dictionary(firstOf: graph.states.map { ($0.identifier, $0) })
    composites = Dictionary(firstOf: graph.composites.map { ($0.identifier, $0) })
    for (position, rule) in graph.rules.enumerated() {
      outgoing[rule.source, default: []].append(position)
      if rule.target != rule.source { incoming[rule.target, default: []].append(position) }
    }
  }

  /// The replacements for all histories: first for states that store a value, then for copies.
  var folds: [Fold] {
    var folds: [Fold] = []
    for state in graph.states.map(\.identifier) {
      if let fold = foldOfValues(of: state) { folds.append(fold) }
    }
    var mirrors: Set<String> = []
    for composite in graph.composites.map(\.identifier) {
      let around = hierarchy.ancestors(ofComposite: composite)
      guard mirrors.isDisjoint(with: around), let fold = foldOfCopies(in: composite),
        !mirrors.contains(fold.history.composite)
      else { continue }
      mirrors.insert(composite)
      folds.append(fold)
    }
    return folds
  }

  private func isDeep(_ sources: [String], in composite: String) -> Bool {
    sources.contains { states[$0]?.parent != composite }
  }

  // MARK: Values

  /// Returns the replacements for a state that stores where to return, or `nil` if the state doesn't.
  private func foldOfValues(of rememberingState: String) -> Fold? {
    let back = outgoing[rememberingState, default: []].filter { position in
      graph.rules[position].target != rememberingState
        && Self.memory(of: graph.rules[position].label) != []
    }
    // A machine that starts there has left nothing to return to, and one way back needs no memory.
    guard back.count > 1, rememberingState != graph.initialState else { return nil }
    let left = incoming[rememberingState, default: []]
    let known = Set(left.map { graph.rules[$0].source })
    let sources = graph.states.map(\.identifier).filter(known.contains)
    let around = hierarchy.ancestors(of: rememberingState)
    // An internal transition leaves nothing, and a state inside the box doesn't remember from outside.
    guard sources.count > 1, sources.allSatisfy(isPlain),
      let rememberedBox = hierarchy.commonAncestor(of: sources), !around.contains(rememberedBox),
      left.allSatisfy({ isExternal(graph.rules[$0]) })
    else { return nil }
    // The arrows of a family differ only in their target and in the condition on the stored state.
    let families = Dictionary(grouping: back) { Self.rest(of: graph.rules[$0].label) }
      .values.filter { family in
        // It leads back to each state that was left, and to no other.
        family.count == sources.count && Set(family.map { graph.rules[$0].target }) == known
          && family.allSatisfy { isExternal(graph.rules[$0]) }
      }
    guard let first = families.min(by: { $0[0] < $1[0] }) else { return nil }
    func memories(_ family: [Int]) -> [String: [String]] {
      Dictionary(
        firstOf: family.map { (graph.rules[$0].target, Self.memory(of: graph.rules[$0].label)) })
    }
    let remembered = memories(first)
    let fields = Set(remembered.values.joined().map(Self.field))
    // Each state that was left is stored as a value of its own: `last = walking`.
    guard Set(remembered.values).count == sources.count, !fields.contains(nil) else { return nil }
    var fold = Fold(
      history: History(
        composite: rememberedBox, rememberingState: rememberingState,
        isDeep: isDeep(sources, in: rememberedBox)))
    for position in left {
      let rule = graph.rules[position]
      guard let label = Self.forgetting(remembered[rule.source] ?? [], rule.label) else {
        return nil
      }
      fold.rules.append(
        ([position], with(rule.lines, .init(label, from: rule.source, to: rememberingState))))
    }
    for position in outgoing[rememberingState, default: []] {
      let rule = graph.rules[position]
      let isKept =
        rule.target != rememberingState || !Self.changes(rule.label, fields.compactMap(\.self))
      guard isKept else { return nil }
    }
    for family in families where memories(family) == remembered {
      let label = Self.rest(of: graph.rules[family[0]].label)
      fold.rules.append((family, returning(label, from: family, in: fold.history)))
    }
    return fold
  }

  /// Returns the label of an arrow into the remembering state without the change that stores the left
  /// state: `suspend {last = walking}` becomes `suspend`; `nil` if there is no such change.
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

  /// Returns the rule that leads to a history and replaces the rules at some positions.
  private func returning(
    _ label: RuleLabel, from positions: [Int], in history: History
  ) -> StateGraph.Rule {
    var lines = SourceLines()
    for position in positions { lines.merge(graph.rules[position].lines) }
    return with(
      lines,
      StateGraph.Rule(label, from: history.rememberingState, to: history.composite, entry: .history)
    )
  }

  /// Returns the conditions on payloads at the beginning of a label, such as `last = walking`.
  private static func memory(of label: RuleLabel) -> [String] {
    label.conditions.prefix { $0.isPayload }.map(\.name)
  }

  /// Returns a label without the conditions on payloads at its beginning.
  private static func rest(of label: RuleLabel) -> RuleLabel {
    var rest = label
    rest.conditions.removeFirst(memory(of: label).count)
    return rest
  }

  /// Returns the field of a condition such as `last = walking`; `nil` for any other form.
  private static func field(of condition: String) -> String? {
    let parts = StateGraph.Condition.parts(of: condition, at: " = ")
    return parts.count == 2 ? parts[0] : nil
  }

  /// Returns whether the change in a label may change one of some fields.
  private static func changes(_ label: RuleLabel, _ fields: [String]) -> Bool {
    let parts = label.change.map { StateGraph.Condition.parts(of: $0, at: ", ") } ?? []
    return parts.contains { part in fields.contains { part.after($0) != nil } }
  }

  // MARK: Copies

  /// Returns the replacements for a composite state that has a copy of each state to return to; `nil` for
  /// any other.
  private func foldOfCopies(in copyBox: String) -> Fold? {
    guard states[copyBox] == nil, let box = composites[copyBox], box.behaviors.isEmpty else {
      return nil
    }
    let copies = hierarchy.descendants(of: copyBox)
    guard let first = copies.first, copies.count > 1, copies.allSatisfy({ isPlain($0.identifier) }),
      !copies.contains(where: { $0.identifier == graph.initialState })
    else { return nil }
    let around = hierarchy.ancestors(ofComposite: copyBox)
    guard let rememberedBox = rememberedBox(of: first.identifier, in: copyBox),
      rememberedBox != copyBox, !around.contains(rememberedBox),
      !hierarchy.ancestors(ofComposite: rememberedBox).contains(copyBox)
    else { return nil }
    var originals: [String] = []
    for copy in copies {
      guard let original = copy.identifier.after(copyBox).map({ rememberedBox + $0 }),
        isCopy(copy, of: original, copyBox, rememberedBox), copy.behaviors == first.behaviors
      else { return nil }
      originals.append(original)
    }
    var fold = Fold(
      history: History(
        composite: rememberedBox, rememberingState: copyBox,
        isDeep: isDeep(originals, in: rememberedBox)))
    for (copy, original) in zip(copies, originals) {
      let left = incoming[copy.identifier, default: []]
      guard !left.isEmpty else { return nil }
      for position in left {
        let rule = graph.rules[position]
        guard rule.source == original, isExternal(rule) else { return nil }
        fold.rules.append(([position], rule.moved(from: rule.source, to: copyBox)))
      }
    }
    guard addRules(to: &fold, copies.map(\.identifier), originals) else { return nil }
    fold.state = StateGraph.State(
      identifier: copyBox, label: box.label, parent: box.parent, behaviors: first.behaviors)
    fold.copies = Set(copies.map(\.identifier))
    fold.composites = Set(
      [copyBox]
        + hierarchy.composites.map(\.identifier).filter {
          hierarchy.ancestors(ofComposite: $0).contains(copyBox)
        })
    return fold
  }

  /// Returns the composite state around a copy's original, if a rule leads from the copy to the original.
  private func rememberedBox(of copy: String, in copyBox: String) -> String? {
    guard let suffix = copy.after(copyBox)?.unicodeScalars else { return nil }
    for position in outgoing[copy, default: []] {
      let target = graph.rules[position].target.unicodeScalars
      guard target.count > suffix.count, target.suffix(suffix.count).elementsEqual(suffix) else {
        continue
      }
      let rememberedBox = String(target.dropLast(suffix.count))
      if rememberedBox != copyBox, composites[rememberedBox] != nil { return rememberedBox }
    }
    return nil
  }

  /// Returns whether `copy` has the same labels and position inside the remembering state as `original` has
  /// inside the remembered one.
  ///
  /// The original must be plain, and the composite states around the copy must have no behaviors.
  private func isCopy(
    _ copy: StateGraph.State, of original: String, _ copyBox: String, _ rememberedBox: String
  ) -> Bool {
    guard let state = states[original], isPlain(original), state.label == copy.label else {
      return false
    }
    let inside = hierarchy.ancestors(of: original).prefix { $0 != rememberedBox }
    let inCopy = hierarchy.ancestors(of: copy.identifier).prefix { $0 != copyBox }
    guard inside.count < hierarchy.ancestors(of: original).count, inside.count == inCopy.count
    else {
      return false
    }
    return zip(inside, inCopy).allSatisfy { box, other in
      guard let box = composites[box], let other = composites[other] else { return false }
      return box.identifier.after(rememberedBox).map { copyBox + $0 } == other.identifier
        && box.label == other.label
        && other.behaviors.isEmpty
    }
  }

  /// Replaces the rules of all copies; returns `false` if one state can't have these rules.
  ///
  /// For example, the rules of two copies may differ, or none may lead back.
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
      let rememberingState = fold.history.rememberingState
      if targets == originals {
        guard isExternal(first) else { return false }
        leadsBack = true
        fold.rules.append((positions, returning(first.label, from: positions, in: fold.history)))
      } else if targets == copies {
        fold.rules.append((positions, first.moved(from: rememberingState, to: rememberingState)))
      } else {
        guard targets.allSatisfy({ $0 == first.target }), !copies.contains(first.target) else {
          return false
        }
        fold.rules.append((positions, first.moved(from: rememberingState, to: first.target)))
      }
    }
    return leadsBack
  }

  // MARK: Rules

  /// Returns whether a state isn't final, and doesn't complete a composite state.
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
