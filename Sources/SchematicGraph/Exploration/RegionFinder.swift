/// A search for regions in a graph whose states consist of several independent states.
///
/// It projects the graph, or what lies in a composite state, onto each candidate. The projections are
/// regions if their product equals the graph, each transition is in the regions that a machine leaves
/// when it takes that transition, and arrows that leave a composite state can begin at its border or in
/// one region. Otherwise, only the combinations are correct.
struct RegionFinder {
  /// The result of a search, with the reasons why regions that could be there are not.
  enum Result {
    case regions([StateGraph.Region], reasons: [String])
    /// The whole is no product, but composite states may consist of regions.
    case flat(inner: [String: [StateGraph.Region]], reasons: [String])
  }

  /// The answer for a region of a value.
  private struct PartAnswer {
    let state: String
    let behaviors: [OwnedBehavior]
    let parts: RegionParts?
    let isFinal: Bool
  }

  /// What is known about the places that could belong to a region with answers.
  private struct Candidates {
    /// The number of values that have the region.
    var count = 0
    /// The number of these values whose state at a place is that of the region.
    var matches: [RegionParts.Slot: Int] = [:]
    /// The places, in the order in which they were found.
    var order: [RegionParts.Slot] = []
    /// The places whose state differs from that of the region.
    var refuted: Set<RegionParts.Slot> = []

    /// The places that have the region's state in all values.
    var slots: [RegionParts.Slot] {
      order.filter { matches[$0] == count && !refuted.contains($0) }
    }
  }

  /// The names of the regions that a schema has answers for.
  private let answered: [String]
  /// The parts of each state, by the state's identifier.
  private var parts: [String: RegionParts] = [:]
  private var known: Set<String> = []
  private var candidates: [Candidates]
  /// The behaviors of the states of each region with answers.
  private var behaviors: [[PartAnswer]]
  /// The kinds of answers for whole states, in the terms of schemas, each with the levels that it is for.
  private var wholeAnswers: [(kind: String, state: String, isInnermost: Bool)] = []
  private var context = RegionContext()

  /// Creates a search.
  ///
  /// - Parameter answered: The names of the regions that a schema has answers for.
  init(answered: [String]) {
    self.answered = answered
    behaviors = answered.map { _ in [] }
    candidates = answered.map { _ in Candidates() }
  }

  // MARK: Recording

  /// Records a state, given by one of its values.
  mutating func record(_ value: some Graphable, _ identifier: String) {
    guard known.insert(identifier).inserted else { return }
    parts[identifier] = RegionParts(of: value)
  }

