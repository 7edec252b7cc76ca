/// A search for regions in a graph whose states consist of several independent states.
///
/// It projects the graph onto each candidate. The projections are regions if their product equals
/// the graph and each transition is in the regions that a machine leaves when it takes that
/// transition. Otherwise, only the whole graph is correct.
struct RegionFinder {
  /// The result of a search.
  enum Result {
    case regions([StateGraph.Region])
    /// There are no regions. The reason is given if there could be some.
    case flat(reason: String?)
  }

  /// A candidate for a region, in one state.
  private struct Part {
    let name: String
    let node: NodeDescription
    /// The number of nested states in the candidate, including the innermost.
    let depth: Int
    var identifier: String { node.state.identifier }
  }

  /// The answer for a region of a value.
  private struct PartAnswer {
    let state: String
    let behaviors: [OwnedBehavior]
    /// What each candidate carries in the value.
    let fields: [[PayloadField]]
    let isFinal: Bool
  }

  /// The names of the regions that a schema has answers for.
  private let answered: [String]
  /// The candidates in each state, by the state's identifier.
  private var parts: [String: [Part]] = [:]
  /// The positions of the candidates that could belong to each region with answers; `nil` before
  /// the first state.
  private var candidates: [Set<Int>]?
  /// The behaviors of the states of each region with answers.
  private var behaviors: [[PartAnswer]]
  /// The kinds of answers for the whole state, in the terms of schemas.
  private var wholeAnswers: [String] = []
  /// The parts that transitions, without their conditions, name: each by its position among those with
  /// answers; `nil` for those that name none.
  private var named: [StateGraph.Rule: Set<[Int]?>] = [:]
  /// The positions, among the regions with answers, of those whose timeouts send events.
  private var timeouts: [StateGraph.Rule: Set<Int>] = [:]

  /// Creates a search.
  ///
  /// - Parameter answered: The names of the regions that a schema has answers for.
  init(answered: [String]) {
    self.answered = answered
    behaviors = answered.map { _ in [] }
  }

  // MARK: Recording

  /// Records a state, given by one of its values.
  mutating func record(_ value: some Graphable, _ identifier: String) {
    guard parts[identifier] == nil else { return }
    let product = value as? any GraphableProduct
    parts[identifier] = (product?.graphRegions ?? []).map { name, state in
      Part(name: name, node: NodeDescription(of: state), depth: state.casePath.count)
    }
  }

  /// Records what happens because of a state.
  ///
  /// - Parameters:
  ///   - found: The behaviors of all regions and of the whole state.
  ///   - timeouts: The position of each timeout's region, or `nil` for the whole state.
  ///   - value: The value.
  ///   - identifier: The identifier of its state.
  ///   - paths: The paths of the regions with answers.
  ///   - isFinal: Whether machines are finished in the state.
  mutating func record(
    _ found: [OwnedBehavior], timeouts: [Int?], of value: some Graphable,
    in identifier: String, _ paths: [[String]?], isFinal: Bool
  ) {
    let kinds = found.filter { $0.part == nil && $0.behavior.kind != .timeout }
      .map(\.behavior.kind.rawValue)
    for kind in kinds + (timeouts.contains(nil) ? ["timeouts"] : [])
    where !wholeAnswers.contains(kind) { wholeAnswers.append(kind) }
    let parts = parts[identifier, default: []]
    let known = candidates ?? answered.map { _ in Set(parts.indices) }
    candidates = zip(known, paths).map { known, path in
      known.filter {
        parts.indices.contains($0) && parts[$0].identifier == path?.joined(separator: ".")
      }
    }
    let regions = (value as? any GraphableProduct)?.graphRegions ?? []
    let fields = regions.map { _, state in PayloadField.fields(of: state) }
    for index in answered.indices {
      behaviors[index].append(
        PartAnswer(
          state: identifier, behaviors: found.filter { $0.part == index }, fields: fields,
          isFinal: isFinal))
    }
  }

