/// A name that is gone, and a new one that looks like the same thing.
///
/// A renamed state has other rows, and so have its neighbors. Whoever reads a difference wants one line for the name,
/// and beside it only what changed otherwise.
struct GraphRename: Hashable {
  /// The kinds of things that have names; states, composite states and regions share one.
  enum Kind: String, CaseIterable {
    case path = "", event = "event ", `guard` = "guard ", action = "action "
  }

  let kind: Kind
  let old: String
  let new: String

  /// The edit that tells the rename.
  var edit: GraphEdit {
    GraphEdit(
      state: kind == .path ? new : nil, event: kind == .event ? new : nil,
      before: kind.rawValue + old, after: kind.rawValue + new,
      summary: "looks renamed: \(kind.rawValue)\(old) → \(new)")
  }

  /// Returns the renames between two graphs, outer names first, and the old graph with all of them.
  static func all(from old: StateGraph, to new: StateGraph) -> (
    renames: [GraphRename], graph: StateGraph
  ) {
    var (renames, graph): ([GraphRename], _) = ([], old)
    // A name may fit once another one is known: the rows of a state name its neighbors.
    while let next = next(from: graph, to: new) {
      renames.append(next)
      graph = next.applied(to: graph, in: new)
    }
    return (renames, graph)
  }

  private static func next(from old: StateGraph, to new: StateGraph) -> GraphRename? {
    let (olds, news) = (old.elements, new.elements)
    for kind in Kind.allCases {
      let (before, after) = (names(kind, in: olds), names(kind, in: news))
      let gone = before.filter { !after.contains($0) }.map { ($0, rows(about: $0, kind, olds)) }
      let fresh = after.filter { !before.contains($0) }.map { ($0, rows(about: $0, kind, news)) }
      let pairs = gone.flatMap { old, rows in
        fresh.filter { new, others in
          // An inner name is compared once the names around it are the same.
          (kind != .path || around(old) == around(new)) && areAlike(rows, others)
        }.map { GraphRename(kind: kind, old: old, new: $0.0) }
      }
      // If a name fits two others, nobody can tell which it is.
      let clear = pairs.first { pair in
        pairs.count { $0.old == pair.old || $0.new == pair.new } == 1
      }
      if let clear { return clear }
    }
    return nil
  }

  /// Returns the names in the order of the elements.
  private static func names(_ kind: Kind, in elements: [GraphElement]) -> [String] {
    var names: [String] = []
    for element in elements {
      _ = element.renamed { other, name in
        if other == kind { names.append(name) }
        return name
      }
    }
    return names.uniqued()
  }

  /// Returns the elements with a name, and a blank in its place.
  private static func rows(
    about name: String, _ kind: Kind, _ elements: [GraphElement]
  ) -> Set<GraphElement> {
    let blank = GraphRename(kind: kind, old: name, new: "")
    return Set(
      elements.compactMap { element in
        let row = blank.renamed(element)
        return row == element ? nil : row.labeled { _ in "" }
      })
  }

  /// Returns whether most rows are the same; one row alone is told by its own edit.
  private static func areAlike(_ rows: Set<GraphElement>, _ others: Set<GraphElement>) -> Bool {
    let same = rows.intersection(others).count
    return same > 1 && 2 * same > max(rows.count, others.count)
  }

  /// Returns the path around the last name of a path.
  private static func around(_ path: String) -> Substring {
    path.lastIndex { $0 == "." || $0 == "/" }.map { path[...$0] } ?? ""
  }

  /// Returns an element with the new name.
  private func renamed(_ element: GraphElement) -> GraphElement {
    element.renamed { kind, name in kind == self.kind ? self.name(name) : name }
  }

  /// Returns a name, or the new one in its place; a path may lie inside the renamed one.
  private func name(_ name: String) -> String {
    if name == old { return new }
    guard kind == .path, StateGraph.Region.isInside(name, old) else { return name }
    return new + name.dropFirst(old.count)
  }

  /// Returns a graph with the new name, and with the label of the other graph's state that has it.
  private func applied(to graph: StateGraph, in new: StateGraph) -> StateGraph {
    let labels = Dictionary(
      firstOf: new.states.map { ($0.identifier, $0.label) }
        + new.composites.map { ($0.identifier, $0.label) })
    let elements = graph.elements.map { element in
      renamed(element).labeled { kind == .path && $0 == self.new ? labels[$0] : nil }
    }
    return StateGraph(of: elements, like: graph)
  }
}