  /// Records what happens because of a state.
  ///
  /// - Parameters:
  ///   - found: The behaviors of all regions and of the whole state.
  ///   - value: The value.
  ///   - identifier: The identifier of its state.
  ///   - paths: The paths of the regions with answers.
  ///   - isFinal: Whether machines are finished in the state.
  mutating func record(
    _ found: [OwnedBehavior], of value: some Graphable, in identifier: String,
    _ paths: [[String]?], isFinal: Bool
  ) {
    let depth = value.casePath.count
    for answer in found where answer.part == nil {
      wholeAnswers.append(
        (answer.behavior.kind.answerName, identifier, isInnermost: answer.isInnermost(at: depth)))
    }
    guard !answered.isEmpty else { return }
    let parts = RegionParts(of: value, readingFields: true)
    let slots = parts?.slots ?? []
    for (index, path) in paths.enumerated() {
      if path != nil { candidates[index].count += 1 }
      for (slot, part) in slots {
        guard part.identifier == path?.joined(separator: ".") else {
          candidates[index].refuted.insert(slot)
          continue
        }
        if candidates[index].matches[slot] == nil { candidates[index].order.append(slot) }
        candidates[index].matches[slot, default: 0] += 1
      }
    }
    for index in answered.indices {
      behaviors[index].append(
        PartAnswer(
          state: identifier, behaviors: found.filter { $0.part == index }, parts: parts,
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
    context.named[rule.move, default: []].insert(part)
    if rule.trigger.isTimeout { context.timeouts[rule.move, default: []].insert(owner) }
  }

  // MARK: Searching

  /// Returns the regions of a graph, or those of its composite states, and the reasons why there are not
  /// more.
  func search(in graph: StateGraph) -> Result {
    var owners: [Int: RegionParts.Slot] = [:]
    var homeless: [Int] = []
    for index in answered.indices {
      let taken = Set(owners.values)
      if let slot = candidates[index].slots.first(where: { !taken.contains($0) }) {
        owners[index] = slot
      } else if candidates[index].count > 0 {
        homeless.append(index)
      }
    }
    let names = parts[graph.initialState]?.names ?? []
    let isProduct =
      parts[graph.initialState]?.composite == nil && names.count > 1
      && graph.states.allSatisfy {
        parts[$0.identifier]?.composite == nil && parts[$0.identifier]?.names == names
      }
    let unknown = homeless.first.map(isNoPart)
    var level = Level(
      graph: graph, parts: parts, owners: owners, context: context, prefix: [], homeless: homeless)
    guard isProduct else {
      var (inner, reasons) = inner(of: level)
      let isHidden = owners.values.contains { slot in
        slot.steps[0].composite.map { inner[$0] == nil } ?? true
      }
      if reasons.isEmpty, let unknown { reasons = [unknown] }
      if reasons.isEmpty, isHidden { reasons = [Self.missingStates] }
      return .flat(inner: inner, reasons: reasons)
    }
    level.homeless = []
    let kinds = wholeAnswers.map(\.kind).uniqued()
    switch regions(of: level, composite: nil, kinds, unknown) {
    case .success(let found): return .regions(found.regions, reasons: found.reasons)
    case .failure(let reason):
      let isTold = reason.isAboutAnswers || !answered.isEmpty
      return .flat(inner: [:], reasons: isTold ? [reason.text] : [])
    }
  }

  private static let missingStates =
    "the states are not all combinations of the states of their parts"

  /// Returns the reason if a region with answers has no place in the states.
  private func isNoPart(_ index: Int) -> String {
    "\(answered[index]) is no part of the states, or names its states otherwise than casePath"
  }

  /// A graph in which regions are searched: the whole, or that of a region.
  fileprivate struct Level {
    let graph: StateGraph
    /// The parts of each state, by its identifier in the graph.
    let parts: [String: RegionParts]
    /// The places of the regions with answers, from this graph on.
    let owners: [Int: RegionParts.Slot]
    let context: RegionContext
    /// The place of the graph in the whole.
    let prefix: [RegionParts.Slot.Step]
    /// The regions with answers that have no place.
    var homeless: [Int]
  }

  private struct Found {
    var regions: [StateGraph.Region]
    var reasons: [String]
  }

  private struct Reason: Error {
    let text: String
    /// Whether it matters even if no part has answers.
    var isAboutAnswers = false
  }

  /// Returns the regions of the composite states of a graph, by their identifiers.
  private func inner(
    of level: Level
  ) -> (regions: [String: [StateGraph.Region]], reasons: [String]) {
    var regions: [String: [StateGraph.Region]] = [:]
    var reasons: [String] = []
    let hierarchy = StateHierarchy(of: level.graph)
    // Copies of states to return to are drawn as one state.
    let drawn = Set(FoldedHistories(of: level.graph).graph.composites.map(\.identifier))
    for composite in level.graph.composites where drawn.contains(composite.identifier) {
      let states = hierarchy.descendants(of: composite.identifier).map(\.identifier)
      let names = states.first.flatMap { level.parts[$0]?.names } ?? []
      let isProduct = states.allSatisfy {
        level.parts[$0]?.composite == composite.identifier && level.parts[$0]?.names == names
      }
      guard isProduct, names.count > 1 else { continue }
      let homeless = level.homeless.first { index in
        behaviors[index].contains { states.contains($0.state) && !$0.behaviors.isEmpty }
      }.map(isNoPart)
      let kinds = wholeKinds(in: composite.identifier, Set(states), level)
      let inside = level.inside(
        composite.identifier, Set(states), self.initial(of: states, in: level.graph))
      // Nobody asks for regions of parts without answers.
      let hasAnswers = !inside.owners.isEmpty || homeless != nil
      func tell(_ text: String) { reasons.append("\(composite.identifier): \(text)") }
      switch self.regions(of: inside, composite: composite, kinds, homeless) {
      case .success(let found):
        var inside = composite
        inside.regions = found.regions
        guard let text = obstacle(of: inside, level) else {
          regions[composite.identifier] = found.regions
          reasons += found.reasons
          continue
        }
        if hasAnswers { tell(text) }
      case .failure(let reason):
        if hasAnswers || reason.isAboutAnswers { tell(reason.text) }
      }
    }
    return (regions, reasons)
  }

  /// Returns the kinds of answers for the combinations in a composite state as a whole.
  private func wholeKinds(
    in composite: String, _ states: Set<String>, _ level: Level
  ) -> [String] {
    guard !level.prefix.isEmpty else {
      return wholeAnswers.filter { $0.isInnermost && states.contains($0.state) }.map(\.kind)
        .uniqued()
    }
    // The answers for the region around it are for what is innermost, unless they name a level.
    return level.owners.filter { $0.value.steps.isEmpty }.keys.sorted().flatMap { index in
      behaviors[index].flatMap { answer -> [String] in
        guard let part = answer.parts?.part(at: RegionParts.Slot(steps: level.prefix)),
          part.inner?.composite == composite
        else { return [] }
        return answer.behaviors.filter { $0.isInnermost(at: part.depth) }
          .map(\.behavior.kind.answerName)
      }
    }.uniqued()
  }

  /// Returns the combination in which a composite state starts: the initial state of the machine, or else
  /// the one that most transitions from outside lead to.
  private func initial(of states: [String], in graph: StateGraph) -> String {
    let inside = Set(states)
    if inside.contains(graph.initialState) { return graph.initialState }
    var counts: [String: Int] = [:]
    for rule in graph.transitions
    where inside.contains(rule.target) && !inside.contains(rule.source) {
      counts[rule.target, default: 0] += 1
    }
    let most = counts.values.max() ?? 0
    return states.first { counts[$0, default: 0] == most } ?? ""
  }

  /// Returns the regions of a product, with those inside.
  private func regions(
    of level: Level, composite: StateGraph.CompositeState?, _ wholeKinds: [String],
    _ unknown: String?
  ) -> Swift.Result<Found, Reason> {
    let graph = level.graph
    let names = level.parts[graph.initialState]?.names ?? []
    guard hasEveryCombination(of: names.indices, in: level) else {
      return .failure(Reason(text: Self.missingStates))
    }
    guard graph.states.allSatisfy({ $0.completion == nil }) else {
      return .failure(
        Reason(text: "a combination of its parts completes it, which no part alone can say"))
    }
    if let unknown { return .failure(Reason(text: unknown)) }
    let projection = RegionProjection(
      graph, parts: level.parts, owners: level.owners.mapValues { $0.steps[0].index },
      context: level.context)
    if let rule = projection.obstacle {
      return .failure(Reason(text: "the parts depend on each other in \"\(rule)\""))
    }
    guard wholeKinds.isEmpty else {
      let kinds = wholeKinds.joined(separator: ", ")
      let advice = composite == nil ? "" : ", or \"level:\" for the state around the parts"
      return .failure(
        Reason(
          text: "\(kinds): an answer about the whole state; say \"in:\" for a part\(advice)",
          isAboutAnswers: true))
    }
    var found = Found(regions: [], reasons: [])
    for index in names.indices {
      let step = RegionParts.Slot.Step(composite: composite?.identifier, index: index)
      let inside = level.inside(step, projection.graphs[index])
      let (regions, reasons) = inner(of: inside)
      // An answer for a region inside is shown there, or in a combination of all parts.
      let isHidden = inside.owners.values.contains { slot in
        slot.steps.first.map { $0.composite.map { regions[$0] == nil } ?? true } ?? false
      }
      if isHidden { return .failure(Reason(text: reasons.first ?? Self.missingStates)) }
      if let rule = inside.loopOutside(of: regions) {
        return .failure(Reason(text: "the parts depend on each other in \"\(rule)\""))
      }
      let slot = RegionParts.Slot(steps: inside.prefix)
      let answer = level.owners.first { $0.value.steps == [step] }?.key
      let graph = adding(answer, to: inside.graph.with(regions), slot)
      found.regions.append(StateGraph.Region(name: names[index], graph: graph))
      found.reasons += reasons
    }
    return .success(found)
  }

  /// Returns whether there are as many states as combinations.
  ///
  /// This is checked before the combinations are created, because there may be far too many.
  private func hasEveryCombination(of indices: Range<Int>, in level: Level) -> Bool {
    var combinations = 1
    for index in indices {
      let states = level.graph.states.compactMap {
        level.parts[$0.identifier]?.parts[index].identifier
      }
      combinations *= Set(states).count
      if combinations > level.graph.states.count { return false }
    }
    return combinations == level.graph.states.count
  }

  /// Returns why the arrows that leave a composite state can't begin at its border or in its regions, or
  /// `nil` if they can.
  private func obstacle(of composite: StateGraph.CompositeState, _ level: Level) -> String? {
    var graph = level.graph
    let position = graph.composites.firstIndex { $0.identifier == composite.identifier }
    if let position { graph.composites[position].regions = composite.regions }
    let inner = InnerRegions(of: FoldedHistories(of: graph).graph)
    switch inner.obstacle(in: composite.identifier) {
    case .states: return "the identifiers of the states are not those of their parts"
    case .rule(let rule): return "the parts depend on each other in \"\(rule)\""
    case nil: break
    }
    guard let owner = inner.composites[composite.identifier] else { return nil }
    // A timeout has to leave a state of the region that it belongs to.
    for exit in inner.rules(in: owner).exits where exit.rule.trigger.isTimeout {
      let vertices =
        inner.vertices(
          leaving: exit.sources, of: composite.identifier, on: exit.rule.trigger) ?? []
      for source in exit.sources {
        let rule = exit.rule.moved(from: source, to: exit.rule.target)
        let owners = Set(level.context.timeouts[rule.move] ?? [nil]).subtracting([nil])
          .compactMap { $0.flatMap { level.owners[$0] } }
        guard !owners.isEmpty else { continue }
        let drawn = vertices.filter { inner.sources(of: $0).contains(source) }.map(\.slot)
        if Set(drawn) != Set(owners) { return "the parts depend on each other in \"\(rule)\"" }
      }
    }
    return nil
  }

  /// Returns the graph of a region with the behaviors of its states.
  private func adding(
    _ answers: Int?, to graph: StateGraph, _ slot: RegionParts.Slot
  ) -> StateGraph {
    guard let answers else { return graph.withBehaviorsOfInnerRegions }
    var found = StateBehaviors()
    for answer in behaviors[answers] {
      guard let part = answer.parts?.part(at: slot) else { continue }
      found.record(
        answer.behaviors, for: part.node, carrying: part.fields, depth: part.depth,
        isFinal: answer.isFinal)
    }
    return found.adding(to: graph).withBehaviorsOfInnerRegions
  }
}

extension RegionParts {
  fileprivate var names: [String] { parts.map(\.name) }
}

extension Statechart.Vertex {
  /// The place of the region that the vertex is in.
  fileprivate var slot: RegionParts.Slot {
    guard case .inner(let composite, let region, let vertex) = self else {
      return RegionParts.Slot(steps: [])
    }
    return RegionParts.Slot(
      steps: [RegionParts.Slot.Step(composite: composite, index: region)] + vertex.slot.steps)
  }
}

extension RegionFinder.Level {
  /// Returns what lies in a composite state, as a graph of its own.
  fileprivate func inside(_ composite: String, _ states: Set<String>, _ initial: String) -> Self {
    func name(_ state: String) -> String { state.after("\(composite).") ?? state }
    let inside = graph.rules.filter { states.contains($0.source) && states.contains($0.target) }
    return RegionFinder.Level(
      graph: StateGraph(
        states: graph.states.filter { states.contains($0.identifier) }.map { state in
          var inside = StateGraph.State(
            identifier: name(state.identifier), label: state.label, isFinal: state.isFinal)
          inside.completion = state.completion
          return inside
        },
        rules: inside.map { $0.moved(from: name($0.source), to: name($0.target)) },
        initialState: name(initial)),
      parts: Dictionary(
        states.compactMap { state in parts[state].map { (name(state), $0) } },
        uniquingKeysWith: { first, _ in first }),
      owners: owners.filter { $0.value.steps.first?.composite == composite },
      context: context.mapping { rule in
        states.contains(rule.source) && states.contains(rule.target)
          ? rule.moved(from: name(rule.source), to: name(rule.target)) : nil
      }, prefix: prefix, homeless: homeless)
  }

  /// Returns the first transition that leaves no region with answers although it is drawn in one, because
  /// the state there has no regions of its own to draw it in.
  fileprivate func loopOutside(of regions: [String: [StateGraph.Region]]) -> StateGraph.Rule? {
    guard owners.values.contains(where: \.steps.isEmpty) else { return nil }
    return graph.rules.first { rule in
      guard case .external = rule.effect, rule.source == rule.target,
        let composite = parts[rule.source]?.composite
      else { return false }
      return context.named[rule.move]?.contains([]) == true && regions[composite] == nil
    }
  }

  /// Returns the graph of a region, to search in it in its turn.
  fileprivate func inside(_ step: RegionParts.Slot.Step, _ graph: StateGraph) -> Self {
    func part(_ state: String) -> RegionParts.Part? { parts[state]?.parts[step.index] }
    let inner = parts.values.compactMap { parts -> (String, RegionParts)? in
      let part = parts.parts[step.index]
      return part.inner.map { (part.identifier, $0) }
    }
    let owners = owners.filter { $0.value.steps.first == step }
    return RegionFinder.Level(
      graph: graph, parts: Dictionary(inner, uniquingKeysWith: { first, _ in first }),
      owners: owners.mapValues(\.rest),
      context: context.of(Set(owners.keys)).mapping { rule in
        guard let source = part(rule.source), let target = part(rule.target) else { return nil }
        return rule.moved(from: source.identifier, to: target.identifier)
      }, prefix: prefix + [step], homeless: homeless)
  }
}

extension StateGraph {
  /// Returns the graph with regions in its composite states.
  func with(_ regions: [String: [Region]]) -> StateGraph {
    guard !regions.isEmpty else { return self }
    var graph = self
    for index in composites.indices {
      graph.composites[index].regions = regions[composites[index].identifier] ?? []
    }
    return graph
  }
}

extension OwnedBehavior {
  /// Returns whether the answer is for the innermost state of a path, and not for a state around it.
  fileprivate func isInnermost(at depth: Int) -> Bool { level.map { $0 >= depth } ?? true }
}

extension StateGraph.StateBehavior.Kind {
  /// The name of the kind in the terms of schemas.
  fileprivate var answerName: String { self == .timeout ? "timeouts" : rawValue }
}
