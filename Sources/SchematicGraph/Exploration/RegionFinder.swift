/// A search for regions in a graph whose states have parts.
///
/// It projects the graph onto each part. The projections are regions if their product equals the graph, and
/// if each transition is in the regions of the parts that a machine leaves by it. Otherwise only the
/// whole graph tells the truth.
struct RegionFinder {
  /// The outcome of a search.
  enum Result {
    case regions([StateGraph.Region])
    /// No regions, and the reason where there could be some.
    case flat(reason: String?)
  }

  /// A part of a state value.
  private struct Part {
    let name: String
    let node: NodeDescription
    /// The number of states that the part's state lies in, itself included.
    let depth: Int
    var identifier: String { node.state.identifier }
  }

  /// A transition, without the guard under which it is taken.
  private struct Move: Hashable {
    let state: String
    let event: String
    let outcome: StateGraph.Rule.Outcome
  }

  /// The names of the parts that a schema has answers about.
  private let answered: [String]
  /// The parts of each state, by its identifier.
  private var parts: [String: [Part]] = [:]
  /// For each part with answers the regions that could be its own; `nil` before the first state.
  private var candidates: [Set<Int>]?
  /// For each part with answers what is done because of its states.
  private var behaviors: [[(state: String, behaviors: [OwnedBehavior], isFinal: Bool)]]
  /// The kinds of answers about the whole state, in the words of schemas.
  private var wholeAnswers: [String] = []
  /// The parts that transitions name, each by its position among those with answers; `nil` for those
  /// that name none.
  private var named: [Move: Set<[Int]?>] = [:]
  /// The parts whose timeouts send events, by their positions among those with answers.
  private var timeouts: [Move: Set<Int>] = [:]

  /// Creates a search.
  ///
  /// - Parameter answered: The names of the parts that a schema has answers about.
  init(answered: [String]) {
    self.answered = answered
    behaviors = answered.map { _ in [] }
  }

  // MARK: Recording

  /// Records a state, by one of its values.
  mutating func record(_ value: some Graphable, _ identifier: String) {
    guard parts[identifier] == nil else { return }
    let product = value as? any GraphableProduct
    parts[identifier] = (product?.graphParts ?? []).map { name, state in
      Part(name: name, node: NodeDescription(of: state), depth: state.casePath.count)
    }
  }

  /// Records what is done because of a state.
  ///
  /// - Parameters:
  ///   - found: The behaviors, of all parts and of the whole.
  ///   - timeouts: The position of the part of each timeout; `nil` for one of the whole state.
  ///   - identifier: The identifier of the state.
  ///   - paths: The paths of the parts with answers.
  ///   - isFinal: Whether machines are finished in the state.
  mutating func record(
    _ found: [OwnedBehavior], timeouts: [Int?], in identifier: String, _ paths: [[String]?],
    isFinal: Bool
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
    for index in answered.indices {
      behaviors[index].append((identifier, found.filter { $0.part == index }, isFinal))
    }
  }

  /// Records the part that a transition names, and the one whose timeout causes it.
  ///
  /// - Parameters:
  ///   - part: The position of the part that the transition names; `nil` where it names none.
  ///   - rule: The rule of the transition.
  ///   - owner: The position of the part whose timeout sends the event; `nil` where none does.
  mutating func record(_ part: [Int]?, namedBy rule: StateGraph.Rule, timeoutOf owner: Int?) {
    guard !answered.isEmpty else { return }
    let move = Move(state: rule.state, event: rule.event, outcome: rule.outcome)
    named[move, default: []].insert(part)
    if let owner { timeouts[move, default: []].insert(owner) }
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

  /// Returns whether there are as many states as combinations of parts.
  ///
  /// Asked before the combinations are made, of which there may be far too many.
  private func hasEveryCombination(of indices: Range<Int>, in graph: StateGraph) -> Bool {
    var combinations = 1
    for index in indices {
      combinations *= Set(graph.states.map { part(of: $0.identifier, index) }).count
      if combinations > graph.states.count { return false }
    }
    return combinations == graph.states.count
  }

  /// Returns the graph of a region with what is done because of its states.
  private func adding(_ answers: Int?, to graph: StateGraph, _ index: Int) -> StateGraph {
    guard let answers else { return graph }
    var found = StateBehaviors()
    for (state, behaviors, isFinal) in behaviors[answers] {
      guard let part = parts[state]?[index] else { continue }
      found.record(behaviors, for: part.node, depth: part.depth, isFinal: isFinal)
    }
    return found.adding(to: graph)
  }

  fileprivate func part(of state: String, _ index: Int) -> String {
    parts[state]?[index].identifier ?? ""
  }

  fileprivate func node(of state: String, _ index: Int) -> NodeDescription? {
    parts[state]?[index].node
  }

  /// Returns the positions of the parts that a transition names; `nil` where it names none, and
  /// several where values that stand for one state differ.
  fileprivate func partsNamed(by rule: StateGraph.Rule) -> Set<[Int]?> {
    named[Move(state: rule.state, event: rule.event, outcome: rule.outcome)] ?? [nil]
  }
}

extension RegionFinder {
  /// Returns the positions of the parts whose timeouts cause a transition; `nil` where it is no
  /// timeout of a part.
  fileprivate func timeoutOwners(of rule: StateGraph.Rule) -> Set<Int>? {
    timeouts[Move(state: rule.state, event: rule.event, outcome: rule.outcome)]
  }
}

/// The machines of the parts of a graph's states.
private struct RegionProjection {
  private let graph: StateGraph
  /// The regions of the parts that a schema has answers about, by their positions.
  private let owners: [Int]
  private let finder: RegionFinder
  /// The machine of each part.
  private(set) var graphs: [StateGraph] = []
  /// The first rule that the machines of the parts do not tell as it is.
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