extension StateGraph {
  /// The rows of the graph, each as an element that an edit could add.
  fileprivate var elements: [GraphElement] {
    var elements = isDivided ? [] : [GraphElement.initialState(initialState)]
    for state in states {
      elements.append(.state(state.withoutBehaviors))
      elements += state.behaviors.map { .behavior($0, of: .state(state.identifier)) }
    }
    for box in composites {
      elements.append(.composite(box.withoutBehaviors))
      elements += box.behaviors.map { .behavior($0, of: .composite(box.identifier)) }
    }
    return elements + regions.map(GraphElement.region) + rules.map(GraphElement.rule)
  }

  /// Creates a graph of elements in their order, which commits and leaves out what another graph does.
  fileprivate init(of elements: [GraphElement], like graph: StateGraph) {
    var (states, composites, regions, rules): ([State], [CompositeState], [Region], [Rule]) =
      ([], [], [], [])
    var start: String?
    for element in elements {
      switch element {
      case .initialState(let state): start = state
      case .state(let state): states.append(state)
      case .composite(let box): composites.append(box)
      case .region(let region): regions.append(region)
      case .rule(let rule): rules.append(rule)
      // Behaviors follow their owner.
      case .behavior(let behavior, .state): states[states.count - 1].behaviors.append(behavior)
      case .behavior(let behavior, .composite):
        composites[composites.count - 1].behaviors.append(behavior)
      case .commitment, .omission: break
      }
    }
    self.init(
      states: states, composites: composites, regions: regions, rules: rules, initialState: start,
      isCommitting: graph.isCommitting)
    omission = graph.omission
  }
}

extension GraphElement {
  /// Returns the element with the label that a function gives for the path of a state or composite state, if any.
  fileprivate func labeled(_ label: (String) -> String?) -> GraphElement {
    switch self {
    case .state(var state):
      state.label = label(state.identifier) ?? state.label
      return .state(state)
    case .composite(var box):
      box.label = label(box.identifier) ?? box.label
      return .composite(box)
    default: return self
    }
  }

  /// Returns the element with other names.
  fileprivate func renamed(_ name: (GraphRename.Kind, String) -> String) -> GraphElement {
    func path(_ text: String) -> String { name(.path, text) }
    func action(_ label: String?) -> String? { label.map { name(.action, $0) } }
    func event(_ label: String?) -> String? { label.map { name(.event, $0) } }
    func condition(_ condition: StateGraph.Condition) -> StateGraph.Condition {
      switch condition {
      case .guard(let text, let holds): .guard(name(.guard, text), holds: holds)
      case .in(let place, let holds): .in(path(place), holds: holds)
      case .payload: condition
      }
    }
    switch self {
    case .initialState(let state): return .initialState(path(state))
    case .commitment, .omission: return self
    case .state(var state):
      (state.identifier, state.parent) = (path(state.identifier), state.parent.map(path))
      return .state(state)
    case .composite(var box):
      (box.identifier, box.parent) = (path(box.identifier), box.parent.map(path))
      return .composite(box)
    case .region(let region):
      return .region(
        StateGraph.Region(
          identifier: path(region.identifier), in: region.parent.map(path),
          initialState: path(region.initialState)))
    case .behavior(var behavior, let owner):
      behavior.label = action(behavior.label)
      behavior.sends = event(behavior.sends)
      behavior.conditions = behavior.conditions.map(condition)
      switch owner {
      case .state(let state): return .behavior(behavior, of: .state(path(state)))
      case .composite(let box): return .behavior(behavior, of: .composite(path(box)))
      }
    case .rule(var rule):
      (rule.source, rule.target) = (path(rule.source), path(rule.target))
      if case .states(let states) = rule.entry { rule.entry = .states(states.map(path)) }
      switch rule.trigger {
      case .event(let label): rule.trigger = .event(name(.event, label))
      case .timeout(let delay, let sends): rule.trigger = .timeout(delay, sends: event(sends))
      case .completion: break
      }
      rule.conditions = rule.conditions.map(condition)
      switch rule.effect {
      case .external(let label): rule.effect = .external(action: action(label))
      case .internal(let label): rule.effect = .internal(action: action(label))
      case .rejected, .traps, .ignored: break
      }
      return .rule(rule)
    }
  }
}
