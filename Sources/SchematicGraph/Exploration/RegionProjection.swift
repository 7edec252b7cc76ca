/// The projections of a graph onto its candidate regions.
struct RegionProjection {
  private let graph: StateGraph
  /// The position of the candidate that each region with answers is or is in.
  private let owners: [Int: Int]
  /// The positions of the candidates that a schema has answers for.
  private let answered: [Int]
  private let parts: [String: RegionParts]
  private let context: RegionContext
  /// The graph of each candidate.
  private(set) var graphs: [StateGraph] = []
  /// The first rule that the projections don't represent correctly.
  private(set) var obstacle: StateGraph.Rule?

  init(
    _ graph: StateGraph, parts: [String: RegionParts], owners: [Int: Int], context: RegionContext
  ) {
    self.graph = graph.withoutBehaviors
    self.owners = owners
    answered = Set(owners.values).sorted()
    self.parts = parts
    self.context = context
    let count = graph.states.first.map { parts[$0.identifier]?.parts.count ?? 0 } ?? 0
    let places = self.graph.rules.map { self.places(of: $0, among: 0..<count) }
    if let index = places.firstIndex(where: { $0 == nil }) { obstacle = self.graph.rules[index] }
    guard obstacle == nil else { return }
    let sets = places.map { $0 ?? [] }
    graphs = (0..<count).map { projection(on: $0, sets) }
    obstacle = difference ?? misplaced(sets)
  }

  private func part(of state: String, _ index: Int) -> String {
    parts[state]?.parts[index].identifier ?? ""
  }

  /// Returns the regions that must contain a rule.
  ///
  /// The set is empty if any region may contain it; it is `nil` if regions can't represent the rule
  /// correctly.
  ///
  /// A timeout belongs in its own region and must not leave any other.
  private func places(of rule: StateGraph.Rule, among parts: Range<Int>) -> Set<Int>? {
    let left = self.parts(leftBy: rule, among: parts)
    // That of a composite state around the parts is an event to them.
    guard let timeouts = context.timeouts[rule.move], timeouts != [nil] else { return left }
    guard !timeouts.contains(nil) else { return nil }
    let places = Set(timeouts.compactMap { $0.flatMap { owners[$0] } })
    if case .external = rule.effect, left != places { return nil }
    return places
  }

  /// Returns the regions that a transition leaves and whose behaviors it affects.
  ///
  /// These are the regions that change and, of those with answers, the ones that the transition
  /// names, or all of them if nothing changes. Returns `nil` if values of the same state differ.
  private func parts(leftBy rule: StateGraph.Rule, among parts: Range<Int>) -> Set<Int>? {
    if rule.effect.isRefusal { return [] }
    let changed = parts.filter {
      part(of: rule.source, $0) != part(of: rule.target, $0)
    }
    guard !rule.isInternal else { return Set(changed) }
    // Values of one state may differ.
    let sets = context.named[rule.move, default: [nil]].map { named in
      Set(
        changed + (named.map { $0.compactMap { owners[$0] } } ?? (changed.isEmpty ? answered : [])))
    }
    return Set(sets).count == 1 ? sets.first : nil
  }

  private func projection(on index: Int, _ places: [Set<Int>]) -> StateGraph {
    let nodes = graph.states.compactMap { parts[$0.identifier]?.parts[index].node }
    let finals = Set(
      graph.states.filter(\.isFinal).map { part(of: $0.identifier, index) })
    let rules = zip(graph.rules, places)
    let placed = rules.filter { $1.contains(index) }.map(\.0)
    let loops = rules.filter { $1.isEmpty }.map(\.0)
    return StateGraph(
      states: nodes.map { node in
        var state = node.state
        state.isFinal = finals.contains(state.identifier)
        return state
      },
      composites: nodes.flatMap(\.composites),
      rules: placed.map { rule in
        rule.moved(
          from: part(of: rule.source, index), to: part(of: rule.target, index))
      } + belonging(loops, to: index),
      initialState: part(of: graph.initialState, index))
  }