  /// Records the region that a transition names and the region whose timeout causes it.
  ///
  /// - Parameters:
  ///   - part: The position of the region that the transition names, or `nil` if it names none.
  ///   - rule: The rule of the transition.
  ///   - owner: The position of the region whose timeout sends the event, or `nil` if none does.
  mutating func record(_ part: [Int]?, namedBy rule: StateGraph.Rule, timeoutOf owner: Int?) {
    guard !answered.isEmpty else { return }
    named[rule.move, default: []].insert(part)
    if let owner { timeouts[rule.move, default: []].insert(owner) }
  }

  // MARK: Searching

  /// Returns the regions of a graph, or the reason why it has none.
  func search(in graph: StateGraph) -> Result {
    let names = parts[graph.initialState, default: []].map(\.name)
    let isWhole = graph.states.allSatisfy {
      parts[$0.identifier, default: []].map(\.name) == names
    }
    let isProduct =
      names.count > 1 && isWhole && hasEveryCombination(of: names.indices, in: graph)
    guard isProduct else {
      let reason = "the states are not all combinations of the states of their parts"
      return .flat(reason: answered.isEmpty ? nil : reason)
    }
    var owners: [Int] = []
    for (name, candidates) in zip(answered, candidates ?? []) {
      guard let owner = candidates.subtracting(owners).min() else {
        return .flat(
          reason: "\(name) is no part of the states, or names its states otherwise than casePath")
      }
      owners.append(owner)
    }
    let projection = RegionProjection(graph, owners: owners, finder: self)
    if let rule = projection.obstacle {
      return .flat(reason: answered.isEmpty ? nil : "the parts depend on each other in \"\(rule)\"")
    }
    guard wholeAnswers.isEmpty else {
      let kinds = wholeAnswers.joined(separator: ", ")
      return .flat(reason: "\(kinds): an answer about the whole state; say \"in:\" for a part")
    }
    return .regions(
      names.indices.map { index in
        StateGraph.Region(
          name: names[index],
          graph: adding(owners.firstIndex(of: index), to: projection.graphs[index], index))
      })
  }

  /// Returns whether there are as many states as combinations.
  ///
  /// This is checked before the combinations are created, because there may be far too many.
  private func hasEveryCombination(of indices: Range<Int>, in graph: StateGraph) -> Bool {
    var combinations = 1
    for index in indices {
      combinations *= Set(graph.states.map { part(of: $0.identifier, index) }).count
      if combinations > graph.states.count { return false }
    }
    return combinations == graph.states.count
  }

  /// Returns the graph of a region with the behaviors of its states.
  private func adding(_ answers: Int?, to graph: StateGraph, _ index: Int) -> StateGraph {
    guard let answers else { return graph }
    var found = StateBehaviors()
    for answer in behaviors[answers] {
      guard let part = parts[answer.state]?[index] else { continue }
      found.record(
        answer.behaviors, for: part.node, carrying: answer.fields[index], depth: part.depth,
        isFinal: answer.isFinal)
    }
    return found.adding(to: graph)
  }

  fileprivate func part(of state: String, _ index: Int) -> String {
    parts[state]?[index].identifier ?? ""
  }

  fileprivate func node(of state: String, _ index: Int) -> NodeDescription? {
    parts[state]?[index].node
  }

  /// Returns the positions of the regions that a transition names, or `nil` if it names none.
  ///
  /// The set has several elements if values of the same state differ.
  fileprivate func partsNamed(by rule: StateGraph.Rule) -> Set<[Int]?> {
    named[rule.move] ?? [nil]
  }
}

extension RegionFinder {
  /// Returns the positions of the regions whose timeouts cause a transition, or `nil` if no
  /// region's timeout causes it.
  fileprivate func timeoutOwners(of rule: StateGraph.Rule) -> Set<Int>? {
    timeouts[rule.move]
  }
}

extension StateGraph.Rule {
  /// The rule without its conditions and its change.
  fileprivate var move: StateGraph.Rule {
    StateGraph.Rule(source: source, target: target, trigger: trigger, effect: effect)
  }
}