  /// Returns the regions that a rule must be in; none where any will do, and `nil` where the regions
  /// could not tell it as it is.
  ///
  /// A timeout is in the region of its part, and may leave no other part.
  private func places(of rule: StateGraph.Rule, among parts: Range<Int>) -> Set<Int>? {
    let left = self.parts(leftBy: rule, among: parts)
    guard let timeouts = finder.timeoutOwners(of: rule) else { return left }
    let places = Set(timeouts.map { owners[$0] })
    if case .moves = rule.outcome, left != places { return nil }
    return places
  }

  /// Returns the parts that a transition leaves, as far as it matters.
  ///
  /// These are the parts that change, and of those with answers the ones that it names, or all where
  /// nothing changes; `nil` where values that stand for one state differ.
  private func parts(leftBy rule: StateGraph.Rule, among parts: Range<Int>) -> Set<Int>? {
    guard let target = rule.target else { return [] }
    let changed = parts.filter {
      finder.part(of: rule.state, $0) != finder.part(of: target, $0)
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
        StateGraph.Rule(
          rule.label, from: finder.part(of: rule.state, index),
          to: finder.part(of: rule.target ?? rule.state, index))
      } + belonging(loops, to: index),
      initialState: finder.part(of: graph.initialState, index))
  }

  /// Returns the rules that leave no part and depend on this one: a rule belongs to the first part whose
  /// value alone says whether it applies.
  private func belonging(_ rules: [StateGraph.Rule], to index: Int) -> [StateGraph.Rule] {
    let states = Dictionary(grouping: rules, by: \.label).mapValues { Set($0.map(\.state)) }
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
      let part = finder.part(of: rule.state, index)
      return StateGraph.Rule(rule.label, from: part, to: part)
    }
  }

  /// The first rule in which the product of the machines and the graph differ.
  private var difference: StateGraph.Rule? {
    let regions = graphs.map { StateGraph.Region(name: "", graph: $0) }
    var product = StateGraph(regions: regions)
    product.regions = []
    guard product != graph else { return nil }
    let (ours, theirs) = (Set(graph.rules), Set(product.rules))
    return graph.rules.first { !theirs.contains($0) } ?? product.rules.first { !ours.contains($0) }
      ?? graph.rules.first
  }

  /// Returns the first rule that is in the region of a part with answers though it does not leave it.
  private func misplaced(_ places: [Set<Int>]) -> StateGraph.Rule? {
    let labels = owners.map { owner in
      Dictionary(grouping: graphs[owner].rules, by: \.state).mapValues { Set($0.map(\.label)) }
    }
    return zip(graph.rules, places).first { rule, places in
      guard case .moves = rule.outcome, !rule.label.isTimeout else { return false }
      return zip(owners, labels).contains { owner, labels in
        let found = labels[finder.part(of: rule.state, owner), default: []]
        return found.contains(rule.label) != places.contains(owner)
      }
    }?.0
  }
}

extension RegionFinder {
  fileprivate func partCount(of state: String) -> Int { parts[state, default: []].count }
}