  /// Returns the rules that leave no region and depend on this one.
  ///
  /// A rule belongs to the first region whose state alone determines whether it applies.
  private func belonging(_ rules: [StateGraph.Rule], to index: Int) -> [StateGraph.Rule] {
    let states = Dictionary(grouping: rules, by: \.label).mapValues { Set($0.map(\.source)) }
    let nonFinalStates = graph.states.filter { !$0.isFinal }.map(\.identifier)
    func depends(_ found: Set<String>, on index: Int) -> Bool {
      let values = Set(found.map { part(of: $0, index) })
      return nonFinalStates.allSatisfy {
        values.contains(part(of: $0, index)) == found.contains($0)
      }
    }
    return rules.filter { rule in
      let found = states[rule.label, default: []]
      return (0...index).first { depends(found, on: $0) } == index
    }.map { rule in
      let state = part(of: rule.source, index)
      return rule.moved(from: state, to: state)
    }
  }

  /// The first rule that is in the graph but not in the product of the projections, or the other
  /// way round.
  private var difference: StateGraph.Rule? {
    let regions = graphs.map { StateGraph.Region(name: "", graph: $0) }
    var product = StateGraph(regions: regions)
    product.regions = []
    guard product != graph else { return nil }
    let (ours, theirs) = (Set(graph.rules), Set(product.rules))
    return graph.rules.first { !theirs.contains($0) } ?? product.rules.first { !ours.contains($0) }
      ?? graph.rules.first
  }

  /// Returns the first rule that is in the region of a candidate with answers although it doesn't
  /// leave it.
  ///
  /// One that leaves no region may be in a region inside: see ``RegionFinder``.
  private func misplaced(_ places: [Set<Int>]) -> StateGraph.Rule? {
    let labels = answered.map { owner in
      Dictionary(grouping: graphs[owner].rules, by: \.source).mapValues { Set($0.map(\.label)) }
    }
    return zip(graph.rules, places).first { rule, places in
      guard case .external = rule.effect, !rule.trigger.isTimeout else { return false }
      return zip(answered, labels).contains { owner, labels in
        if places.isEmpty, parts[rule.source]?.parts[owner].inner != nil { return false }
        let found = labels[part(of: rule.source, owner), default: []]
        return found.contains(rule.label) != places.contains(owner)
      }
    }?.0
  }
}

/// The regions that transitions name, and those whose timeouts cause them.
struct RegionContext {
  /// The regions that transitions name, each by its position among those with answers; `nil` for a
  /// transition that names none.
  var named: [StateGraph.Rule: Set<[Int]?>] = [:]
  /// The regions whose timeouts cause transitions; `nil` for the whole state or one around it.
  var timeouts: [StateGraph.Rule: Set<Int?>] = [:]

  /// Returns what is known about other rules.
  func mapping(_ rule: (StateGraph.Rule) -> StateGraph.Rule?) -> RegionContext {
    var mapped = RegionContext()
    for (known, sets) in named {
      guard let rule = rule(known) else { continue }
      mapped.named[rule, default: []].formUnion(sets)
    }
    for (known, owners) in timeouts {
      guard let rule = rule(known) else { continue }
      mapped.timeouts[rule, default: []].formUnion(owners)
    }
    return mapped
  }

  /// Returns what is known about some regions: those in one part of the states.
  func of(_ regions: Set<Int>) -> RegionContext {
    var mapped = RegionContext()
    mapped.named = named.mapValues { sets in Set(sets.map { $0?.filter(regions.contains) }) }
    // The timeout of another part does nothing in this one.
    mapped.timeouts = timeouts.compactMapValues { owners in
      let inside = owners.filter { $0.map(regions.contains) ?? true }
      return inside.isEmpty ? nil : inside
    }
    return mapped
  }
}

extension StateGraph.Rule {
  /// The rule without its conditions and its change.
  var move: StateGraph.Rule {
    StateGraph.Rule(source: source, target: target, trigger: trigger, effect: effect)
  }
}