/// The projections of a graph onto its candidate regions.
private struct RegionProjection {
  private let graph: StateGraph
  /// The positions of the candidates that a schema has answers for.
  private let owners: [Int]
  private let finder: RegionFinder
  /// The graph of each candidate.
  private(set) var graphs: [StateGraph] = []
  /// The first rule that the projections don't represent correctly.
  private(set) var obstacle: StateGraph.Rule?

  init(_ graph: StateGraph, owners: [Int], finder: RegionFinder) {
    self.graph = graph.withoutBehaviors
    self.owners = owners
    self.finder = finder
    let count = graph.states.first.map { finder.partCount(of: $0.identifier) } ?? 0
    let places = self.graph.rules.map { self.places(of: $0, among: 0..<count) }
    if let index = places.firstIndex(where: { $0 == nil }) { obstacle = self.graph.rules[index] }
    guard obstacle == nil else { return }
    let sets = places.map { $0 ?? [] }
    graphs = (0..<count).map { projection(on: $0, sets) }
    obstacle = difference ?? misplaced(sets)
  }

  /// Returns the regions that must contain a rule.
  ///
  /// The set is empty if any region may contain it; it is `nil` if regions can't represent the rule
  /// correctly.
  ///
  /// A timeout belongs in its own region and must not leave any other.
  private func places(of rule: StateGraph.Rule, among parts: Range<Int>) -> Set<Int>? {
    let left = self.parts(leftBy: rule, among: parts)
    guard let timeouts = finder.timeoutOwners(of: rule) else { return left }
    let places = Set(timeouts.map { owners[$0] })
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
      finder.part(of: rule.source, $0) != finder.part(of: rule.target, $0)
    }
    guard !rule.isInternal else { return Set(changed) }
    let sets = finder.partsNamed(by: rule).map { named in
      Set(changed + (named.map { $0.map { owners[$0] } } ?? (changed.isEmpty ? owners : [])))
    }
    return Set(sets).count == 1 ? sets.first : nil
  }

  private func projection(on index: Int, _ places: [Set<Int>]) -> StateGraph {
    let nodes = graph.states.compactMap { finder.node(of: $0.identifier, index) }
    let finals = Set(
      graph.states.filter(\.isFinal).map { finder.part(of: $0.identifier, index) })
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
          from: finder.part(of: rule.source, index), to: finder.part(of: rule.target, index))
      } + belonging(loops, to: index),
      initialState: finder.part(of: graph.initialState, index))
  }

  /// Returns the rules that leave no region and depend on this one.
  ///
  /// A rule belongs to the first region whose state alone determines whether it applies.
  private func belonging(_ rules: [StateGraph.Rule], to index: Int) -> [StateGraph.Rule] {
    let states = Dictionary(grouping: rules, by: \.label).mapValues { Set($0.map(\.source)) }
    let nonFinalStates = graph.states.filter { !$0.isFinal }.map(\.identifier)
    func depends(_ found: Set<String>, on index: Int) -> Bool {
      let values = Set(found.map { finder.part(of: $0, index) })
      return nonFinalStates.allSatisfy {
        values.contains(finder.part(of: $0, index)) == found.contains($0)
      }
    }
    return rules.filter { rule in
      let found = states[rule.label, default: []]
      return (0...index).first { depends(found, on: $0) } == index
    }.map { rule in
      let part = finder.part(of: rule.source, index)
      return rule.moved(from: part, to: part)
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
  private func misplaced(_ places: [Set<Int>]) -> StateGraph.Rule? {
    let labels = owners.map { owner in
      Dictionary(grouping: graphs[owner].rules, by: \.source).mapValues { Set($0.map(\.label)) }
    }
    return zip(graph.rules, places).first { rule, places in
      guard case .external = rule.effect, !rule.trigger.isTimeout else { return false }
      return zip(owners, labels).contains { owner, labels in
        let found = labels[finder.part(of: rule.source, owner), default: []]
        return found.contains(rule.label) != places.contains(owner)
      }
    }?.0
  }
}

extension RegionFinder {
  fileprivate func partCount(of state: String) -> Int { parts[state, default: []].count }
}
